import { listDeliveryCode, listDottedNames } from "../codegen/emit/catalogs/delivery-code.js";
import { emitterEntries } from "../codegen/emit/prepare/emitter-entries.js";
import { createPayloadContext } from "../codegen/emit/prepare/payload-schemas.js";
import { createSample } from "../codegen/emit/samples/sample.js";
import { nameTypes } from "../codegen/emit/prepare/type-names.js";
import { createMemo } from "../codegen/model/memo.js";
import type { FieldLocation, SchemaModel, VendorWebhooks } from "../codegen/model/model.js";
import { createAnyScheme } from "../src/signatures/any-scheme.js";
import { bindBodyScheme } from "../src/signatures/body-scheme.js";
import { bindHeaderScheme } from "../src/signatures/header-scheme.js";
import type { SignatureScheme } from "../src/signatures/scheme.js";
import {
  createDeliveryFactory,
  type CreateDelivery,
  type DeliverySource,
  type SampleModule,
} from "../src/testing/delivery.js";
import type { FieldSource, WebhookCatalog, WebhookParts } from "../src/webhooks/catalog.js";
import { type Challenge, createChallenges } from "../src/webhooks/challenge.js";
import { readFields } from "../src/webhooks/fields.js";
import { createFormDeliveryReader, readFormDelivery } from "../src/webhooks/form-body.js";
import { createNameMatcher, createNameSplitter } from "../src/webhooks/name-patterns.js";
import type { WebhookTypes } from "../src/webhooks/types.js";
import { createWebhooks, type WebhooksConstructor } from "../src/webhooks/webhooks.js";

/** What a generated client would have, bound to a schema folder at run time. */
export interface Service {
  readonly catalog: WebhookCatalog;
  readonly scheme: SignatureScheme;
  readonly Webhooks: WebhooksConstructor<WebhookTypes>;
  /** Makes signed deliveries of the schema's samples, or of the payload that is given. */
  readonly createDelivery: (payload?: object) => CreateDelivery<WebhookTypes["events"]>;
}

/** Binds the runtime to a model, as the generated entries do. */
export function bindService(model: SchemaModel, webhooks: VendorWebhooks): Service {
  const catalog = createCatalog(model, webhooks);
  const scheme = createAnyScheme(webhooks.signature);
  const { kind } = listDeliveryCode(model, webhooks);
  const bound =
    kind.type === "HeaderWebhooks"
      ? bindHeaderScheme(scheme, scheme)
      : bindBodyScheme(scheme, scheme.use, scheme.readSecret);
  const parts = createParts(model, webhooks, catalog);
  const { body } = parts;
  const source = { catalog, scheme: bound, ...(body && { body }) };
  return {
    catalog,
    scheme,
    Webhooks: createWebhooks<WebhookTypes>(catalog, { scheme: bound, ...parts }),
    createDelivery: (payload) =>
      createDeliveryFactory({ ...source, loaders: createLoaders(model, payload) }),
  };
}

function createCatalog(model: SchemaModel, webhooks: VendorWebhooks): WebhookCatalog {
  const { path, event, delivery, relay } = webhooks;
  const { actionPath } = model;
  return {
    path,
    event: toSource(event),
    ...(delivery && { delivery: toSource(delivery) }),
    ...(actionPath !== undefined && { action: actionPath }),
    relay,
    eventNames: model.events.flatMap(emitterEntries).map(({ name }) => name),
  };
}

function toSource(location: FieldLocation): FieldSource {
  return "header" in location ? { header: location.header.toLowerCase() } : location;
}

/** Creates what the generated entry would import. */
function createParts(
  model: SchemaModel,
  webhooks: VendorWebhooks,
  { eventNames }: WebhookCatalog,
): Omit<WebhookParts, "scheme"> {
  const { body } = webhooks;
  // The checker has read them as the runtime takes them.
  const challenges = webhooks.challenges as readonly Challenge[];
  const makers = {
    fields: () => readFields,
    body: () => (typeof body === "object" ? createFormDeliveryReader(body.form) : readFormDelivery),
    matchName: () => createNameMatcher(eventNames),
    splitName: () => createNameSplitter(listDottedNames(model)),
    challenge: () => createChallenges(challenges),
  } satisfies { readonly [Key in keyof Omit<WebhookParts, "scheme">]-?: () => unknown };
  const keys = listDeliveryCode(model, webhooks).parts.map(({ key }) => key as keyof typeof makers);
  return Object.fromEntries(keys.map((key) => [key, makers[key]()]));
}

/** The samples of each event, made when one is first needed. */
function createLoaders(model: SchemaModel, payload: object | undefined): DeliverySource["loaders"] {
  const given: SampleModule = { samples: new Map([["", () => payload ?? {}]]) };
  const load = payload === undefined ? createSampler(model) : () => given;
  return Object.fromEntries(
    model.events.map(({ name }) => [name, () => Promise.resolve(load(name))]),
  );
}

function createSampler(model: SchemaModel): (event: string) => SampleModule {
  const { payloads, resolve } = createPayloadContext(model, nameTypes(model), createMemo());
  const settings = { resolve, baseUrl: model.vendor.baseUrl ?? "https://example.com" };
  return (event) => {
    const own = payloads.filter(({ entry }) => entry.event === event);
    // The payload of a delivery is an object.
    const sample = (schema: (typeof own)[number]["schema"]) => () =>
      createSample(schema, settings) as object;
    return { samples: new Map(own.map(({ entry, schema }) => [entry.name, sample(schema)])) };
  };
}
