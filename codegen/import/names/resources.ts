/** Reads the resources of a file of names, with their methods and models. */
import { DOTTED_NAME } from "../../model/calls.js";
import { entriesOf, itemsOf, type Json, type JsonMap, mapOf, textOf } from "../../model/json.js";
import type { Casing } from "./casing.js";
import { collectIgnored } from "./known-keys.js";
import type { NamedMethod, NamedModel } from "./types.js";

/** Reads all resources. Adds what has no meaning to the ignored keys. */
export function readResources(resources: Json, casing: Casing, ignored: string[]): NamedMembers {
  const reading: Reading = { ...casing, methods: [], models: [], secrets: [], ignored };
  for (const [name, resource] of entriesOf(resources)) {
    const path = CLASS_RESOURCES.has(name) ? [] : [name];
    collectResource(mapOf(resource), { path, place: `resources.${name}` }, reading);
  }
  return reading;
}

/** Resources whose members are members of the class itself. */
const CLASS_RESOURCES: ReadonlySet<string> = new Set(["$client", "$shared"]);

function collectResource(resource: JsonMap, { path, place }: Position, reading: Reading): void {
  if (!isForTypeScript(resource)) {
    reading.ignored.push(place);
    return;
  }
  const kind = place === "resources.$shared" ? "shared" : "resource";
  collectIgnored(resource, place, kind, reading.ignored);
  const inside = (key: string, name: string): Position => ({
    path: [...path, name],
    place: `${place}.${key}.${name}`,
  });
  for (const [name, model] of entriesOf(resource["models"]))
    collectModel(model, inside("models", name), reading);
  for (const [name, method] of entriesOf(resource["methods"]))
    collectMethod(method, inside("methods", name), reading);
  for (const [name, child] of entriesOf(resource["subresources"]))
    collectResource(mapOf(child), inside("subresources", name), reading);
}

/** Tests whether a resource or a method belongs to an SDK for TypeScript. */
function isForTypeScript({ only, skip }: JsonMap): boolean {
  const names = (list: Json): boolean =>
    itemsOf(list).some((each) => each === "typescript" || each === "node");
  return skip !== true && !names(skip) && (only === undefined || names(only));
}

function collectModel(
  entry: Json,
  { path, place }: Position,
  { toCamel, toPascal, models, ignored }: Reading,
): void {
  const target = textOf(entry) ?? textOf(mapOf(entry)["openapi_uri"]);
  const schema = target?.replace(/^#\/components\/schemas\//, "") ?? "";
  const type = [...path.slice(0, -1).map(toCamel), ...path.slice(-1).map(toPascal)].join(".");
  if (!isForTypeScript(mapOf(entry)) || !/^[\w.-]+$/.test(schema) || !DOTTED_NAME.test(type))
    ignored.push(place);
  else models.push({ type, schema });
}

function collectMethod(entry: Json, { path, place }: Position, reading: Reading): void {
  const settings = typeof entry === "string" ? { endpoint: entry } : mapOf(entry);
  const { type, endpoint, webhook_key_opt: secret } = settings;
  const [, method = "", url = ""] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(String(endpoint)) ?? [];
  const call = path.map(reading.toCamel).join(".");
  if (type === "webhook_unwrap" && UNWRAP_METHODS.has(call)) {
    if (typeof secret === "string") reading.secrets.push(secret);
    collectIgnored(settings, place, "unwrapper", reading.ignored);
  } else if (!isForTypeScript(settings) || method === "" || !DOTTED_NAME.test(call)) {
    reading.ignored.push(place);
  } else {
    collectIgnored(settings, place, "method", reading.ignored);
    reading.methods.push({
      call,
      method: method.toUpperCase(),
      url,
      ...readMethodSettings(settings),
    });
  }
}

/** Methods that every class with webhooks has anyway. */
const UNWRAP_METHODS: ReadonlySet<string> = new Set(["webhooks.unwrap", "webhooks.unsafeUnwrap"]);

function readMethodSettings({
  deprecated,
  paginated,
  body_param_name: bodyParameter,
}: JsonMap): Omit<NamedMethod, "call" | "method" | "url"> {
  const hasPages = typeof paginated === "string" || typeof paginated === "boolean";
  return {
    isDeprecated: deprecated !== undefined && deprecated !== false,
    ...(hasPages && { pages: paginated }),
    ...(typeof bodyParameter === "string" && bodyParameter !== "" && { bodyParameter }),
  };
}

// ---- Types

/** The members that resources name, in the order of the file. */
interface NamedMembers {
  readonly methods: readonly NamedMethod[];
  readonly models: readonly NamedModel[];
  /** Keys of options with the secret of deliveries. */
  readonly secrets: readonly string[];
}

/** Names that are collected while resources are read, with their spelling and the keys that have no meaning here. */
interface Reading extends Casing {
  readonly methods: NamedMethod[];
  readonly models: NamedModel[];
  readonly secrets: string[];
  readonly ignored: string[];
}

/** A resource, a method or a model. */
interface Position {
  /** Its own name, after those of the resources that lead to it in the class. */
  readonly path: readonly string[];
  /** Its keys in the file, from the root. */
  readonly place: string;
}
