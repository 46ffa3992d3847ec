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

/** Reads the reference of a payload to its resource; `undefined` for a payload without one. */
export function readResourceReference(root: JsonMap, body: Json): ResourceReference | undefined {
  const reference = propertiesOfSchema(root, body).get(REFERENCE);
  const properties = propertiesOfSchema(root, reference);
  if (!properties.has("id") || !properties.has("type")) return undefined;
  return { tag: readOnlyText(root, properties.get("type")) };
}

const REFERENCE = "related_object";

/** Creates a function that finds the entry `resource` of an event. */
export function createResourceFinder(
  root: JsonMap,
  routes: ReadonlyMap<string, JsonMap>,
): (event: string, reference: ResourceReference | undefined) => JsonMap | undefined {
  let known: ReadonlyMap<string, JsonMap> | undefined;
  return (event, reference) => {
    if (reference === undefined) return undefined;
    known ??= listResources(root, routes);
    const tag = reference.tag ?? findByName(event, [...known.keys()]);
    return tag === undefined ? undefined : known.get(tag);
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
    const { key } = operation;
    const tag = readResponseTag(root, operation);
    const parameter = readOnlyParameter(key);
    if (tag === undefined || parameter === undefined || !routes.has(key)) continue;
    if (needsOthers(root, operation, parameter)) continue;
    const entry = { route: key, parameters: { [parameter]: `${REFERENCE}.id` } };
    found.set(tag, [...(found.get(tag) ?? []), entry]);
  }
  return new Map(
    [...found].flatMap(([tag, entries]) => {
      const entry = onlyOf(entries);
      return entry === undefined ? [] : [[tag, entry] as const];
    }),
  );
}

/** The placeholder of a GET route that ends in its only one: `id` of `GET /v1/charges/{id}`. */
function readOnlyParameter(key: string): string | undefined {
  return /^GET [^{]*\{([^{}]+)\}$/.exec(key)?.[1];
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

/** The reference of an event to the resource that it is about. */
export interface ResourceReference {
  /** The tag of the resource; `undefined` if the schema does not say it. */
  readonly tag: string | undefined;
}
