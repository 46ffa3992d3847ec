/** Checks a definition in code as the generator checks one in YAML. */
import { describeKind, isText, unexpected } from "./arguments.js";
import { HEADER_NAME, isAlgorithmName } from "./plan/plan.js";

/** What a value is expected to be, the test of it, and whether it may be absent. */
interface Check {
  readonly expected: string;
  readonly isMet: (value: unknown) => boolean;
  readonly isNeeded?: true;
}

const TEXT: Check = { expected: "a non-empty string", isMet: isText };
const HEADER: Check = {
  expected: "a header name",
  isMet: (value) => isText(value) && HEADER_NAME.test(value),
};
const NEEDED_HEADER: Check = { ...HEADER, isNeeded: true };

/** The keys of each map of a definition, by its path: those of the JSON Schema of the YAML, and `placeholders`. */
export const DEFINITION: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  "": {
    header: NEEDED_HEADER,
    algorithm: {
      expected: "an algorithm such as HMAC_SHA256",
      isMet: isAlgorithm,
      isNeeded: true,
    },
    encoding: oneOf("hex", "base64"),
    format: TEXT,
    separator: TEXT,
    content: TEXT,
    id: { expected: "an object with `header`", isMet: isMap },
    timestamp: { expected: "an object", isMet: isMap },
    tolerance: {
      expected: "a number of seconds, zero or more",
      isMet: (value) => typeof value === "number" && value >= 0,
    },
    secret: { expected: "an object", isMet: isMap },
    placeholders: {
      expected: "an object of functions",
      isMet: (value) => isMap(value) && Object.values(value).every(isFunction),
    },
  },
  id: { header: NEEDED_HEADER },
  timestamp: {
    header: HEADER,
    body: {
      expected: "a dotted path such as `type` or `data.kind`",
      isMet: (value) => isText(value) && /^[^.\s]+(\.[^.\s]+)*$/.test(value),
    },
    unit: oneOf("seconds", "milliseconds"),
  },
  secret: { prefix: TEXT, encoding: oneOf("text", "hex", "base64") },
};

/** @throws TypeError for an unknown key, and for a value of the wrong kind. */
export function expectDefinition(definition: unknown): void {
  if (!isMap(definition)) throw unexpected(definition, "The scheme", "an object");
  for (const [path, checks] of Object.entries(DEFINITION)) {
    const map = path === "" ? definition : definition[path];
    if (map !== undefined) expectKeys(map as Keys, checks, path && `${path}.`); // checked above
  }
}

type Keys = Readonly<Record<string, unknown>>;

function expectKeys(map: Keys, checks: Readonly<Record<string, Check>>, path: string): void {
  const unknown = Object.keys(map).find((key) => !Object.hasOwn(checks, key));
  if (unknown !== undefined) {
    const list = Object.keys(checks).map((key) => `\`${key}\``);
    const message = `The scheme has the unknown key \`${path}${unknown}\`; expected one of ${list.join(", ")}.`;
    throw new TypeError(message);
  }
  for (const [key, { expected, isMet, isNeeded }] of Object.entries(checks)) {
    const value = map[key];
    if (value === undefined ? !isNeeded : isMet(value)) continue;
    const got = isText(value) ? JSON.stringify(value) : describeKind(value);
    throw new TypeError(`The scheme's \`${path}${key}\` is ${got}; expected ${expected}.`);
  }
}

function oneOf(...values: readonly string[]): Check {
  const list = values.map((value) => `\`${value}\``).join(", ");
  return { expected: `one of ${list}`, isMet: (value) => values.some((known) => known === value) };
}

function isAlgorithm(value: unknown): boolean {
  if (!isMap(value)) return false;
  const methods = [value["createKey"], value["sign"], value["matches"]];
  return isAlgorithmName(value["name"]) && methods.every(isFunction);
}

function isMap(value: unknown): value is Keys {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
