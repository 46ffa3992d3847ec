import { listSchemeCode } from "../../../src/signatures/plan/code.js";
import { planSignature } from "../../../src/signatures/plan/plan.js";
import type { SchemaModel, VendorWebhooks } from "../../model.js";
import { placeholdersOf } from "../../names.js";

/** How the entries of a client bind the webhook toolkit to the code that its vendor needs. */
export interface DeliveryCode {
  /** The expression that binds the signature scheme. */
  readonly scheme: string;
  /** Names of the runtime in it. */
  readonly schemeValues: readonly string[];
  /** The type of `Webhooks`, and the argument that chooses it. */
  readonly kind: { readonly type: string; readonly argument?: "signed" | "headers" };
  readonly parts: readonly DeliveryPart[];
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
  };
}

type SchemeText = Pick<DeliveryCode, "scheme" | "schemeValues">;

function printBodyScheme({
  algorithm,
  parts: { readSecret },
}: ReturnType<typeof listSchemeCode>): SchemeText {
  const secret = readSecret === "readTextSecret" ? [] : [readSecret];
  const values = [algorithm, ...secret];
  return {
    scheme: `bindBodyScheme(${["webhookSignature", ...values].join(", ")})`,
    schemeValues: ["bindBodyScheme", ...values],
  };
}

function printHeaderScheme({
  algorithm,
  parts,
  placeholders,
}: ReturnType<typeof listSchemeCode>): SchemeText {
  const entries = Object.entries(placeholders);
  const readers = entries.map(([name, reader]) => `${JSON.stringify(name)}: ${reader}`);
  const fields = [
    `use: ${algorithm}`,
    ...Object.keys(parts).map((key) => `${key}: ${parts[key as keyof typeof parts]}`),
    ...(readers.length === 0 ? [] : [`placeholders: { ${readers.join(", ")} }`]),
  ];
  return {
    scheme: `bindHeaderScheme(webhookSignature, { ${fields.join(", ")} })`,
    schemeValues: [
      ...["bindHeaderScheme", algorithm],
      ...Object.values(parts),
      ...entries.map(([, reader]) => reader),
    ],
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
