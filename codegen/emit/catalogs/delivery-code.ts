import { listSchemeCode } from "../../../src/signatures/plan/code.js";
import { planSignature, type SignaturePlan } from "../../../src/signatures/plan/plan.js";
import type { SchemaModel, VendorWebhooks } from "../../model/model.js";
import { placeholdersOf } from "../../model/names.js";
import { printValue } from "../print/print.js";

/** How the entries of a client bind the webhook toolkit to the code that its vendor needs. */
export interface DeliveryCode {
  /** The expression that binds the signature scheme. */
  readonly scheme: string;
  /** Names of the runtime in it. */
  readonly schemeValues: readonly string[];
  /** The type of `Webhooks`, and the argument that chooses it. */
  readonly kind: { readonly type: string; readonly argument?: "signed" | "headers" };
  readonly parts: readonly DeliveryPart[];
  /** `sign` and `verify` by themselves. */
  readonly free: FreeCode;
}

/** The expressions that bind `sign` and `verify` without the toolkit. */
export interface FreeCode {
  /** A signature of the body alone is a text; others are headers. */
  readonly kind: "body" | "headers";
  readonly sign: string;
  readonly verify: string;
  /** Declarations that both refer to, with a blank line after them; or nothing. */
  readonly constants: string;
  /** Names of the runtime in all of these. */
  readonly values: readonly string[];
  /** Whether they refer to the plan that the catalog's module exports. */
  readonly usesPlan: boolean;
}

/** Code that not every vendor needs. */
export interface DeliveryPart {
  /** The property that it is passed as. */
  readonly key: string;
  /** The name of the runtime. */
  readonly value: string;
  /** Arguments of the function that makes the part: a literal, or names of generated files. */
  readonly call?: { readonly name: string; readonly argument: string; readonly module?: string };
}

/** Names that are exported beside the catalog where they are needed. */
export const CATALOG = "./webhook-catalog.js";

/** Lists the code for a vendor's deliveries; a client imports no other. */
export function listDeliveryCode(model: SchemaModel, webhooks: VendorWebhooks): DeliveryCode {
  const plan = planSignature(webhooks.signature);
  const code = listSchemeCode(webhooks.signature, plan);
  const isOfBody = code.bind === "bindBodyScheme";
  const hasName = "header" in webhooks.event;
  const bodyKind = hasName
    ? { type: "Webhooks" }
    : { type: "SignedWebhooks", argument: "signed" as const };
  return {
    ...(isOfBody ? printBodyScheme(code) : printHeaderScheme(code)),
    kind: isOfBody ? bodyKind : { type: "HeaderWebhooks", argument: "headers" },
    parts: [...listParts(model, webhooks, isOfBody && hasName)],
    free: isOfBody ? printFreeBody(code, plan) : printFreeHeader(code, plan),
  };
}

type SchemeCode = ReturnType<typeof listSchemeCode>;

type SchemeText = Pick<DeliveryCode, "scheme" | "schemeValues">;

function printBodyScheme({ algorithm, parts: { readSecret } }: SchemeCode): SchemeText {
  const values = listBodyValues(algorithm, readSecret);
  return {
    scheme: `bindBodyScheme(${["webhookSignature", ...values].join(", ")})`,
    schemeValues: ["bindBodyScheme", ...values],
  };
}

/** The arguments after the plan; text is how a secret is read by default. */
function listBodyValues(algorithm: string, readSecret: string): readonly string[] {
  return readSecret === "readTextSecret" ? [algorithm] : [algorithm, readSecret];
}

function printHeaderScheme(code: SchemeCode): SchemeText {
  return {
    scheme: `bindHeaderScheme(webhookSignature, ${printSchemeParts(code)})`,
    schemeValues: ["bindHeaderScheme", ...listHeaderValues(code)],
  };
}

/** The parts that carry out a plan, as an object literal. */
function printSchemeParts({ algorithm, adapt, parts, placeholders }: SchemeCode): string {
  const readers = Object.entries(placeholders).map(
    ([name, reader]) => `${JSON.stringify(name)}: ${reader}`,
  );
  const fields = [
    `use: ${adapt === undefined ? algorithm : `${adapt}(${algorithm})`}`,
    ...Object.entries(parts).map(([key, value]) => `${key}: ${value}`),
    ...(readers.length === 0 ? [] : [`placeholders: { ${readers.join(", ")} }`]),
  ];
  return `{ ${fields.join(", ")} }`;
}

function listHeaderValues(code: SchemeCode): readonly string[] {
  const { algorithm, adapt, parts, placeholders } = code;
  const adapters = adapt === undefined ? [] : [adapt];
  return [algorithm, ...adapters, ...Object.values(parts), ...Object.values(placeholders)];
}

/** HMAC with a secret that is the key, as most services sign, has shorter code of its own. */
function printFreeBody(
  { algorithm, parts: { readSecret } }: SchemeCode,
  { prefix, item, encoding }: SignaturePlan,
): FreeCode {
  const hash = HASHES.get(algorithm);
  if (hash !== undefined && readSecret === "readTextSecret") {
    return {
      kind: "body",
      sign: `bindHmacSign(${hash}, ${JSON.stringify(prefix)}, "${encoding}")`,
      verify: `bindHmacVerify(${hash}, ITEM, "${encoding}")`,
      constants: `/** What the text of a signature header is. */\nconst ITEM = ${String(item)};\n\n`,
      values: ["bindHmacSign", "bindHmacVerify", hash],
      usesPlan: false,
    };
  }
  const values = listBodyValues(algorithm, readSecret);
  const list = ["webhookSignature", ...values].join(", ");
  return {
    kind: "body",
    sign: `bindSign(${list})`,
    verify: `bindVerify(${list})`,
    constants: "",
    values: ["bindSign", "bindVerify", ...values],
    usesPlan: true,
  };
}

const HASHES: ReadonlyMap<string, string> = new Map([
  ["HMAC_SHA1", "SHA1"],
  ["HMAC_SHA256", "SHA256"],
  ["HMAC_SHA512", "SHA512"],
]);

function printFreeHeader(code: SchemeCode, plan: SignaturePlan): FreeCode {
  const short = printShortVerify(code, plan);
  return {
    kind: "headers",
    sign: "bindHeaderSign(webhookSignature, PARTS)",
    verify: short?.verify ?? "bindHeaderVerify(webhookSignature, PARTS)",
    constants: `const PARTS = ${printSchemeParts(code)};\n\n${short?.constants ?? ""}`,
    values: [
      "bindHeaderSign",
      ...(short?.values ?? ["bindHeaderVerify"]),
      ...listHeaderValues(code),
    ],
    usesPlan: true,
  };
}

/** HMAC over headers, a timestamp among them, and the body has shorter code of its own. */
function printShortVerify({ algorithm, parts }: SchemeCode, plan: SignaturePlan) {
  const { header, item, encoding, content, timestamp, tolerance, unit, secretPrefix } = plan;
  const hash = HASHES.get(algorithm);
  const isOfHeaders = parts.readContent === "readLead" && parts.read === "readHeader";
  if (hash === undefined || !isOfHeaders || timestamp === undefined) return undefined;
  const signed = { header, item, encoding, content, timestamp, tolerance, unit };
  const readKey =
    secretPrefix === undefined
      ? parts.readSecret
      : `(secret) => ${parts.readSecret}(secret, ${JSON.stringify(secretPrefix)})`;
  return {
    verify: `bindHmacHeaderVerify(${hash}, SIGNED, ${readKey})`,
    constants: `/** What \`verify\` reads of a delivery. */\nconst SIGNED = ${printValue(signed)} as const;\n\n`,
    values: ["bindHmacHeaderVerify", hash],
  };
}

function* listParts(
  model: SchemaModel,
  { delivery, body, challenges }: VendorWebhooks,
  isNamed: boolean,
): Generator<DeliveryPart> {
  const hasId = delivery === undefined || "header" in delivery;
  if (!isNamed || !hasId) yield { key: "fields", value: "readFields" };
  if (body === "form") yield { key: "body", value: "readFormDelivery" };
  else if (typeof body === "object") {
    const call = { name: "bodyFormat", argument: JSON.stringify(body.form) };
    yield { key: "body", value: "createFormDeliveryReader", call };
  }
  if (model.events.some(({ name }) => placeholdersOf(name).length > 0)) {
    const call = { name: "nameMatcher", argument: "emitterEventNames", module: "./event-names.js" };
    yield { key: "matchName", value: "createNameMatcher", call };
  }
  if (listDottedNames(model).length > 0) {
    const call = { name: "nameSplitter", argument: "dottedEventNames", module: CATALOG };
    yield { key: "splitName", value: "createNameSplitter", call };
  }
  if (challenges.length > 0) {
    const call = { name: "challenges", argument: "webhookChallenges", module: CATALOG };
    yield { key: "challenge", value: "createChallenges", call };
  }
}

/** Events whose own names hold a dot, the longest first, if the vendor has actions. */
export function listDottedNames({ actionPath, events }: SchemaModel): readonly string[] {
  if (actionPath === undefined) return [];
  const names = events.map(({ name }) => name).filter((name) => name.includes("."));
  return names.sort((one, other) => other.length - one.length);
}
