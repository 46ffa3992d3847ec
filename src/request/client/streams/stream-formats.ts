/** From the text of a stream, which arrives in pieces, to records, and from these to items (contract I.3 to I.5). */
import { createEventParser, type OnField } from "../../../base/event-stream.js";
import { createLineSplitter } from "../../../base/lines.js";
import type { StreamFormat, StreamRule } from "../../../catalog/client.js";
import type { RoutePlan } from "../../endpoint/route/placement.js";
import type { RequestOptions } from "../../endpoint/types.js";
import type { ClientCall, InternalSettings } from "../call.js";
import type { ResponseErrorCode } from "../errors.js";
import type { StreamOptions } from "../types.js";

// ---- Records

/** The longest item, in characters. */
export const MAX_ITEM_SIZE = 2 ** 25;

/** Server-sent events. Drops an event that the end cuts off (HTML Living Standard, section 9.2.6). */
export const eventStream: ReadFormat = (onRecord, { maxItemSize = MAX_ITEM_SIZE, onField }) =>
  createEventParser(maxItemSize, onRecord, onField);

/** A JSON text on each line. The last one may lack its line feed (jsonlines.org). */
export const jsonLines: ReadFormat = (onRecord, { maxItemSize = MAX_ITEM_SIZE }) => {
  const split = createLineSplitter(maxItemSize, (text, start, end) =>
    onRecord(text?.slice(start, end)),
  );
  return (piece, isEnd) => split(isEnd ? `${piece}\n` : piece);
};

// ---- Items

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
export const convertItem: ConvertItem = (item, text, { events }, fail, { sender, route }) => {
  try {
    // The item of an event holds the JSON.
    const json = events ? `{"data":${text}}` : text;
    return sender.values ? sender.values.convert(item, json, route, "stream") : item;
  } catch (error) {
    throw fail(`, and then ${(error as Error).message}`, text, "INVALID_VALUE");
  }
};

// ---- Types

/** Options of a stream, with those that only the runtime sets. */
export interface InternalStreamOptions
  extends StreamOptions, Pick<InternalSettings, "attemptTimeout" | "body"> {
  /** Gets the fields of an event stream. */
  readonly onField?: OnField | undefined;
  /** The plan of the route, where a function brings it. */
  readonly plan?: RoutePlan | undefined;
  /** The rule of the route, where a function brings it. */
  readonly rule?: StreamRule | undefined;
  /** Changes the request before it is sent. */
  readonly change?: ((request: RequestOptions) => RequestOptions) | undefined;
}

export type StreamFormats = { readonly [Format in StreamFormat]?: ReadFormat };

/** Creates a function that takes each piece of text, and is called once more at the end. */
export type ReadFormat = (
  onRecord: OnRecord,
  options: InternalStreamOptions,
) => (piece: string, isEnd: boolean) => void;

export type OnRecord = (...record: StreamRecord) => void;

/**
 * The text of one item of a stream, and the name of its event. The text is `undefined` for a record that is
 * too long.
 */
export type StreamRecord = readonly [text: string | undefined, event?: string];

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
  call: Pick<ClientCall, "sender" | "route">,
) => unknown;
