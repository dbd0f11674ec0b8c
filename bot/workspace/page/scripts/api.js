// @ts-check
/** The people's side of the workspace over HTTP: every request names who acts. */

/** @typedef {Record<string, any>} Json */

/** What the codes mean to a person; others are shown as they are. */
/** @type {Record<string, string>} */
const MEANINGS = {
  not_in_channel: "You are not in this channel.",
  channel_not_found: "There is no such channel for you.",
  is_archived: "This channel is archived.",
  no_text: "There is nothing to send.",
  already_reacted: "You have reacted with this already.",
  too_many_emoji: "This message has all the reactions it can have.",
  cant_update_message: "Only its author can change this message.",
  cant_delete_file: "Only its owner or an admin can delete this file.",
  message_not_found: "This message is gone.",
  message_not_in_streaming_state: "This message is no longer being written.",
  element_not_found: "The app has changed this message meanwhile.",
  view_not_found: "The app has closed this view.",
  dispatch_failed: "The app is not connected, so nobody heard it.",
  operation_timeout: "The app didn't answer within three seconds.",
  unreachable: "The workspace doesn't answer. Is it still running?",
};

export class Refused extends Error {
  /**
   * @param {string} code
   * @param {Json} answer
   */
  constructor(code, answer) {
    super(MEANINGS[code] ?? `It didn't work: ${code.replaceAll("_", " ")}.`);
    this.code = code;
    this.answer = answer;
  }
}

let actor = "";

/** @param {string} user */
export function actAs(user) {
  actor = user;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Json|FormData} [body]
 * @param {Json} [who]
 * @returns {Promise<Json>}
 */
async function ask(method, path, body = {}, who = { user: actor }) {
  const isForm = body instanceof FormData;
  const inQuery = method === "GET";
  if (isForm) body.set("user", actor);
  const query = inQuery ? `?${new URLSearchParams({ user: actor, ...body })}` : "";
  /** @type {RequestInit} */
  const options = { method };
  if (isForm) options.body = body;
  else if (!inQuery) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify({ ...who, ...body });
  }
  let response;
  try {
    response = await fetch(`/local/${path}${query}`, options);
  } catch {
    throw new Refused("unreachable", {});
  }
  const answer = await response.json().catch(() => ({ ok: false, error: `status_${response.status}` }));
  if (!answer.ok) throw new Refused(String(answer.error), answer);
  return answer;
}

export const get = (/** @type {string} */ path, /** @type {Json} */ query = {}) => ask("GET", path, query);
export const post = (/** @type {string} */ path, /** @type {Json|FormData} */ body = {}) => ask("POST", path, body);
export const patch = (/** @type {string} */ path, /** @type {Json} */ body = {}) => ask("PATCH", path, body);
export const remove = (/** @type {string} */ path, /** @type {Json} */ body = {}) => ask("DELETE", path, body);

/** Misbehaviour is nobody's: a person among its settings would be refused. */
export const setFaults = (/** @type {Json} */ settings) => ask("PATCH", "faults", settings, {});

/** Where a file's bytes lie for the person who acts. */
export const fileAddress = (/** @type {string} */ id) => `/local/files/${encodeURIComponent(id)}?user=${encodeURIComponent(actor)}`;

/**
 * Sends a message, with files or without.
 * @param {{channel: string, text: string, thread_ts?: string, broadcast?: boolean, files?: File[]}} draft
 */
export function sendMessage({ channel, text, thread_ts = "", broadcast = false, files = [] }) {
  if (!files.length) {
    const thread = thread_ts ? { thread_ts, reply_broadcast: broadcast } : {};
    return post("messages", { channel, text, ...thread });
  }
  const form = new FormData();
  form.set("channel", channel);
  form.set("text", text);
  if (thread_ts) form.set("thread_ts", thread_ts);
  for (const file of files) form.append("files", file, file.name);
  return post("messages", form);
}
