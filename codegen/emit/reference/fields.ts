/** The fields that the payloads of an event have in its actions. */
import { descriptionOf } from "../../json-schema/keywords.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import type { JsonSchema } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { describeType } from "./describe.js";

/** Limit for the types of a field that are shown. Editors show the others. */
export const MAX_FIELD_TYPES = 3;

/** The fields of an event's payloads, in the order in which they occur. */
export function describeFields(
  schemas: readonly JsonSchema[],
  context: EmitContext,
): readonly FieldRow[] {
  const payloads = schemas.flatMap((schema) => readObjectProperties(schema, context.resolve) ?? []);
  const names = new Set(payloads.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => {
    const schemasOfField = payloads.flatMap(({ properties }) =>
      Object.hasOwn(properties, name) ? [properties[name] ?? true] : [],
    );
    const types = [...new Set(schemasOfField.map((schema) => describeType(schema, context)))];
    const isRequired = payloads.every(({ required }) => required.includes(name));
    const [description = ""] = schemasOfField.flatMap((schema) => descriptionOf(schema) ?? []);
    return { name, types, required: isRequired ? "yes" : "no", description };
  });
}

/** A field of the payloads of an event. */
export interface FieldRow {
  readonly name: string;
  /** The types that it has in different actions. */
  readonly types: readonly string[];
  /** `yes` if every payload has it. */
  readonly required: "yes" | "no";
  readonly description: string;
}
