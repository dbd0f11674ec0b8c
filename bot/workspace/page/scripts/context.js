// @ts-check
/** Where blocks stand, what has been filled in there, and how the app is told of it. */

import { post } from "./api.js";
import { toast } from "./dom.js";

/** @typedef {Record<string, any>} Json */

/** @type {Map<string, Context>} */
const known = new Map();
let lastId = 0;

/** An id for a label to point to. */
export const newId = () => `f${++lastId}`;

export class Context {
  /** @param {Json} place `channel` and `ts`, or `view` */
  constructor(place) {
    this.place = place;
    /** @type {Record<string, Record<string, any>>} what was filled in, by block and action */
    this.values = {};
    /** @type {Record<string, Record<string, Json>>} the same in the shape that Slack sends it in */
    this.shapes = {};
    /** @type {Record<string, string>} what the app says is wrong, by block */
    this.errors = {};
  }

  /** @param {Json} block @param {Json} element */
  get(block, element) {
    return this.values[block.block_id]?.[element.action_id];
  }

  /** @param {Json} block @param {Json} element @param {any} value @param {Json} shape */
  set(block, element, value, shape) {
    (this.values[block.block_id] ??= {})[element.action_id] = value;
    (this.shapes[block.block_id] ??= {})[element.action_id] = { type: element.type, ...shape };
  }

  /** Tells the app that an element was used. @param {Json} block @param {Json} element @param {any} value */
  async act(block, element, value) {
    const filled = this.place.view ? { values: this.values } : { state: this.shapes };
    try {
      await post("actions", { ...this.place, ...filled, action_id: element.action_id, block_id: block.block_id, value });
      return true;
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      return false;
    }
  }
}

/** The context of a message or view; it outlives a redraw. @param {Json} place */
export function contextOf(place) {
  const key = place.view ?? `${place.channel}/${place.ts}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = new Context(place)));
  return found;
}

/** @param {string} key */
export const forgetContext = (key) => known.delete(key);
export const forgetAllContexts = () => known.clear();
