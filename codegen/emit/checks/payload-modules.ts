/** The schemas of payloads, by the modules that they are printed into. */
import { emitterEntries, type EmitterEntry, listEventModules } from "../../model/entries.js";
import { createValueScope, nameOf, toCamelCase } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { createReferences } from "../names/references.js";
import type { PayloadContext } from "../payloads/payloads.js";
import { escapeComment } from "../print/escape.js";
import { toCheckedSchema } from "./checked-schema.js";
import { type PayloadModule, type PrintedSchema, toJsonType, upFrom } from "./schema-modules.js";

/** Lists the schemas of payloads: a module for each event. */
export function listPayloadModules(
  context: EmitContext,
  { payloads }: PayloadContext,
): readonly PayloadModule[] {
  const { model, names } = context;
  const describedPayloads = new Map(payloads.map(({ entry, schema }) => [entry.name, schema]));
  const scope = createValueScope();
  return listEventModules(model).map(({ event, file }): PayloadModule => {
    const [bare, ...combinations] = emitterEntries(event);
    const references = createReferences(context, upFrom(file));
    const toSchema = (entry: EmitterEntry): PrintedSchema => {
      const schema = describedPayloads.get(entry.name);
      const members = combinations.map(({ name }) => nameOf(names.schemas, name));
      const type = references.memberOf("payloads", nameOf(names.events, entry.name).payload);
      return {
        name: nameOf(names.schemas, entry.name),
        type: toJsonType(type, model),
        text: `Payload of \`${escapeComment(entry.name)}\`.`,
        ...(schema === undefined ? { members } : { checked: toCheckedSchema(schema) }),
      };
    };
    const described = [bare, ...combinations].filter((entry) => describedPayloads.has(entry.name));
    return {
      kind: "payloads",
      file,
      event: event.name,
      // The schema of the event itself may refer to those of its actions, which must be declared before it.
      schemas: [...combinations, bare].map(toSchema),
      payloads: {
        constant: scope.take(`${toCamelCase(event.name)}Payloads`),
        entries: described.map(({ name }) => ({ name, schema: nameOf(names.schemas, name) })),
      },
    };
  });
}
