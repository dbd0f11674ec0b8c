// @ts-check
/** Times as people read them. */

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const SHORT = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const SECONDS = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const dateOf = (/** @type {string|number} */ ts) => new Date(Number(ts) * 1000);

export const clock = (/** @type {string|number} */ ts) => CLOCK.format(dateOf(ts));
/** Without "AM", for the margin. */
export const shortClock = (/** @type {string|number} */ ts) => SHORT.format(dateOf(ts));
export const full = (/** @type {string|number} */ ts) => FULL.format(dateOf(ts));
export const withSeconds = (/** @type {string|number} */ ts) => SECONDS.format(dateOf(ts));
export const dayKey = (/** @type {string|number} */ ts) => dateOf(ts).toDateString();
export const iso = (/** @type {string|number} */ ts) => dateOf(ts).toISOString();

/** "Today", "Yesterday", "Monday, 3 May". */
export function dayName(/** @type {string|number} */ ts) {
  const days = Math.round((new Date(dayKey(ts)).valueOf() - new Date(new Date().toDateString()).valueOf()) / 864e5);
  if (days === 0) return "Today";
  return days === -1 ? "Yesterday" : DAY.format(dateOf(ts));
}

/** "3 minutes ago". */
export function ago(/** @type {string|number} */ ts) {
  const minutes = Math.round((Date.now() / 1000 - Number(ts)) / 60);
  if (minutes < 1) return "just now";
  if (minutes < 60) return RELATIVE.format(-minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 24 ? RELATIVE.format(-hours, "hour") : RELATIVE.format(-Math.round(hours / 24), "day");
}

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const PARTS = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { dateStyle: "long" },
  date_short: { dateStyle: "medium" },
  date_long: { dateStyle: "full" },
  time: { timeStyle: "short" },
  time_secs: { timeStyle: "medium" },
};

/** Slack's `{date_short} at {time}`; placeholders that nobody knows are left as they are. */
export function slackDate(/** @type {number} */ seconds, /** @type {string} */ format) {
  return format.replace(/\{(\w+?)(_pretty)?\}/g, (whole, name, pretty) => {
    if (name === "ago") return ago(seconds);
    if (name === "day_divider_pretty" || name === "day_divider") return dayName(seconds);
    if (!PARTS[name]) return whole;
    const near = pretty && ["Today", "Yesterday"].includes(dayName(seconds));
    return near ? dayName(seconds).toLowerCase() : new Intl.DateTimeFormat(undefined, PARTS[name]).format(dateOf(seconds));
  });
}
