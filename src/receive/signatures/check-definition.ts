/** Checks the definition of a scheme in code, by the same rules by which the generator checks one in YAML. */
import { describeKind, isRecord } from "../../base/values.js";
import { isText, unexpected } from "../../base/expect.js";
import { isAlgorithmName } from "./plan/plan.js";
import { HEADER_NAME } from "./plan/signed-content.js";

/** @throws TypeError for an unknown key, and for a value of the wrong kind. */
export function expectDefinition(definition: unknown): void {
  if (!isRecord(definition)) throw unexpected(definition, "The scheme", "an object");
  expectKnownKeys(definition, DEFINITION, "");
  for (const [key, checks] of Object.entries(INNER_OBJECTS)) {
    const inner = definition[key];
    if (isRecord(inner)) expectKnownKeys(inner, checks, `${key}.`); // else it is left out: `DEFINITION` is checked
  }
}

/** @param path begins the names of the keys in messages, such as `timestamp.`. */
function expectKnownKeys(
  object: Readonly<Record<string, unknown>>,
  checks: Checks,
  path: string,
): void {
  const unknown = Object.keys(object).find((key) => !Object.hasOwn(checks, key));
  if (unknown !== undefined) {
    const list = Object.keys(checks).map((key) => `\`${key}\``);
    const message = `The scheme has the unknown key \`${path}${unknown}\`; expected one of ${list.join(", ")}.`;
    throw new TypeError(message);
  }
  for (const [key, { expected, isMet, isNeeded }] of Object.entries(checks)) {
    const value = object[key];
    if (value === undefined ? !isNeeded : isMet(value)) continue;
    const got = isText(value) ? JSON.stringify(value) : describeKind(value);
    throw new TypeError(`The scheme's \`${path}${key}\` is ${got}; expected ${expected}.`);
  }
}

// ---- Checks of each key. The keys are those of the YAML's JSON Schema, and `placeholders`.

/** Test of a value, and the words for what it expects. */
interface Check {
  readonly expected: string;
  readonly isMet: (value: unknown) => boolean;
  readonly isNeeded?: true;
}

type Checks = Readonly<Record<string, Check>>;

const TEXT: Check = { expected: "a non-empty string", isMet: isText };
const HEADER: Check = {
  expected: "a header name",
  isMet: (value) => isText(value) && HEADER_NAME.test(value),
};
const NEEDED_HEADER: Check = { ...HEADER, isNeeded: true };

/** Checks of the keys of a definition. */
export const DEFINITION: Checks = {
  header: NEEDED_HEADER,
  algorithm: {
    expected: "an algorithm such as HMAC_SHA256",
    isMet: isAlgorithm,
    isNeeded: true,
  },
  encoding: /* @__PURE__ */ createChoice("hex", "base64"),
  format: TEXT,
  separator: TEXT,
  content: TEXT,
  id: { expected: "an object with `header`", isMet: isRecord },
  timestamp: { expected: "an object", isMet: isRecord },
  tolerance: {
    expected: "a number of seconds, zero or more",
    isMet: (value) => typeof value === "number" && value >= 0,
  },
  secret: { expected: "an object", isMet: isRecord },
  placeholders: {
    expected: "an object of functions",
    isMet: (value) => isRecord(value) && Object.values(value).every(isFunction),
  },
};

/** Checks of the keys of the objects in a definition. */
export const INNER_OBJECTS: Readonly<Record<string, Checks>> = {
  id: { header: NEEDED_HEADER },
  timestamp: {
    header: HEADER,
    body: {
      expected: "a dotted path such as `type` or `data.kind`",
      isMet: (value) => isText(value) && /^[^.\s]+(\.[^.\s]+)*$/.test(value),
    },
    unit: /* @__PURE__ */ createChoice("seconds", "milliseconds"),
  },
  secret: { prefix: TEXT, encoding: /* @__PURE__ */ createChoice("text", "hex", "base64") },
};

function createChoice(...values: readonly string[]): Check {
  const list = values.map((value) => `\`${value}\``).join(", ");
  return { expected: `one of ${list}`, isMet: (value) => values.some((known) => known === value) };
}

function isAlgorithm(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const methods = [value["createKey"], value["sign"], value["matches"]];
  return isAlgorithmName(value["name"]) && methods.every(isFunction);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
