/** Payloads of deliveries by event: samples from the schema, or one payload for all, as a generated client loads them. */
import { readFormsOfRoutes } from "../../codegen/emit/calls/forms.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { createPayloadContext } from "../../codegen/emit/payloads/payloads.js";
import { createSample } from "../../codegen/emit/samples/sample.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { NO_MEMO } from "../../codegen/model/memo.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import type { DeliverySource, SampleModule } from "../../src/testing/webhook-deliveries.js";

/** Loaders of samples from the schema. A sample is made when it is needed. */
export function loadSamples(model: SchemaModel): Loaders {
  const names = nameTypes(model, readFormsOfRoutes(model, createResolver(model)));
  const { payloads, resolve } = createPayloadContext(model, names, NO_MEMO);
  const settings = { resolve, baseUrl: model.vendor.baseUrl ?? "https://example.com" };
  return createLoaders(model, (event) => {
    const ofEvent = payloads.filter(({ entry }) => entry.event === event);
    const samples = ofEvent.map(({ entry, schema }) => {
      // `createSample` returns any value, but payloads of deliveries are objects.
      const create = (): object => createSample(schema, settings) as object;
      return [entry.name, create] as const;
    });
    return { samples: new Map(samples) };
  });
}

/** Loaders that give the same payload for each event. */
export function loadPayload(model: SchemaModel, payload: object): Loaders {
  // A name that has no sample gets the first one.
  const samples = new Map([["", () => payload]]);
  return createLoaders(model, () => ({ samples }));
}

function createLoaders(model: SchemaModel, load: (event: string) => SampleModule): Loaders {
  return Object.fromEntries(
    model.events.map(({ name }) => [name, () => Promise.resolve(load(name))]),
  );
}

/** Loads the samples of each event, by its name. */
type Loaders = DeliverySource["loaders"];
