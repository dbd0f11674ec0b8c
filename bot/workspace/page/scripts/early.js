// Before anything is painted, so that a chosen theme doesn't flash. theme.js does the rest.
{
  const theme = localStorage.getItem("footnote.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
