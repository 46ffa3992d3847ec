import { planSignature } from "../../../src/signatures/plan/plan.js";
import {
  type FieldLocation,
  METHODS,
  type SchemaModel,
  type VendorWebhooks,
} from "../../model/model.js";
import { toDocComment } from "../doc.js";
import { type FileDraft, filesOf } from "../file.js";
import { joinBlocks, printValue } from "../print.js";
import { listDottedNames } from "./delivery-code.js";

/** Emits the catalog of the request builder. */
export function emitEndpointCatalog({ vendor, routes }: SchemaModel): FileDraft {
  const hasVariables = vendor.variables !== undefined;
  const keys = [
    "baseUrl",
    ...(hasVariables ? ["variables"] : []),
    "accept",
    ...(vendor.agent ? ["userAgent"] : []),
    "mediaTypePrefix",
  ];
  const others = [...new Set(routes.map(({ method }) => method))].filter(
    (method) => !METHODS.includes(method),
  );
  const methods = others.length === 0 ? "" : `methods: ${printValue(others)},\n  `;
  return {
    path: "endpoint-catalog.ts",
    sources: filesOf(vendor, ...routes),
    body: `import { ${[...keys].sort().join(", ")} } from "./constants.js";
import { expandRouteExceptions } from "./route-exceptions.js";

/** The API for the request builder: address, media types and special routes. */
export const endpointCatalog = {
  ${keys.join(",\n  ")},
  ${methods}get routes() {
    return expandRouteExceptions();
  },
} as const;
`,
  };
}

/** Emits the catalog of the webhook toolkit, where all is known that it needs. */
export function emitWebhookCatalog(model: SchemaModel): readonly FileDraft[] {
  const { vendor, events } = model;
  const { webhooks } = vendor;
  if (webhooks === undefined) return [];
  const dotted = listDottedNames(model);
  const body = joinBlocks([
    `import { webhookPath, webhookRelay } from "./constants.js";
import { emitterEventNames } from "./event-names.js";`,
    printWebhookCatalog(model, webhooks),
    printData("webhookSignature", planSignature(webhooks.signature), SIGNED),
    dotted.length === 0 ? "" : printData("dottedEventNames", dotted, DOTTED),
    webhooks.challenges.length === 0
      ? ""
      : printData("webhookChallenges", webhooks.challenges, CHALLENGES),
  ]);
  return [{ path: "webhook-catalog.ts", sources: filesOf(vendor, ...events), body }];
}

const SIGNED = "How deliveries are signed.";

const DOTTED = "Events whose own names hold a dot, which is not a separator there.";

const CHALLENGES = "Requests that are answered without a handler.";

function printWebhookCatalog({ actionPath }: SchemaModel, webhooks: VendorWebhooks): string {
  const { event, delivery } = webhooks;
  const entries = [
    "path: webhookPath",
    `event: ${printLocation(event)}`,
    ...(delivery === undefined ? [] : [`delivery: ${printLocation(delivery)}`]),
    ...(actionPath === undefined ? [] : [`action: ${JSON.stringify(actionPath)}`]),
    "relay: webhookRelay",
    "eventNames: emitterEventNames",
  ];
  return `/** The vendor for the webhook toolkit: path, event, delivery, relay keys and event names. */
export const webhookCatalog = {
  ${entries.join(",\n  ")},
} as const;`;
}

/** Literal names: a bundler keeps an object whose properties are read from another one. */
function printLocation(location: FieldLocation): string {
  if ("body" in location) return `{ body: ${JSON.stringify(location.body)} }`;
  return `{ header: ${JSON.stringify(location.header.toLowerCase())} }`;
}

function printData(name: string, value: unknown, text: string): string {
  return `${toDocComment({ text })}\nexport const ${name} = ${printValue(value)} as const;`;
}
