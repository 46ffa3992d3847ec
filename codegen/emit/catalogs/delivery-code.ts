/** Chooses the parts of the runtime that receive the deliveries of one service. */
import type { SchemaModel, VendorWebhooks } from "../../model/model.js";
import { placeholdersOfEvent } from "../../model/names.js";
import { code, joinCode, local, ofModule, ofRuntime } from "../print/module.js";
import type { Code, Imported, Printable } from "../print/types.js";
import { hasEventResources, listDottedNames } from "./event-facts.js";
import { printSignatureCode, type StandaloneCode } from "./signature-code.js";

/** The generated module of the catalog of deliveries, and of the data beside it. */
export const WEBHOOK_CATALOG = ofModule("./webhook-catalog.js");

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
  const { event, delivery, signature } = webhooks;
  const { signsBodyAlone, scheme, standalone } = printSignatureCode(signature);
  // By default, the toolkit reads the name of an event from a header that is not signed, and the id from a header.
  const hasDefaultName = signsBodyAlone && "header" in event;
  const hasDefaultId = delivery === undefined || "header" in delivery;
  const hasDefaultFields = hasDefaultName && hasDefaultId;
  return {
    scheme,
    kind: chooseKind(signsBodyAlone, hasDefaultName),
    parts: [
      ...(hasDefaultFields ? [] : [FIELDS_PART]),
      ...listParts(model, webhooks),
      ...furtherParts,
    ],
    standalone,
  };
}

/** Chooses the type of `Webhooks` by what a signature covers, and by where the name of an event is. */
function chooseKind(signsBodyAlone: boolean, hasDefaultName: boolean): DeliveryCode["kind"] {
  if (!signsBodyAlone) return { type: "HeaderWebhooks", argument: "headers" };
  return hasDefaultName ? { type: "Webhooks" } : { type: "SignedWebhooks", argument: "signed" };
}

// ---- Parts of the toolkit

/** Reads the name or the id of a delivery elsewhere than the toolkit does by itself. */
const FIELDS_PART: DeliveryPart = { key: "fields", value: DELIVERIES.value("readFields") };

/** The parts that bodies, names of events and challenges need. */
function* listParts(
  model: SchemaModel,
  { body, challenges }: VendorWebhooks,
): Generator<DeliveryPart> {
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

/** Code that only some vendors need. */
export interface DeliveryPart {
  /** The property that it is passed as. */
  readonly key: string;
  readonly value: Imported;
  /** The call that creates the part, if `value` is a function that creates it. */
  readonly call?: { readonly name: string; readonly argument: Printable };
}
