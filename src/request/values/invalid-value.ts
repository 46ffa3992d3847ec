/** The error of a value, which gets its path on the way from the value to the root. */

/** A value that cannot be read or sent. Each level that rethrows the error adds a step to its path. */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue";
  readonly code = "INVALID_VALUE";
  /** Such as `data.items[3].created_at`. */
  path = "";
  /** Set if the digits of an integer may make it valid. */
  readonly isRounded: boolean;

  readonly detail: string;

  constructor(detail: string, isRounded = false) {
    super(detail);
    this.detail = detail;
    this.isRounded = isRounded;
  }

  /** Puts a step before the path. A long path keeps its last steps. */
  within(step: string | number): this {
    if (this.path.length > MAX_PATH) return this;
    const isName = typeof step === "string" && /^[A-Za-z_$][\w$]*$/.test(step);
    const shown = isName ? step : `[${JSON.stringify(step)}]`;
    const joiner = this.path === "" || this.path.startsWith("[") ? "" : ".";
    this.path = shown + joiner + this.path;
    this.message = `${this.path} ${this.detail}`;
    return this;
  }
}

/** The longest path, in characters. */
const MAX_PATH = 1_000;
