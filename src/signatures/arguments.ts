/** Checks of arguments that all parts share, and the one form of their messages. */

/** The error for an argument of the wrong kind. It names the kind and never shows the value. */
export function unexpected(value: unknown, what: string, expected: string): TypeError {
  return new TypeError(`${what} is ${describeKind(value)}; expected ${expected}.`);
}

export function describeKind(value: unknown): string {
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  if (value === undefined || value === null) return `${value}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** @throws TypeError for anything but a string that is not empty. */
export function expectText(value: unknown, what: string): string {
  if (typeof value === "string" && value) return value;
  throw unexpected(value, what, "a non-empty string");
}

/** Whether a secret, a signature or a name is there at all. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** @throws TypeError for anything but an object; a function is none. */
export function expectObject(
  value: unknown,
  what: string,
  expected: string,
): asserts value is object {
  if (typeof value !== "object" || value === null) throw unexpected(value, what, expected);
}

/** A copy without a prototype: nothing inherited can stand for a key that is absent. */
export function copyOwn<Value extends object>(value: Value): Value {
  return Object.assign(Object.create(null) as Value, value);
}

/**
 * A copy of the options: nothing inherited can become a secret, or a path.
 * @throws TypeError for anything but an object.
 */
export function readOptions<Options>(options: Options, what: string, expected: string): Options {
  expectObject(options, what, expected);
  return copyOwn(options);
}
