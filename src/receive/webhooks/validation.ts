/** The option `validation`: checks payloads against their schemas before handlers run. */
import {
  checkOptionNames,
  expectFunction,
  expectReaction,
  type OptionNames,
  quote,
  quoteDelivery,
  type Reaction,
} from "../../base/expect.js";

/**
 * Checks the option.
 * @throws TypeError if `validate` is not a function or `onInvalid` is not one of its values.
 */
export function readValidation(options: unknown): Validation | undefined {
  if (options === undefined) return undefined;
  // Each property is checked below.
  const optionRecord = (options ?? {}) as Partial<Record<string, unknown>>;
  checkOptionNames(optionRecord, VALIDATION_OPTIONS);
  const { validate, onInvalid = "warn" } = optionRecord;
  return {
    // The parameters of a function cannot be seen.
    validate: expectFunction(validate, "`validation.validate`") as ValidatePayload<string>,
    onInvalid: expectReaction(onInvalid, "`validation.onInvalid`"),
  };
}

const VALIDATION_OPTIONS: OptionNames<ValidationOptions<string>> = {
  validate: true,
  onInvalid: true,
};

/**
 * Explains the error of a payload whose values cannot be converted, by its path; `undefined` for any
 * other error.
 */
export function describeInvalidValue(
  delivery: { readonly id: string; readonly name: string },
  error: unknown,
): string | undefined {
  const { code, path = "", detail } = error as Partial<Record<string, string>>;
  if (code !== "INVALID_VALUE") return undefined;
  return `The payload of ${quoteDelivery(delivery)} has an invalid value: ${quote(path)} ${detail}.`;
}

/** Describes an invalid payload by its first errors, without any of its values. */
export function describeInvalid(
  delivery: { readonly id: string; readonly name: string },
  { errors }: InvalidPayload,
): string {
  const listed = errors
    .slice(0, MAX_LISTED_ERRORS)
    .map(({ path, keyword }) => `${quote(path)} (${keyword})`);
  const detail = `${listed.join(", ")}; errors: ${errors.length}`;
  return `The payload of ${quoteDelivery(delivery)} does not match the schema: ${detail}.`;
}

/** Most errors that a message lists. */
const MAX_LISTED_ERRORS = 5;

// ---- Types

/** Error in a payload. It holds none of the payload's values. */
export interface PayloadError {
  /** A JSON pointer to the value at fault (RFC 6901); the empty string is the payload itself. */
  readonly path: string;
  /**
   * The rule that is broken: `required`, `type`, `enum`, `anyOf` (none of the alternatives
   * matches), `never` (no value is allowed) or `depth` (nested too deeply to be checked).
   */
  readonly keyword: string;
  readonly message: string;
}

export interface InvalidPayload {
  readonly valid: false;
  /** At least one and at most a hundred, in the order of the schema. */
  readonly errors: readonly PayloadError[];
}

/** Verdict of a validator on a payload. */
export type PayloadVerdict = { readonly valid: true } | InvalidPayload;

/** Validates a payload, as `validatePayload` of `typewire/validate` does. */
export type ValidatePayload<Name extends string> = (
  name: Name,
  payload: unknown,
) => PromiseLike<PayloadVerdict>;

export interface ValidationOptions<Name extends string> {
  /** Such as `validatePayload` of `typewire/validate`. It is called with known event names only. */
  readonly validate: ValidatePayload<Name>;
  /**
   * Reaction to an invalid payload. `warn`, the default, writes to `log.warn` and runs the
   * handlers; `throw` fails the delivery with the code `INVALID_PAYLOAD` and runs none; `ignore`
   * only runs the handlers, for a `validate` that reports by itself.
   */
  readonly onInvalid?: Reaction | undefined;
}

/** Checked option `validation`. */
export interface Validation {
  readonly validate: ValidatePayload<string>;
  readonly onInvalid: Reaction;
}
