/** Chooses the parts of the runtime that receive the deliveries of one service. */
import type { SignaturePlan } from "../../../src/catalog/signatures.js";
import { RUNTIME } from "../../../src/exports.js";
import { isOfBody, planSignature } from "../../../src/receive/signatures/plan/plan.js";
import {
  listSchemeCode,
  type SchemeCode,
} from "../../../src/receive/signatures/plan/scheme-code.js";
import type { EventResource, SchemaModel, VendorWebhooks } from "../../model/model.js";
import { placeholdersOfEvent } from "../../model/names.js";
import { code, joinCode, local, ofModule, ofRuntime } from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Code, Imported, Printable } from "../print/types.js";

/** The generated module of the catalog of deliveries, and of the data beside it. */
export const WEBHOOK_CATALOG = ofModule("./webhook-catalog.js");

const PLAN = WEBHOOK_CATALOG.value("webhookSignature");

const DELIVERIES = ofRuntime("deliveries");

/**
 * Lists the code for a vendor's deliveries; a client imports no other.
 * @param furtherParts Parts that depend on the schemas of payloads.
 */
export function listDeliveryCode(
  model: SchemaModel,
  webhooks: VendorWebhooks,
  furtherParts: readonly DeliveryPart[] = [],
): DeliveryCode {
  const plan = planSignature(webhooks.signature);
  const signsBodyAlone = isOfBody(plan);
  const schemeCode = listSchemeCode(webhooks.signature, plan);
  const { readSecret } = schemeCode.parts;
  const used: UsedCode = signsBodyAlone ? { ...schemeCode, parts: { readSecret } } : schemeCode;
  // By default, the toolkit reads the name of an event from a header that is not signed.
  const hasDefaultName = signsBodyAlone && "header" in webhooks.event;
  return {
    scheme: code`${signing("bindScheme")}(${PLAN}, ${printSchemeParts(used)})`,
    kind: chooseKind(signsBodyAlone, hasDefaultName),
    parts: [...listParts(model, webhooks, hasDefaultName), ...furtherParts],
    standalone: signsBodyAlone ? printOfBody(used, plan) : printOfHeaders(used, plan),
  };
}

/** Chooses the type of `Webhooks` by what a signature covers, and by where the name of an event is. */
function chooseKind(signsBodyAlone: boolean, hasDefaultName: boolean): DeliveryCode["kind"] {
  if (!signsBodyAlone) return { type: "HeaderWebhooks", argument: "headers" };
  return hasDefaultName ? { type: "Webhooks" } : { type: "SignedWebhooks", argument: "signed" };
}

// ---- Parts of the toolkit

/** @param hasDefaultName The name of an event is in a header that is not signed, where the toolkit looks for it. */
function* listParts(
  model: SchemaModel,
  { delivery, body, challenges }: VendorWebhooks,
  hasDefaultName: boolean,
): Generator<DeliveryPart> {
  const hasDefaultId = delivery === undefined || "header" in delivery;
  if (!hasDefaultName || !hasDefaultId)
    yield { key: "fields", value: DELIVERIES.value("readFields") };
  if (body === "form") yield { key: "body", value: DELIVERIES.value("readFormDelivery") };
  else if (typeof body === "object") {
    const call = { name: "bodyFormat", argument: JSON.stringify(body.form) };
    yield { key: "body", value: DELIVERIES.value("createFormDeliveryReader"), call };
  }
  if (model.events.some(({ name }) => placeholdersOfEvent(name).length > 0)) {
    const call = {
      name: "nameMatcher",
      argument: ofModule("./event-names.js").value("emitterEventNames"),
    };
    yield { key: "matchName", value: DELIVERIES.value("createNameMatcher"), call };
  }
  if (listDottedNames(model).length > 0) {
    const call = { name: "nameSplitter", argument: WEBHOOK_CATALOG.value("dottedEventNames") };
    yield { key: "splitName", value: DELIVERIES.value("createNameSplitter"), call };
  }
  if (hasEventResources(model)) {
    const call = { name: "resources", argument: WEBHOOK_CATALOG.value("webhookResources") };
    yield { key: "resources", value: DELIVERIES.value("createResources"), call };
  }
  if (challenges.length > 0) {
    const call = { name: "challenges", argument: WEBHOOK_CATALOG.value("webhookChallenges") };
    yield { key: "challenge", value: DELIVERIES.value("createChallenges"), call };
  }
}

/** Prints the constants that an export is bound to. A bundler drops them together with that export. */
export function printConstants({ scheme, parts }: DeliveryCode): Code {
  const constants = parts.flatMap(({ value, call }) =>
    call ? [code`${local("const", call.name)} = /* @__PURE__ */ ${value}(${call.argument});`] : [],
  );
  return joinCode(
    [code`${local("const", "scheme")} = /* @__PURE__ */ ${scheme};`, ...constants],
    "\n",
  );
}

/** The part as a member of the object that is passed: by its constant, or as it is imported. */
export function printPart({ key, value, call }: DeliveryPart): Code {
  if (call === undefined) return value.name === key ? code`${value}` : code`${key}: ${value}`;
  return code`${call.name === key ? key : `${key}: ${call.name}`}`;
}

// ---- Signing and verifying

/** The names of the subpath `webhooks`, which has those that the toolkit needs for every scheme of the body. */
const NAMES_OF_WEBHOOKS: ReadonlySet<string> = new Set(
  Object.values(RUNTIME.webhooks.names.binding).flat(),
);

/** A function of the runtime that signs or verifies. */
function signing(name: string): Imported {
  return ofRuntime(NAMES_OF_WEBHOOKS.has(name) ? "webhooks" : "signing").value(name);
}

/** The parts that carry out a plan, as an object literal. */
function printSchemeParts({ algorithm, adapt, parts, placeholders }: UsedCode): Code {
  const readers = Object.entries(placeholders).map(
    ([name, reader]) => code`${JSON.stringify(name)}: ${signing(reader)}`,
  );
  const algorithmCode = signing(algorithm);
  const fields = [
    code`use: ${adapt === undefined ? algorithmCode : code`${signing(adapt)}(${algorithmCode})`}`,
    ...Object.entries(parts).map(([key, value]) => code`${key}: ${signing(value)}`),
    ...(readers.length === 0 ? [] : [code`placeholders: { ${joinCode(readers, ", ")} }`]),
  ];
  return code`{ ${joinCode(fields, ", ")} }`;
}

/**
 * `sign` and `verify` for a signature of the body alone. Plain HMAC with the secret as key, which most services use,
 * has a smaller implementation.
 */
function printOfBody(scheme: UsedCode, { prefix, item, encoding }: SignaturePlan): StandaloneCode {
  const hash = HASHES.get(scheme.algorithm);
  if (hash === undefined || scheme.parts.readSecret !== "readTextSecret") {
    return {
      kind: "body",
      sign: code`${signing("bindTextSign")}(${PLAN}, PARTS)`,
      verify: code`${signing("bindTextVerify")}(${PLAN}, PARTS)`,
      constants: code`${local("const", "PARTS")} = ${printSchemeParts(scheme)};\n\n`,
    };
  }
  return {
    kind: "body",
    sign: code`${signing("bindHmacSign")}(${hash}, ${JSON.stringify(prefix)}, "${encoding}")`,
    verify: code`${signing("bindHmacVerify")}(${hash}, ITEM, "${encoding}")`,
    constants: code`/** Pattern of the signature header. */\n${local("const", "ITEM")} = ${String(item)};\n\n`,
  };
}

const HASHES: ReadonlyMap<string, Imported> = new Map([
  ["HMAC_SHA1", signing("SHA1")],
  ["HMAC_SHA256", signing("SHA256")],
  ["HMAC_SHA512", signing("SHA512")],
]);

/** `sign` and `verify` for a signature over the body and headers. */
function printOfHeaders(scheme: UsedCode, plan: SignaturePlan): StandaloneCode {
  const hmac = printHmacVerify(scheme, plan);
  const parts = code`${local("const", "PARTS")} = ${printSchemeParts(scheme)};\n\n`;
  return {
    kind: "headers",
    sign: code`${signing("bindSign")}(${PLAN}, PARTS)`,
    verify: hmac?.verify ?? code`${signing("bindVerify")}(${PLAN}, PARTS)`,
    constants: hmac ? code`${parts}${hmac.constants}` : parts,
  };
}

/** The smaller implementation for HMAC over the body and headers with a timestamp; `undefined` for others. */
function printHmacVerify(
  { algorithm, parts }: UsedCode,
  plan: SignaturePlan,
): Pick<StandaloneCode, "verify" | "constants"> | undefined {
  const { header, item, encoding, content, timestamp, tolerance, unit, secretPrefix } = plan;
  const hash = HASHES.get(algorithm);
  const isOfHeaders = parts.readContent === "readLead" && parts.read === "readHeader";
  if (hash === undefined || !isOfHeaders || timestamp === undefined) return undefined;
  const signed = { header, item, encoding, content, timestamp, tolerance, unit };
  const readSecret = signing(parts.readSecret);
  const readKey =
    secretPrefix === undefined
      ? readSecret
      : code`(secret) => ${readSecret}(secret, ${JSON.stringify(secretPrefix)})`;
  return {
    verify: code`${signing("bindHmacHeaderVerify")}(${hash}, SIGNED, ${readKey})`,
    constants: code`/** Parts of a signed delivery that \`verify\` reads. */\n${local("const", "SIGNED")} = ${printValue(signed)} as const;\n\n`,
  };
}

// ---- Facts about events

/** Tells whether an event has a resource that a request gets. */
export function hasEventResources({ events }: SchemaModel): boolean {
  return events.some(({ resource }) => resource !== undefined);
}

/** The resources of events, by the names of these. */
export function listEventResources({
  events,
}: SchemaModel): Readonly<Record<string, EventResource>> {
  return Object.fromEntries(
    events.flatMap(({ name, resource }) => (resource ? [[name, resource] as const] : [])),
  );
}

/** Events with a dot in their own names, the longest first, if the vendor has actions. */
export function listDottedNames({ actionPath, events }: SchemaModel): readonly string[] {
  if (actionPath === undefined) return [];
  const names = events.map(({ name }) => name).filter((name) => name.includes("."));
  return names.sort((one, other) => other.length - one.length);
}

// ---- Types

/** Code that binds the webhook toolkit to the signatures and deliveries of one vendor. */
export interface DeliveryCode {
  /** The expression that binds the signature scheme. */
  readonly scheme: Code;
  /** The type of `Webhooks`, and the argument that chooses it. */
  readonly kind: { readonly type: string; readonly argument?: "signed" | "headers" };
  readonly parts: readonly DeliveryPart[];
  readonly standalone: StandaloneCode;
}

/** The expressions that bind `sign` and `verify` without the toolkit. */
export interface StandaloneCode {
  /** A signature of the body alone is a text; others are headers. */
  readonly kind: "body" | "headers";
  readonly sign: Code;
  readonly verify: Code;
  /** Declarations that both refer to, with a blank line after them; empty if there are none. */
  readonly constants: Code;
}

/** Code that only some vendors need. */
export interface DeliveryPart {
  /** The property that it is passed as. */
  readonly key: string;
  readonly value: Imported;
  /** The call that creates the part, if `value` is a function that creates it. */
  readonly call?: { readonly name: string; readonly argument: Printable };
}

/** The code of a scheme. A signature of the body alone needs only one of the parts. */
interface UsedCode extends Omit<SchemeCode, "parts"> {
  readonly parts: Pick<SchemeCode["parts"], "readSecret"> & Partial<SchemeCode["parts"]>;
}
