/** Binds the runtime to a schema folder at run time, as a generated client is bound when it is built. */
import { listDeliveryCode } from "../../codegen/emit/catalogs/delivery-code.js";
import { listDottedNames, listEventResources } from "../../codegen/emit/catalogs/event-facts.js";
import { emitterEntries } from "../../codegen/model/entries.js";
import type { SchemaModel, VendorWebhooks } from "../../codegen/model/model.js";
import { createAnyScheme } from "../../src/receive/signatures/define.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";
import type { Challenge, FieldSource, WebhookCatalog } from "../../src/catalog/webhooks.js";
import type { BodyFormat, WebhookParts } from "../../src/receive/webhooks/service.js";
import { createChallenges } from "../../src/receive/webhooks/parts/challenge.js";
import {
  createFormDeliveryReader,
  readFormDelivery,
} from "../../src/receive/webhooks/parts/forms.js";
import { createResources } from "../../src/receive/webhooks/parts/resources.js";
import {
  createNameMatcher,
  createNameSplitter,
} from "../../src/receive/webhooks/parts/varying-names.js";
import {
  type CreateDelivery,
  createDeliveryFactory,
} from "../../src/testing/webhook-deliveries.js";
import { readFields } from "../../src/receive/webhooks/parts/fields.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { bindWebhooks, type WebhooksConstructor } from "../../src/receive/webhooks/webhooks.js";
import { CommandError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { loadPayload, loadSamples } from "./sample-loaders.js";
import { readModel, readStarter } from "./schema-folder.js";

/**
 * Binds the runtime to a part of a schema folder, as the generated entries do.
 * @throws CommandError if the folder has errors, or lacks a fact that deliveries need.
 */
export async function openService(
  schema: string,
  io: CliIo,
  part: "events" | "payloads",
): Promise<Service> {
  return bindModel(await readModel(schema, io, part), schema);
}

/** Binds the runtime to the service that `init` begins with. */
export function openStarter(): Service {
  return bindModel(readStarter(), "the starter");
}

function bindModel(model: SchemaModel, schema: string): Service {
  const webhooks = expectWebhooks(model, schema);
  const catalog = createCatalog(model, webhooks);
  const scheme = createAnyScheme(webhooks.signature);
  const parts = createParts(model, webhooks, catalog);
  const { body } = parts;
  const source = { catalog, scheme, ...(body && { body }) };
  return {
    model,
    catalog,
    scheme,
    Webhooks: bindWebhooks<WebhookTypes>(catalog, { scheme, ...parts }),
    createDelivery: (payload) => {
      const loaders = payload === undefined ? loadSamples(model) : loadPayload(model, payload);
      return createDeliveryFactory({ ...source, loaders });
    },
  };
}

function expectWebhooks(model: SchemaModel, schema: string): VendorWebhooks {
  const { webhooks } = model.vendor;
  if (webhooks !== undefined) return webhooks;
  const missingFacts = model.todos.filter(({ path }) => path[0] === "webhooks");
  const keys = missingFacts.map(({ path }) => `\`${path.join(".")}\``).join(" and ");
  throw new CommandError(
    keys === ""
      ? `${schema}/vendor.yaml describes no webhooks.`
      : `${schema}/vendor.yaml lacks facts about deliveries: fill in ${keys}.`,
  );
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

function toSource(location: FieldSource): FieldSource {
  return "header" in location ? { header: location.header.toLowerCase() } : location;
}

/** Creates the parts that a generated entry would import, without conversions of payloads. */
function createParts(
  model: SchemaModel,
  webhooks: VendorWebhooks,
  { eventNames }: WebhookCatalog,
): Omit<WebhookParts, "scheme"> {
  const makers = {
    fields: () => readFields,
    body: () => chooseBodyFormat(webhooks),
    matchName: () => createNameMatcher(eventNames),
    splitName: () => createNameSplitter(listDottedNames(model)),
    challenge: () => bindChallenges(webhooks),
    resources: () => createResources(listEventResources(model)),
  } satisfies { readonly [Key in keyof Omit<WebhookParts, "scheme" | "values">]-?: () => unknown };
  const imported = new Set(listDeliveryCode(model, webhooks).parts.map(({ key }) => key));
  const used = Object.entries(makers).filter(([key]) => imported.has(key));
  return Object.fromEntries(used.map(([key, make]) => [key, make()]));
}

function chooseBodyFormat({ body }: VendorWebhooks): BodyFormat {
  return typeof body === "object" ? createFormDeliveryReader(body.form) : readFormDelivery;
}

function bindChallenges({ challenges }: VendorWebhooks): ReturnType<typeof createChallenges> {
  // The checker has compared them with the runtime's type.
  return createChallenges(challenges as readonly Challenge[]);
}

/** Parts of a generated client, bound to a schema folder at run time. */
export interface Service {
  readonly model: SchemaModel;
  readonly catalog: WebhookCatalog;
  readonly scheme: SignatureScheme;
  readonly Webhooks: WebhooksConstructor<WebhookTypes>;
  /** Makes signed deliveries of samples, or of the given payload. */
  readonly createDelivery: (payload?: object) => CreateDelivery<WebhookTypes["events"]>;
}
