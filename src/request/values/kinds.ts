/** The kinds of values, from the text or the number in JSON (contract J.2). */
import type { ValueFormat } from "../../catalog/values.js";

export interface ValueKind {
  readonly format: ValueFormat;
  /** The end of error messages: "is not <expected>". */
  readonly expected: string;
  /**
   * Reads a value; returns one that is converted already. `undefined` if it is not valid, and
   * {@link ROUNDED} for a number whose digits are needed.
   * @param digits The text of an integer that a number cannot hold, or the number; absent if unknown.
   */
  readonly read: (json: unknown, digits: unknown) => unknown;
  /** @throws Error if the platform does not have the type of the value. */
  readonly expectType?: () => void;
}

// ---- Date

/** RFC 3339, section 5.6. Many services leave out the seconds, or the colon of the offset. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$/;

/** A leap second (RFC 3339, section 5.7), which `Date` does not take. */
const LEAP_SECOND = /:60(?=\.|Z|[+-])/i;

export const dates: ValueKind = {
  format: "date-time",
  expected: "a date-time with an offset (RFC 3339)",
  read(json) {
    if (typeof json !== "string") return json instanceof Date ? json : undefined;
    if (!DATE_TIME.test(json) || !isDayOfMonth(json)) return undefined;
    const date = new Date(json);
    if (!Number.isNaN(date.getTime())) return date;
    const before = new Date(json.replace(LEAP_SECOND, ":59"));
    return Number.isNaN(before.getTime()) ? undefined : new Date(before.getTime() + 1000);
  },
};

/** False for a day such as February 30, which platforms read as March 2. */
function isDayOfMonth(text: string): boolean {
  const tens = text.charCodeAt(8);
  if (tens < 0x32) return true; // a 2
  const day = Number(text.slice(8, 10));
  const first = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, day));
  return first.getUTCDate() === day;
}

// ---- Temporal

/** The parts of `Temporal` that are used; TypeScript does not know it yet. */
interface TemporalType {
  from(text: string): unknown;
}

function findType(name: string): TemporalType | undefined {
  const { Temporal } = globalThis as { readonly Temporal?: Readonly<Record<string, TemporalType>> };
  return Temporal?.[name];
}

function createTemporalKind(
  name: string,
  format: ValueFormat,
  expected: string,
  pattern: RegExp,
): ValueKind {
  return {
    format,
    expected,
    read(json) {
      if (isTemporal(json, name)) return json;
      if (typeof json !== "string" || !pattern.test(json)) return undefined;
      try {
        return findType(name)?.from(json);
      } catch {
        return undefined; // the RangeError does not name the path
      }
    },
    expectType() {
      if (findType(name)) return;
      const message = `This platform has no Temporal.${name}; load a polyfill such as "temporal-polyfill/global" before the client is created.`;
      throw Object.assign(new Error(message), { code: "MISSING_TEMPORAL" });
    },
  };
}

/** Tells whether a value is of a type of `Temporal`, of the platform or of a polyfill. */
export function isTemporal(value: unknown, name = ""): value is { toJSON(): string } {
  return Object.prototype.toString.call(value).startsWith(`[object Temporal.${name}`);
}

export const instants: ValueKind = /* @__PURE__ */ createTemporalKind(
  "Instant",
  "date-time",
  dates.expected,
  DATE_TIME,
);

export const plainDates: ValueKind = /* @__PURE__ */ createTemporalKind(
  "PlainDate",
  "date",
  "a date (RFC 3339)",
  /^\d{4}-\d\d-\d\d$/,
);

// ---- bigint

/** The result for an integer that `JSON.parse` may have rounded. */
export const ROUNDED = /* @__PURE__ */ Symbol("rounded");

export const bigints: ValueKind = {
  format: "int64",
  expected: "an integer whose digits are known",
  read(json, digits) {
    if (typeof json === "bigint") return json;
    if (typeof json !== "number") return undefined;
    if (Number.isSafeInteger(json)) return BigInt(json);
    if (digits === undefined && Number.isInteger(json)) return ROUNDED;
    return typeof digits === "string" ? BigInt(digits) : undefined;
  },
};
