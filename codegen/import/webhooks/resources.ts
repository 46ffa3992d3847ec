/**
 * Finds the route that responds with what an event is about. Thin events have only a reference to it, as those of
 * Stripe's second version: `related_object` with an `id` and the tag of the resource, which the resource itself has
 * in `object`.
 */
import { isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { followChain, followMap } from "../model/references.js";
import { onlyOf } from "../model/description.js";
import { propertiesOfSchema } from "../model/described-schemas.js";
import { type ListedOperation, listOperations, parametersOf } from "../model/operations.js";

/** Reads the tag of what a payload refers to; `undefined` for a payload without a reference. */
export function readResourceTag(root: JsonMap, body: Json): ResourceTag | undefined {
  const reference = propertiesOfSchema(root, body).get(REFERENCE);
  const properties = propertiesOfSchema(root, reference);
  if (!properties.has("id") || !properties.has("type")) return undefined;
  return readOnlyText(root, properties.get("type")) ?? "";
}

const REFERENCE = "related_object";

/** Creates a function that finds the entry `resource` of an event. */
export function createResourceFinder(
  root: JsonMap,
  routes: ReadonlyMap<string, JsonMap>,
): (event: string, tag: ResourceTag | undefined) => JsonMap | undefined {
  let known: ReadonlyMap<string, JsonMap> | undefined;
  return (event, tag) => {
    if (tag === undefined) return undefined;
    known ??= listResources(root, routes);
    const found = tag === "" ? findByName(event, [...known.keys()]) : tag;
    return found === undefined ? undefined : known.get(found);
  };
}

/** The longest tag that the name of the event begins with, after a version: `v1.billing.meter.created`. */
function findByName(event: string, tags: readonly string[]): string | undefined {
  const names = [event, event.replace(/^v\d+\./, "")];
  const fitting = tags.filter((tag) => names.some((name) => name.startsWith(`${tag}.`)));
  return fitting.sort((one, other) => other.length - one.length)[0];
}

/** The entries `resource` by the tags of what GET routes respond with. A tag of several routes has none. */
function listResources(
  root: JsonMap,
  routes: ReadonlyMap<string, JsonMap>,
): ReadonlyMap<string, JsonMap> {
  const found = new Map<string, JsonMap[]>();
  for (const operation of listOperations(root)) {
    const { key, url } = operation;
    const tag = readResponseTag(root, operation);
    const parameter = /^GET [^{]*\{([^{}]+)\}$/.exec(key)?.[1];
    if (tag === undefined || parameter === undefined || !routes.has(key)) continue;
    if (needsOthers(root, operation, parameter)) continue;
    const entry = { route: `GET ${url}`, parameters: { [parameter]: `${REFERENCE}.id` } };
    found.set(tag, [...(found.get(tag) ?? []), entry]);
  }
  return new Map(
    [...found].flatMap(([tag, entries]) => {
      const entry = onlyOf(entries);
      return entry === undefined ? [] : [[tag, entry] as const];
    }),
  );
}

function needsOthers(root: JsonMap, operation: ListedOperation, parameter: string): boolean {
  const required = parametersOf(root, operation).filter((each) => each["required"] === true);
  return required.some(({ name }) => name !== parameter);
}

function readResponseTag(root: JsonMap, { operation }: ListedOperation): string | undefined {
  const response = followMap(root, mapOf(operation["responses"])["200"]);
  const { schema } = mapOf(mapOf(response["content"])["application/json"]);
  return readOnlyText(root, propertiesOfSchema(root, schema).get("object"));
}

/** The text of a schema that allows only one. */
function readOnlyText(root: JsonMap, schema: Json): string | undefined {
  const target = followChain(root, schema);
  if (!isMap(target)) return undefined;
  const only = target["const"] ?? onlyOf(itemsOf(target["enum"]));
  return typeof only === "string" && only !== "" ? only : undefined;
}

/** The tag of a resource; the empty string if the schema does not say it. */
export type ResourceTag = string;
