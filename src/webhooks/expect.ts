/** The error for an argument that is not what it has to be: it shows its type, and none of the value. */
export function unexpected(value: unknown, role: string, expected: string): TypeError {
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const type = value === undefined || value === null ? String(value) : tag;
  return new TypeError(`Got ${type} as ${role}, expected ${expected}.`);
}

/** Whether a secret, a signature or a name is there at all. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** @throws TypeError for anything but a string that is not empty. */
export function expectText(value: unknown, role: string): string {
  if (isText(value)) return value;
  throw unexpected(value, role, "a non-empty string");
}

/** @throws TypeError for anything but a function. */
export function expectFunction(value: unknown, role: string): (parameter: unknown) => unknown {
  // What it takes cannot be seen from a function: the types of the caller stand for that.
  if (typeof value === "function") return value as (parameter: unknown) => unknown;
  throw unexpected(value, role, "a function");
}

/** @throws TypeError for anything but a function, or nothing. */
export function expectOptionalFunction(
  value: unknown,
  role: string,
): ((parameter: unknown) => unknown) | undefined {
  return value === undefined ? undefined : expectFunction(value, role);
}

/** @throws TypeError for anything but one of the values. */
export function expectOneOf<Known extends string>(
  value: unknown,
  role: string,
  values: readonly Known[],
): Known {
  const found = values.find((known) => known === value);
  if (found !== undefined) return found;
  throw unexpected(value, role, `one of ${values.join(", ")}`);
}
