/** `webhooks.ts`: the webhook toolkit, bound to the names of events and to the signatures of a service. */
import { code, exported, joinCode, listPassedOn, ofModule, WEBHOOKS } from "../print/module.js";
import type { Code } from "../print/types.js";
import {
  type DeliveryCode,
  type DeliveryPart,
  printConstants,
  printPart,
  WEBHOOK_CATALOG,
} from "./delivery-code.js";
import type { EntryPart } from "./entry-parts.js";

/** The names of events, their handlers, and the check of a name. */
export function createEventsPart(events: string): EntryPart {
  const event = ofModule(events).type("EmitterWebhookEvent");
  const name = ofModule(events).type("EmitterWebhookEventName");
  const names = ofModule("./event-names.js").value("emitterEventNames");
  return {
    passedOn: [...listPassedOn("webhooks", "events"), names, event, name],
    bound: code`/** A handler for one event, or for several if \`Name\` is a union. */
${exported("type", "HandlerFunction")}<
  Name extends ${name},
  Transformed = unknown,
> = ${WEBHOOKS.type("EventHandler")}<${event}<Name> & Transformed>;

/**
 * Accepts a known event name, \`<event>\` or \`<event>.<action>\`.
 * @throws TypeError for \`*\`, \`error\` and, unless the options say otherwise, an unknown name.
 */
${exported("const", "validateEventName")}: ${WEBHOOKS.type("EventNameValidator")}<${name}> =
  /* @__PURE__ */ ${WEBHOOKS.value("createEventNameValidator")}<${name}>(${names});`,
  };
}

/** `Webhooks` and `unwrap`, for services whose deliveries the toolkit can verify. */
export function createWebhooksPart(events: string, deliveries: DeliveryCode): EntryPart {
  const blocks = [
    printConstants(deliveries),
    printWebhooks(events, deliveries),
    printUnwrap(events, deliveries),
  ];
  return { passedOn: listPassedOn("webhooks", "deliveries"), bound: joinCode(blocks, "\n\n") };
}

function printWebhooks(events: string, { kind, parts }: DeliveryCode): Code {
  const types = ofModule(events).type("WebhookTypes");
  const argument = kind.argument === undefined ? "" : `, "${kind.argument}"`;
  return code`/** Signs, verifies, receives and dispatches deliveries. */
${exported("type", "Webhooks")}<Transformed = unknown> = ${WEBHOOKS.type(kind.type, "WebhooksOf")}<${types}, Transformed>;
${exported("const", "Webhooks")}: ${WEBHOOKS.type("WebhooksConstructor")}<${types}${argument}> =
  /* @__PURE__ */ ${WEBHOOKS.value("bindWebhooks")}<${types}${argument}>(${CATALOG}, ${printSettings(parts)});`;
}

function printUnwrap(events: string, { parts }: DeliveryCode): Code {
  const event = ofModule(events).type("EmitterWebhookEvent");
  // It reads deliveries alone, so it answers no challenges.
  const settings = printSettings(parts.filter(({ key }) => key !== "challenge"));
  return code`/**
 * Verifies and parses a delivery for a program with a router of its own, and resolves to its event, which
 * its name narrows. Rejects with a {@link WebhookError} for a delivery that the service has not signed, or
 * that cannot be read, and with a TypeError for a mistake in the call.
 * @example
 * const event = await unwrap(secret, await request.text(), request.headers);
 * console.log(event.name, event.payload);
 */
${exported("const", "unwrap")}: ${WEBHOOKS.type("UnwrapDelivery")}<${event}> =
  /* @__PURE__ */ ${WEBHOOKS.value("bindUnwrap")}<${event}>(${CATALOG}, ${settings});`;
}

const CATALOG = WEBHOOK_CATALOG.value("webhookCatalog");

/** The code that a toolkit is made of: `{ scheme, fields: readFields }`. */
function printSettings(parts: readonly DeliveryPart[]): Code {
  return code`{ ${joinCode(["scheme", ...parts.map(printPart)], ", ")} }`;
}
