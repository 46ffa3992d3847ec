/** Converts discriminators, whose values must lead to references beside them. */
import { annotatedRefOf } from "../../json-schema/keywords.js";
import { entriesOf, isMap, itemsOf, type JsonMap, mapOf } from "../../model/json.js";
import type { ImportContext } from "../model/context.js";
import { isWritableKey } from "../model/description.js";
import { isText } from "./plain-keywords.js";
import type { SchemaSite } from "./types.js";

/** Converts a discriminator. Keeps the values of its mapping that lead to a `$ref` beside it. */
export function convertDiscriminator(
  { discriminator }: JsonMap,
  { oneOf, anyOf }: JsonMap,
  site: SchemaSite,
  context: ImportContext,
): { readonly discriminator?: JsonMap } {
  if (discriminator === undefined) return {};
  const propertyName = mapOf(discriminator)["propertyName"];
  const members = [...itemsOf(oneOf), ...itemsOf(anyOf)].filter(isMap);
  const references = members.flatMap((member) => annotatedRefOf(member) ?? []);
  if (!isMap(discriminator) || !isText(propertyName) || references.length === 0) {
    context.notes.lose("`discriminator` without references to choose from", site.location);
    return {};
  }
  const entries = entriesOf(discriminator["mapping"]).flatMap(([value, target]) => {
    const name = isText(target) ? nameOfAlternative(target, context) : undefined;
    const reference = references.find((each) => name !== undefined && each.endsWith(`#/${name}`));
    if (reference !== undefined && isWritableKey(value)) return [[value, reference] as const];
    context.notes.lose(
      `the value \`${value}\` of a discriminator, which is of another schema`,
      site.location,
    );
    return [];
  });
  const mapping = entries.length > 0 ? { mapping: Object.fromEntries(entries) } : {};
  return { discriminator: { propertyName, ...mapping } };
}

/** The component that a discriminator maps a value to, by reference or by name. */
function nameOfAlternative(target: string, { shared }: ImportContext): string | undefined {
  if (target.startsWith("#/")) return shared.nameOf(target);
  const name = target.replace(/^.*\//, "").replaceAll("~", "~0");
  return shared.nameOf(`#/components/schemas/${name}`);
}
