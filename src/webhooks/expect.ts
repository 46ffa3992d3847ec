/** Checks of arguments, and the words that messages use for what was passed or sent. */

import { describeKind, isText, unexpected } from "../signatures/arguments.js";

export {
  copyOwn,
  describeKind,
  expectObject,
  expectText,
  isText,
  readOptions,
  unexpected,
} from "../signatures/arguments.js";

/** 2³¹ − 1: the longest delay of a timer in milliseconds. A longer one would fire at once. */
export const MAX_INTEGER = 2_147_483_647;

/** @throws RangeError for anything but an integer from `minimum` to {@link MAX_INTEGER}. */
export function expectInteger(value: unknown, what: string, minimum = 1): number {
  const isNumber = typeof value === "number";
  if (isNumber && Number.isInteger(value) && value >= minimum && value <= MAX_INTEGER) return value;
  const got = isNumber ? value : describeKind(value);
  throw new RangeError(`${what} is ${got}; expected an integer from ${minimum} to ${MAX_INTEGER}.`);
}

/** @throws TypeError for anything but a function. */
export function expectFunction(value: unknown, what: string): (parameter: unknown) => unknown {
  // A function does not show what it takes: the types of the caller stand for that.
  if (typeof value === "function") return value as (parameter: unknown) => unknown;
  throw unexpected(value, what, "a function");
}

/** @throws TypeError for anything but a function, or nothing. */
export function expectOptionalFunction(
  value: unknown,
  what: string,
): ((parameter: unknown) => unknown) | undefined {
  return value === undefined ? undefined : expectFunction(value, what);
}

/** @throws TypeError for anything but one of the values. */
export function expectOneOf<Known extends string>(
  value: unknown,
  what: string,
  values: readonly Known[],
): Known {
  const found = values.find((known) => known === value);
  if (found !== undefined) return found;
  const got = isText(value) ? quote(value) : describeKind(value);
  throw new TypeError(`${what} is ${got}; expected one of ${values.join(", ")}.`);
}

/** @throws TypeError for anything but a signal, or nothing. */
export function expectSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw unexpected(signal, "`signal`", "an AbortSignal");
}

const REACTIONS = ["throw", "warn", "ignore"] as const;

/** What is done about something unexpected. */
export type Reaction = (typeof REACTIONS)[number];

/** @throws TypeError for anything but a {@link Reaction}. */
export function expectReaction(value: unknown, what: string): Reaction {
  return expectOneOf(value, what, REACTIONS);
}

const MAX_QUOTE_LENGTH = 64;

/** Quotes a name or an id in a message. It may come from a sender, so it is shortened and escaped. */
export function quote(text: string): string {
  return toAsciiJson(
    text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}...` : text,
  );
}

/** JSON in which every character outside printable ASCII is escaped. */
export function toAsciiJson(value: string | object): string {
  return JSON.stringify(value).replace(/[^ -~]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Names a delivery in the log. */
export function quoteDelivery(delivery: { readonly id: string; readonly name: string }): string {
  return `delivery ${quote(delivery.id)} of ${quote(delivery.name)}`;
}
