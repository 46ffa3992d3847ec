/** The event that the pages and the test of a package show. */
import { isObjectSchema } from "../../../codegen/json-schema/objects.js";
import { dereference } from "../../../codegen/json-schema/references.js";
import { propertiesOf, requiredOf } from "../../../codegen/json-schema/keywords.js";
import type { JsonSchema } from "../../../codegen/model/model.js";
import { isIdentifier, placeholdersOfEvent } from "../../../codegen/model/names.js";
import { emitterEntries } from "../../../codegen/model/entries.js";
import type { ExampleContext } from "./sample-values.js";

/** Chooses the event with the shortest name without placeholders, if possible with a property to print. */
export function chooseEvent(context: ExampleContext): EventExample | undefined {
  const entries = context.model.events
    .filter(({ name }) => placeholdersOfEvent(name).length === 0)
    .flatMap((event) => {
      const [bare, ...actions] = emitterEntries(event);
      return actions.length > 0 ? actions : [bare];
    });
  const candidates = entries.map(({ name, payload, action }) => {
    const property = payload === undefined ? undefined : findText(payload, context);
    const cost = name.length + (property === undefined ? 1000 : 0) + (action === undefined ? 0 : 1);
    return { name, cost, ...(property && { property }) };
  });
  const [best] = candidates.sort((one, other) => one.cost - other.cost);
  if (best === undefined) return undefined;
  const { name, property } = best;
  return { name, ...(property && { property }) };
}

/** Finds a required property that is a text or a number, and not the name of the event. */
function findText(payload: JsonSchema, { model, resolve }: ExampleContext): string | undefined {
  const schema = dereference(payload, resolve);
  if (!isObjectSchema(schema) || "oneOf" in schema || "anyOf" in schema || "allOf" in schema) {
    return undefined;
  }
  const { event } = model.vendor.webhooks ?? {};
  const taken = [event && "body" in event ? event.body : "", model.actionPath];
  const properties = new Map(Object.entries(propertiesOf(schema)));
  return requiredOf(schema).find((name) => {
    const schemaOfName = properties.get(name);
    if (schemaOfName === undefined || taken.includes(name) || !isIdentifier(name)) return false;
    const property = dereference(schemaOfName, resolve);
    const type = typeof property === "boolean" ? undefined : property["type"];
    return type === "string" || type === "integer" || type === "number";
  });
}

/** An event that the README shows and the test delivers. */
export interface EventExample {
  readonly name: string;
  /** Property of every payload that can be printed; absent if there is none. */
  readonly property?: string;
}
