/* What a checker of accessibility would say about the page as it is now: a list of complaints. */
() => {
  const complaints = [];
  const say = (node, what) => {
    const text = (node.getAttribute?.("aria-label") || node.textContent || "").trim().slice(0, 40);
    complaints.push(`${what}: <${node.tagName.toLowerCase()} class="${node.className?.baseVal ?? node.className}"> ${text}`);
  };
  const modal = document.querySelector("dialog[open]");
  const root = modal ?? document.body;
  const visible = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && node.getClientRects().length > 0;

  /* Colours come as rgb(), or as color(srgb …) where they were mixed. */
  const parse = (text) => {
    const parts = text.match(/[\d.]+(?:e-?\d+)?/g).map(Number);
    const scale = text.startsWith("color(") ? 255 : 1;
    return { rgb: parts.slice(0, 3).map((part) => part * scale), alpha: parts[3] ?? 1 };
  };
  const over = (top, below) => top.rgb.map((part, i) => part * top.alpha + below[i] * (1 - top.alpha));
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      layers.push(colour);
      if (colour.alpha === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const ratio = (node, pseudo) => {
    const style = getComputedStyle(node, pseudo);
    const behind = background(node);
    const [a, b] = [luminance(over(parse(style.color), behind)), luminance(behind)];
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return { value: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), least: isLarge ? 3 : 4.5 };
  };
  const check = (node, pseudo) => {
    const { value, least } = ratio(node, pseudo);
    if (value < least - 0.01) say(node, `contrast ${value.toFixed(2)}${pseudo ?? ""}`);
  };

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(node) || !visible(node)) continue;
    seen.add(node);
    if (!node.closest(".emoji, .skip, .hidden-text, noscript, option")) check(node);
  }
  for (const field of root.querySelectorAll("[placeholder]")) if (visible(field)) check(field, "::placeholder");

  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  ids.filter((id, at) => ids.indexOf(id) !== at).forEach((id) => complaints.push(`id twice: ${id}`));
  for (const node of root.querySelectorAll("*")) {
    if (node.tabIndex > 0) say(node, "positive tabindex");
    for (const name of ["aria-controls", "aria-describedby", "aria-labelledby", "aria-activedescendant", "for"]) {
      for (const id of (node.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
        if (!document.getElementById(id)) say(node, `${name} leads nowhere`);
      }
    }
    if (node.tagName === "IMG" && !node.hasAttribute("alt")) say(node, "no alt");
    if (node.closest("[aria-hidden=true]") && node.tabIndex >= 0 && visible(node)) say(node, "hidden but focusable");
    if (node.matches("button, select, textarea, input:not([type=file])") && visible(node)) {
      const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
      if (Math.min(width, height) < 20) say(node, `small target ${width}x${height}`);
    }
  }
  if (!modal && [...document.querySelectorAll("h1")].filter(visible).length > 1) complaints.push("several h1");
  if (document.scrollingElement.scrollWidth > innerWidth) complaints.push("the window scrolls sideways");
  for (const node of root.querySelectorAll("button, input, textarea, select, h1, h2, article")) {
    const box = node.getBoundingClientRect();
    if (visible(node) && !node.closest(".samples-row, .table-frame, .skip, .hidden-input") && (box.left < -1 || box.right > innerWidth + 1)) {
      if (getComputedStyle(node).position !== "absolute") say(node, "out of the window");
    }
  }
  return complaints;
}
