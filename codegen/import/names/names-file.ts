/**
 * Reads a file of names: `stainless.yml`, the configuration of an SDK by Stainless, with the names of
 * methods, of the class and of its options.
 */
import { DOTTED_NAME } from "../../model/calls.js";
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import { type DescriptionFile, ImportError } from "../model/description.js";
import { parseDescription } from "../read/parse-description.js";
import { readSchemes } from "./page-schemes.js";
import type { NamedMethod, NamedModel, NamedOption, NamesFile } from "./types.js";
import { createCasing } from "./casing.js";

/** @throws ImportError if it is no file of names. */
export function readNamesFile({ path, text }: DescriptionFile): NamesFile {
  const root = parseDescription(path, text);
  if (!isMap(root) || !isMap(root["resources"])) {
    const expected = "expected the configuration of an SDK, such as a stainless.yml";
    throw new ImportError(`${path}: The file has no map \`resources\`; ${expected}.`);
  }
  return readRoot(path, root);
}

function readRoot(path: string, root: JsonMap): NamesFile {
  const { client_settings: settings, security } = root;
  const client = mapOf(settings);
  const target = chooseTarget(root["targets"]);
  const casing = createCasing(root["custom_casings"], target.isOldGenerator);
  const reading: NamesReading = { ...casing, methods: [], models: [], secrets: [], ignored: [] };
  collectIgnoredSettings(root, target, reading);
  for (const [name, resource] of entriesOf(root["resources"]))
    readResource(name, mapOf(resource), [], reading);
  const options = readOptions(client, casing.toCamel, reading);
  const className = readClass(root, target.settings, client);
  const secret = reading.secrets[0] ?? options.find(isSecret)?.key;
  const { header } = mapOf(client["idempotency"]);
  return {
    path,
    methods: reading.methods,
    ...(className !== undefined && { className: casing.toPascal(className) }),
    arguments: target.isOldGenerator ? "positional" : "last",
    environments: readEnvironments(root["environments"], reading),
    options,
    ...(secret !== undefined && { secret }),
    verifies: reading.secrets.length > 0,
    ...(typeof header === "string" && { idempotency: header }),
    schemes: readSchemes(root["pagination"], reading.ignored),
    models: reading.models,
    ...(Array.isArray(security) && { security }),
    securitySchemes: mapOf(root["security_schemes"]),
    ignored: reading.ignored,
  };
}

/** The target for TypeScript, which the older generator calls `node`. */
function chooseTarget(targets: Json): Target {
  const isOldGenerator = !("typescript" in mapOf(targets)) && "node" in mapOf(targets);
  const language = isOldGenerator ? "node" : "typescript";
  return { language, isOldGenerator, settings: mapOf(mapOf(targets)[language]) };
}

/** Collects the keys without meaning, but for those of resources and options. */
function collectIgnoredSettings(
  { targets, ...root }: JsonMap,
  { language, settings }: Target,
  reading: NamesReading,
): void {
  const path = `targets.${language}.`;
  collectIgnored(root, "", "root", reading);
  collectIgnored(mapOf(root["organization"]), "organization.", "organization", reading);
  collectIgnored(mapOf(root["client_settings"]), "client_settings.", "client", reading);
  for (const key of keysOf(targets))
    if (mapOf(targets)[key] !== settings) reading.ignored.push(`targets.${key}`);
  collectIgnored(settings, path, "target", reading);
  collectIgnored(mapOf(settings["options"]), `${path}options.`, "targetOptions", reading);
}

/** Keys that have a meaning here, by the place of their map. */
// prettier-ignore
const KNOWN_KEYS = {
  root: [
    "edition", "organization", "targets", "environments", "resources", "client_settings",
    "custom_casings", "pagination", "security", "security_schemes",
  ],
  organization: ["name"],
  client: ["opts", "idempotency", "default_env_prefix", "client_name", "default_client_name"],
  target: ["edition", "options"],
  targetOptions: ["client_name"],
  resource: ["methods", "models", "subresources", "only", "skip"],
  shared: ["models"],
  method: [
    "endpoint", "type", "only", "skip", "deprecated", "paginated", "body_param_name",
  ],
  unwrapper: ["type", "discriminator", "webhook_key_opt"],
  option: [
    "type", "nullable", "read_env", "description", "auth", "send_in_header", "send_as_query_param",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

function collectIgnored(
  map: JsonMap,
  path: string,
  place: keyof typeof KNOWN_KEYS,
  { ignored }: NamesReading,
): void {
  const known: readonly string[] = KNOWN_KEYS[place];
  for (const key of Object.keys(map)) if (!known.includes(key)) ignored.push(`${path}${key}`);
}

function readClass(root: JsonMap, target: JsonMap, client: JsonMap): string | undefined {
  const names = [
    mapOf(target["options"])["client_name"],
    client["default_client_name"],
    client["client_name"],
    mapOf(root["organization"])["name"],
  ];
  return names.map(textOf).find((name) => name !== undefined && /[A-Za-z]/.test(name));
}

function readEnvironments(
  environments: Json,
  { ignored }: NamesReading,
): readonly (readonly [string, string])[] {
  return entriesOf(environments).flatMap(([name, address]) => {
    const url = textOf(address)?.replace(/\/+$/, "") ?? "";
    const isUsable = /^https?:\/\/[^/?#\\\s{}]+[^?#\\\s{}]*$/.test(url) && URL.canParse(url);
    if (isUsable && /^[A-Za-z_][\w-]*$/.test(name)) return [[name, url] as const];
    ignored.push(`environments.${name}`);
    return [];
  });
}

// ---- Resources

function readResource(
  name: string,
  resource: JsonMap,
  above: readonly string[],
  reading: NamesReading,
): void {
  const place = ["resources", ...above.flatMap((each) => [each, "subresources"]), name].join(".");
  if (!isForTypeScript(resource)) {
    reading.ignored.push(place);
    return;
  }
  collectIgnored(resource, `${place}.`, name === "$shared" ? "shared" : "resource", reading);
  const path = CLASS_RESOURCES.has(name) && above.length === 0 ? [] : [...above, name];
  for (const [model, entry] of entriesOf(resource["models"]))
    readNamedModel(model, entry, path, `${place}.models.${model}`, reading);
  for (const [method, entry] of entriesOf(resource["methods"]))
    readNamedMethod(method, entry, path, `${place}.methods.${method}`, reading);
  for (const [child, entry] of entriesOf(resource["subresources"]))
    readResource(child, mapOf(entry), path, reading);
}

/** Resources whose members are members of the class itself. */
const CLASS_RESOURCES: ReadonlySet<string> = new Set(["$client", "$shared"]);

function readNamedModel(
  name: string,
  entry: Json,
  path: readonly string[],
  place: string,
  { toCamel, toPascal, models, ignored }: NamesReading,
): void {
  const target = textOf(entry) ?? textOf(mapOf(entry)["openapi_uri"]);
  const schema = target?.replace(/^#\/components\/schemas\//, "") ?? "";
  const type = [...path.map(toCamel), toPascal(name)].join(".");
  if (!isForTypeScript(mapOf(entry)) || !/^[\w.-]+$/.test(schema) || !DOTTED_NAME.test(type))
    ignored.push(place);
  else models.push({ type, schema });
}

/** Tests whether a resource or a method belongs to an SDK for TypeScript. */
function isForTypeScript({ only, skip }: JsonMap): boolean {
  const names = (list: Json): boolean =>
    itemsOf(list).some((each) => each === "typescript" || each === "node");
  return skip !== true && !names(skip) && (only === undefined || names(only));
}

function readNamedMethod(
  name: string,
  entry: Json,
  path: readonly string[],
  place: string,
  reading: NamesReading,
): void {
  const map = typeof entry === "string" ? { endpoint: entry } : mapOf(entry);
  const { type, endpoint, deprecated, paginated, body_param_name: bodyParameter } = map;
  const [, method = "", url = ""] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(String(endpoint)) ?? [];
  const call = [...path, name].map(reading.toCamel).join(".");
  if (type === "webhook_unwrap" && UNWRAP_METHODS.has(call)) {
    const { webhook_key_opt: option } = map;
    if (typeof option === "string") reading.secrets.push(option);
    collectIgnored(map, `${place}.`, "unwrapper", reading);
  } else if (!isForTypeScript(map) || method === "" || !DOTTED_NAME.test(call)) {
    reading.ignored.push(place);
  } else {
    collectIgnored(map, `${place}.`, "method", reading);
    reading.methods.push({
      call,
      method: method.toUpperCase(),
      url,
      isDeprecated: deprecated !== undefined && deprecated !== false,
      ...((typeof paginated === "string" || typeof paginated === "boolean") && {
        pages: paginated,
      }),
      ...(typeof bodyParameter === "string" && bodyParameter !== "" && { bodyParameter }),
    });
  }
}

/** Methods that every class with webhooks has anyway. */
const UNWRAP_METHODS: ReadonlySet<string> = new Set(["webhooks.unwrap", "webhooks.unsafeUnwrap"]);

// ---- Options

function readOptions(
  client: JsonMap,
  toCamel: NamesReading["toCamel"],
  reading: NamesReading,
): readonly NamedOption[] {
  const { default_env_prefix: prefix } = client;
  return entriesOf(client["opts"]).map(([key, entry]) => {
    const map = mapOf(entry);
    collectIgnored(map, `client_settings.opts.${key}.`, "option", reading);
    const { read_env: env, description } = map;
    const { security_scheme: scheme, role } = mapOf(map["auth"]);
    const { send_in_header: header, send_as_query_param: everywhere } = map;
    // An option with these keys is a parameter of some methods.
    const isParameter = "send_as_path_param" in map || "send_as_body_param" in map;
    const query = isParameter ? undefined : everywhere;
    const words = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/\W+/g, "_");
    const byPrefix = typeof prefix === "string" ? `${prefix}_${words}`.toUpperCase() : undefined;
    const texts = { env: env ?? byPrefix, text: description, scheme, role, header, query };
    const known = Object.entries(texts).filter(([, text]) => typeof text === "string" && text);
    const trimmed = known.map(([name, text]) => [name, String(text).trim()] as const);
    return { key, option: toCamel(key), ...(Object.fromEntries(trimmed) as Partial<NamedOption>) }; // texts
  });
}

function isSecret({ key, scheme, header, query }: NamedOption): boolean {
  return scheme === undefined && !header && !query && /webhook.*(?:secret|key)$/i.test(key);
}

// ---- Types

/** Names that are collected while a file is read, with their spelling and the keys that have no meaning here. */
interface NamesReading {
  readonly toCamel: (text: string) => string;
  readonly toPascal: (text: string) => string;
  readonly methods: NamedMethod[];
  readonly models: NamedModel[];
  readonly secrets: string[];
  readonly ignored: string[];
}

interface Target {
  readonly language: "node" | "typescript";
  readonly isOldGenerator: boolean;
  readonly settings: JsonMap;
}
