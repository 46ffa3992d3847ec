/**
 * Reads a file of names: `stainless.yml`, the configuration of an SDK by Stainless, with the names of
 * methods, of the class and of its options.
 */
import {
  entriesOf,
  isMap,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import { type DescriptionFile, ImportError } from "../model/description.js";
import { parseDescription } from "../read/parse-description.js";
import { createCasing } from "./casing.js";
import { collectIgnored } from "./known-keys.js";
import { isWebhookSecret, readOptions } from "./options.js";
import { readSchemes } from "./page-schemes.js";
import { readResources } from "./resources.js";
import type { NamesFile } from "./types.js";

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
  const ignored: string[] = [];
  collectIgnoredSettings(root, target, ignored);
  const { methods, models, secrets } = readResources(root["resources"], casing, ignored);
  const options = readOptions(client, casing, ignored);
  const className = readClass(root, target.settings, client);
  const secret = secrets[0] ?? options.find(isWebhookSecret)?.key;
  const { header } = mapOf(client["idempotency"]);
  return {
    path,
    methods,
    ...(className !== undefined && { className: casing.toPascal(className) }),
    arguments: target.isOldGenerator ? "positional" : "last",
    environments: readEnvironments(root["environments"], ignored),
    options,
    ...(secret !== undefined && { secret }),
    verifies: secrets.length > 0,
    ...(typeof header === "string" && { idempotency: header }),
    schemes: readSchemes(root["pagination"], ignored),
    models,
    ...(Array.isArray(security) && { security }),
    securitySchemes: mapOf(root["security_schemes"]),
    ignored,
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
  ignored: string[],
): void {
  const place = `targets.${language}`;
  collectIgnored(root, "", "root", ignored);
  collectIgnored(mapOf(root["organization"]), "organization", "organization", ignored);
  collectIgnored(mapOf(root["client_settings"]), "client_settings", "client", ignored);
  for (const key of keysOf(targets)) if (key !== language) ignored.push(`targets.${key}`);
  collectIgnored(settings, place, "target", ignored);
  collectIgnored(mapOf(settings["options"]), `${place}.options`, "targetOptions", ignored);
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
  ignored: string[],
): readonly (readonly [string, string])[] {
  return entriesOf(environments).flatMap(([name, address]) => {
    const url = textOf(address)?.replace(/\/+$/, "") ?? "";
    const isUsable = /^https?:\/\/[^/?#\\\s{}]+[^?#\\\s{}]*$/.test(url) && URL.canParse(url);
    if (isUsable && /^[A-Za-z_][\w-]*$/.test(name)) return [[name, url] as const];
    ignored.push(`environments.${name}`);
    return [];
  });
}

interface Target {
  readonly language: "node" | "typescript";
  readonly isOldGenerator: boolean;
  readonly settings: JsonMap;
}
