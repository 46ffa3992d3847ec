import type { DispatchedEvent } from "./dispatch.js";
import { expectFunction, expectOneOf } from "./expect.js";
import { quote, quoteDelivery } from "./quote.js";

/** One place in which a payload is not as the schema has it. It holds nothing of the payload's values. */
export interface PayloadError {
  /** A JSON pointer to the place (RFC 6901); the empty string is the payload itself. */
  readonly path: string;
  /**
   * What the place breaks: `required`, `type`, `enum`, `anyOf` (none of the alternatives matches),
   * `never` (nothing may stand there) or `depth` (nested too deeply to be looked at).
   */
  readonly keyword: string;
  readonly message: string;
}

export interface InvalidPayload {
  readonly valid: false;
  /** At least one and at most a hundred, in the order of the schema. */
  readonly errors: readonly PayloadError[];
}

/** What a validator says of a payload. */
export type PayloadVerdict = { readonly valid: true } | InvalidPayload;

/** As `typewire/validate` exports it. */
export type ValidatePayload<Name extends string> = (
  name: Name,
  payload: unknown,
) => PromiseLike<PayloadVerdict>;

/** What is done about an invalid payload. */
const REACTIONS = ["report", "refuse"] as const;

export interface ValidationOptions<Name extends string> {
  /** Such as `validatePayload` of `typewire/validate`. Called with known event names alone. */
  readonly validate: ValidatePayload<Name>;
  /**
   * `report`, the default, writes to `log.warn` and runs the handlers; `refuse` fails the delivery
   * with the code `INVALID_PAYLOAD` and runs none.
   */
  readonly onInvalid?: (typeof REACTIONS)[number] | undefined;
}

/** The option as it was checked. */
export interface Validation {
  readonly validate: ValidatePayload<string>;
  readonly isRefusing: boolean;
}

/** @throws TypeError when `validate` is no function or `onInvalid` is neither of its values. */
export function readValidation(options: unknown): Validation | undefined {
  if (options === undefined) return undefined;
  // Read as unknown, checked below.
  const { validate, onInvalid = "report" } = (options ?? {}) as Partial<Record<string, unknown>>;
  return {
    // What it takes cannot be seen from a function.
    validate: expectFunction(validate, "`validation.validate`") as ValidatePayload<string>,
    isRefusing: expectOneOf(onInvalid, "`validation.onInvalid`", REACTIONS) === "refuse",
  };
}

/** Names the delivery and the first places, and never what stands there. */
export function describeInvalid(event: DispatchedEvent, { errors }: InvalidPayload): string {
  const places = errors.slice(0, 5).map(({ path, keyword }) => `${quote(path)} (${keyword})`);
  const found = `${places.join(", ")}; errors: ${errors.length}`;
  return `The payload of ${quoteDelivery(event)} does not match the schema: ${found}.`;
}
