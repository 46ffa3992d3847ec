/** Makes schemes of descriptions at run time, for services without a preset. */
import { describeKind, isRecord } from "../../base/values.js";
import type { SignatureDescription } from "../../catalog/signatures.js";
import { isText, unexpected } from "../../base/expect.js";
import { HEADER_NAME, isAlgorithmName, planSignature } from "./plan/plan.js";
import { listSchemeCode } from "./plan/scheme-code.js";
import * as readers from "./readers.js";
import { ALGORITHMS } from "./scheme.js";
import { standardWebhooks } from "./schemes.js";
import type { Algorithm, PlaceholderReader, SignatureScheme } from "./types.js";

/** Scheme of a service, with the code of its algorithm. */
export interface SchemeDefinition extends Omit<SignatureDescription, "algorithm"> {
  readonly algorithm: Algorithm;
  /**
   * Readers of placeholders of your own in `content`, by their names: `{ form: ({ body }) => … }`.
   * A reader returns the signed value of that place, or `undefined` to refuse the delivery.
   */
  readonly placeholders?: Readonly<Record<string, PlaceholderReader>>;
}

/**
 * Defines the scheme of a service that has no preset (contract E.2).
 * @example
 * const acme = defineScheme({ header: "acme-signature", algorithm: HMAC_SHA256 });
 * const verifier = createVerifier(acme, { secrets: [secret] });
 * @throws TypeError for a definition that contradicts itself, has an unknown key or placeholder, or a
 * value of the wrong kind.
 */
export function defineScheme(definition: SchemeDefinition): SignatureScheme {
  expectDefinition(definition);
  const { algorithm, placeholders, ...description } = definition;
  return createScheme({ ...description, algorithm: algorithm.name }, algorithm, placeholders);
}

/**
 * Defines Standard Webhooks under other header names.
 * @example
 * const svix = defineStandardWebhooks("svix"); // `svix-id`, `svix-timestamp`, `svix-signature`
 */
export function defineStandardWebhooks(headerPrefix: string): SignatureScheme {
  const prefix = headerPrefix.toLowerCase();
  const id = `${prefix}-id`;
  const timestamp = `${prefix}-timestamp`;
  return {
    ...standardWebhooks,
    header: `${prefix}-signature`,
    timestamp,
    content: ["", id, ".", timestamp, "."],
    id,
    deliveries: { event: { body: "type" }, delivery: { header: id } },
  };
}

// ---- From a description to a scheme

/**
 * Makes a scheme of a description. A bundle then has the code of every kind of scheme, but no algorithm.
 * @param ownReaders of the caller's own placeholders in `content`, by their names.
 * @throws TypeError for a description that contradicts itself.
 */
export function createScheme(
  description: SignatureDescription,
  use: Algorithm,
  ownReaders: Readonly<Record<string, PlaceholderReader>> = {},
): SignatureScheme {
  const plan = planSignature(description, Object.keys(ownReaders));
  const { parts, placeholders, adapt } = listSchemeCode(description, plan);
  const knownReaders = Object.entries(placeholders).map(
    ([name, reader]) => [name, readers[reader]] as const,
  );
  const customReaders = Object.entries(ownReaders).map(
    ([name, reader]) => [`{${name}}`, reader] as const,
  );
  return {
    ...plan,
    use: adapt === undefined ? use : readers[adapt](use),
    readSecret: readers[parts.readSecret],
    readContent: readers[parts.readContent],
    read: readers[parts.read],
    placeholders: Object.fromEntries([...knownReaders, ...customReaders]),
  };
}

/** Makes a scheme of a description, with the package's code of its algorithm. A bundle then has all of them. */
export function createAnyScheme(description: SignatureDescription): SignatureScheme {
  return createScheme(description, ALGORITHMS[description.algorithm]);
}

// ---- Checks of a definition in code, as the generator checks one in YAML

/** Test of a value, and the words for what it expects. */
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

/** Checks of each key, by the path of its map. The keys are those of the YAML's JSON Schema, and `placeholders`. */
export const DEFINITION: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  "": {
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
  },
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

/** @throws TypeError for an unknown key, and for a value of the wrong kind. */
export function expectDefinition(definition: unknown): void {
  if (!isRecord(definition)) throw unexpected(definition, "The scheme", "an object");
  for (const [path, checks] of Object.entries(DEFINITION)) {
    const map = path === "" ? definition : definition[path];
    if (map !== undefined) expectKnownKeys(map as Keys, checks, path && `${path}.`); // checked above
  }
}

type Keys = Readonly<Record<string, unknown>>;

function expectKnownKeys(map: Keys, checks: Readonly<Record<string, Check>>, path: string): void {
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
