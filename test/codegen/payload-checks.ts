/** Models of one event with one property, and the check that is generated for its payloads. */
import { join } from "node:path";
import { emitFiles } from "../../codegen/generate.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import {
  describeIssue,
  type PayloadLoader,
} from "../../src/receive/webhooks/parts/payload-validator.js";
import { component, event, miniature, refTo } from "../cases/codegen/emit/miniature.js";
import type { WriteModules } from "./module-folder.js";

export const user = component("user", {
  type: "object",
  required: ["id", "login"],
  properties: { id: { type: "integer" }, login: { type: "string" } },
});

/** The schema refers to itself. */
export const node = component("node", {
  type: "object",
  required: ["value"],
  properties: { value: { type: "string" }, child: refTo("node") },
});

/** A model whose event `thing` has the required property `x`. */
export function withPayload(property: JsonSchema, components: SchemaModel["components"] = []) {
  const payload = { type: "object", required: ["x"], properties: { x: property } };
  return miniature({ events: [event("thing", { payload })], components });
}

/** The check of an event's payloads; `null` means that it finds nothing. */
export async function loadCheck(write: WriteModules, model: SchemaModel, name: string) {
  const home = write(await emitSchemas(model));
  const { payloadLoaders } = (await import(join(home, "schemas/loaders.ts"))) as {
    payloadLoaders: Readonly<Record<string, PayloadLoader>>;
  };
  const schema = (await payloadLoaders[name]?.())?.get(name);
  if (schema === undefined) throw new Error(`${name} has no schema.`);
  return (payload: unknown) =>
    schema["~standard"].validate(payload).issues?.map(describeIssue) ?? null;
}

/** Of a vendor whose enums are closed: what open ones allow is tested in `open-values.test.ts`. */
export const emitSchemas = (model: SchemaModel) =>
  emitFiles({ ...model, vendor: { ...model.vendor, hasClosedEnums: true } }, (path) =>
    path.startsWith("schemas/"),
  );
