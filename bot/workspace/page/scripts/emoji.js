// @ts-check
/** A common set of emoji by short name; what is not in it is shown by its name. */

const TABLE = `+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|heart ❤️|joy 😂|smile 😄|smiley 😃|grinning 😀|grin 😁|laughing 😆|wink 😉
blush 😊|heart_eyes 😍|thinking_face 🤔|thinking 🤔|neutral_face 😐|confused 😕|cry 😢|sob 😭|scream 😱|rage 😡|sunglasses 😎
slightly_smiling_face 🙂|upside_down_face 🙃|tada 🎉|rocket 🚀|fire 🔥|eyes 👀|pray 🙏|clap 👏|raised_hands 🙌|wave 👋|ok_hand 👌
muscle 💪|point_right 👉|point_left 👈|point_up ☝️|point_down 👇|white_check_mark ✅|heavy_check_mark ✔️|x ❌|warning ⚠️
no_entry ⛔|no_entry_sign 🚫|question ❓|grey_question ❔|exclamation ❗|bangbang ‼️|information_source ℹ️|bulb 💡|100 💯|star ⭐
sparkles ✨|zap ⚡|boom 💥|books 📚|book 📖|open_book 📖|bookmark 🔖|bookmark_tabs 📑|page_facing_up 📄|page_with_curl 📃|memo 📝
pencil 📝|pencil2 ✏️|paperclip 📎|link 🔗|mag 🔍|mag_right 🔎|file_folder 📁|open_file_folder 📂|clipboard 📋|calendar 📆|date 📅
hourglass ⌛|hourglass_flowing_sand ⏳|stopwatch ⏱️|clock1 🕐|bell 🔔|lock 🔒|unlock 🔓|key 🔑|gear ⚙️|wrench 🔧|hammer 🔨
robot_face 🤖|robot 🤖|ghost 👻|bug 🐛|mailbox 📫|email 📧|inbox_tray 📥|outbox_tray 📤|package 📦|chart_with_upwards_trend 📈
chart_with_downwards_trend 📉|bar_chart 📊|moneybag 💰|dollar 💵|house 🏠|office 🏢|car 🚗|palm_tree 🌴|sunny ☀️|cloud ☁️|snowflake ❄️
coffee ☕|pizza 🍕|cake 🍰|birthday 🎂|gift 🎁|trophy 🏆|dart 🎯|traffic_light 🚦|construction 🚧|recycle ♻️|repeat 🔁
arrow_right ➡️|arrow_left ⬅️|arrow_up ⬆️|arrow_down ⬇️|large_green_circle 🟢|large_yellow_circle 🟡|red_circle 🔴|white_circle ⚪
black_circle ⚫|large_blue_circle 🔵|one 1️⃣|two 2️⃣|three 3️⃣|speech_balloon 💬|thought_balloon 💭|globe_with_meridians 🌐|cn 🇨🇳|us 🇺🇸|gb 🇬🇧`;

/** @type {Map<string, string>} */
const BY_NAME = new Map(
  TABLE.split(/[|\n]/).map((entry) => /** @type {[string, string]} */ (entry.trim().split(" "))),
);

/** What the reaction picker offers. */
export const OFTEN = ["+1", "-1", "heart", "tada", "joy", "eyes", "white_check_mark", "pray"];

const TONES = ["", "🏻", "🏼", "🏽", "🏾", "🏿"];

/** @param {string} name without colons, with a skin tone if any */
export function emoji(name) {
  const [plain, tone = ""] = name.split("::");
  const known = BY_NAME.get(plain);
  if (!known) return `:${plain}:`;
  return known + (TONES[Number(tone.replace("skin-tone-", "")) - 1] ?? "");
}

/** Replaces the short names in plain text. @param {string} text */
export const withEmoji = (text) => text.replace(/:([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/g, (_, name) => emoji(name));
