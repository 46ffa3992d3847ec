/** `webhook-catalog.ts`: the data that the webhook toolkit works on. */
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import type { SchemaModel, VendorWebhooks } from "../../model/model.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, ofModule } from "../print/module.js";
import { printValue, toDocComment } from "../print/print.js";
import type { Code, Printable } from "../print/types.js";
import { CONSTANTS } from "./constants.js";
import { hasEventResources, listDottedNames, listEventResources } from "./event-facts.js";

/** Emits the catalog of the webhook toolkit; nothing without `webhooks` in `vendor.yaml`. */
export function emitWebhookCatalog(model: SchemaModel): readonly ModuleDraft[] {
  const { vendor, events } = model;
  const { webhooks } = vendor;
  if (webhooks === undefined) return [];
  const { signature, challenges } = webhooks;
  const dotted = listDottedNames(model);
  const blocks = [
    printWebhookCatalog(model, webhooks),
    printDataConstant("webhookSignature", planSignature(signature), TEXTS.signature),
    ...(dotted.length > 0 ? [printDataConstant("dottedEventNames", dotted, TEXTS.dotted)] : []),
    ...(challenges.length > 0
      ? [printDataConstant("webhookChallenges", challenges, TEXTS.challenges)]
      : []),
    ...(hasEventResources(model)
      ? [printDataConstant("webhookResources", listEventResources(model), TEXTS.resources)]
      : []),
  ];
  return [{ path: "webhook-catalog.ts", sources: filesOf(vendor, ...events), module: { blocks } }];
}

/** The comments of the constants beside the catalog. */
const TEXTS = {
  signature: "Signature plan of deliveries.",
  dotted: "Events whose own names hold a dot, which is not a separator there.",
  resources: "What events are about, where their payloads have only the id.",
  challenges: "Requests that are answered without a handler.",
};

function printWebhookCatalog({ actionPath }: SchemaModel, webhooks: VendorWebhooks): Code {
  const { event, delivery } = webhooks;
  const entries: readonly Printable[] = [
    code`path: ${CONSTANTS.value("webhookPath")}`,
    `event: ${printLocation(event)}`,
    ...(delivery === undefined ? [] : [`delivery: ${printLocation(delivery)}`]),
    ...(actionPath === undefined ? [] : [`action: ${JSON.stringify(actionPath)}`]),
    code`relay: ${CONSTANTS.value("webhookRelay")}`,
    code`eventNames: ${ofModule("./event-names.js").value("emitterEventNames")}`,
  ];
  return code`/** The vendor for the webhook toolkit: path, event, delivery, relay keys and event names. */
${exported("const", "webhookCatalog")} = {
  ${joinCode(entries, ",\n  ")},
} as const;`;
}

/** Inlined, because bundlers keep an object if another one reads its properties. */
function printLocation(location: FieldSource): string {
  if ("body" in location) return `{ body: ${JSON.stringify(location.body)} }`;
  return `{ header: ${JSON.stringify(location.header.toLowerCase())} }`;
}

/** @param text The comment. */
function printDataConstant(name: string, value: unknown, text: string): Code {
  return code`${toDocComment({ text })}\n${exported("const", name)} = ${printValue(value)} as const;`;
}
