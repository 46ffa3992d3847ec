/** Turns the records of a stream into its items (contract I.4). */
import type { StreamRule } from "../../../catalog/client.js";
import type { ResponseErrorCode } from "../errors.js";
import type { ClientCall } from "../call.js";

/** Reads the items of catalogs that declare JSON alone. */
export const readJson: ReadItem = (text) =>
  /\S/.test(text) ? (JSON.parse(text) as unknown) : undefined;

/** Reads the items of catalogs that declare text, or the names of events. */
export const readDeclaredItem: ReadItem = (text, event = "message", rule) => {
  const isText = rule.text === true || rule.text?.includes(event);
  const data = isText ? text : readJson(text, event, rule);
  return rule.events && data !== undefined ? { event, data } : data;
};

/** Converts items by the plans of a client's values. */
export const convertItem: ConvertItem = (item, text, { events }, fail, { sender, event }) => {
  try {
    // The item of an event holds the JSON.
    const json = events ? `{"data":${text}}` : text;
    return sender.values ? sender.values.convert(item, json, event.route, "stream") : item;
  } catch (error) {
    throw fail(`, and then ${(error as Error).message}`, text, "INVALID_VALUE");
  }
};

/**
 * Turns the text of a record into an item. Returns `undefined` for an empty record, which keeps the
 * connection alive.
 * @throws SyntaxError for text that is not JSON.
 */
export type ReadItem = (text: string, event: string | undefined, rule: StreamRule) => unknown;

/**
 * Converts the values in an item, by the plan of its route for `stream` (contract J.3).
 * @throws The error that `fail` creates, for a value that is not as described.
 */
export type ConvertItem = (
  item: unknown,
  text: string,
  rule: StreamRule,
  fail: (found: string, text: string, code: ResponseErrorCode) => Error,
  call: Pick<ClientCall, "sender" | "event">,
) => unknown;
