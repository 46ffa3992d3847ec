/** The first call to write in an app: two lines, of the simplest method of the API. */
import { emitterEntries } from "../../codegen/model/entries.js";
import { entriesOf, isMap, itemsOf, type JsonMap, mapOf } from "../../codegen/model/json.js";
import type { Output, SchemaModel } from "../../codegen/model/model.js";
import { toInstance } from "../package/code.js";
import { chooseExamples } from "../package/pages/examples.js";
import { hasPackage } from "./dependencies.js";
import { type Extension, readCompilerOptions } from "./tsconfig.js";

/** Prefers an alias that the app has for its folders: Nuxt, SvelteKit and `paths` of the compiler have some. */
export function importFolder(folder: string, app: string, manifest: JsonMap): ImportedFolder {
  if (hasPackage(manifest, "nuxt")) return { specifier: `~~/${folder}` };
  const inLibrary = /^src\/lib\/(.+)/.exec(folder)?.[1];
  if (inLibrary !== undefined && hasPackage(manifest, "@sveltejs/kit"))
    return { specifier: `$lib/${inLibrary}` };
  for (const [alias, target] of readAliases(app))
    if (folder.startsWith(target)) return { specifier: alias + folder.slice(target.length) };
  const inSource = /^src\/(.+)/.exec(folder)?.[1];
  if (inSource !== undefined) return { specifier: `./${inSource}`, from: "a file in src" };
  return { specifier: `./${folder}`, from: "a file beside package.json" };
}

/** Prefixes of specifiers, such as `@/`, and the folders of the app that they stand for: `src/`, or all of it. */
function readAliases(app: string): readonly (readonly [alias: string, target: string])[] {
  const paths = readCompilerOptions(app)?.["paths"];
  if (!isMap(paths)) return [];
  return Object.entries(paths).flatMap(([pattern, targets]) => {
    const [target] = itemsOf(targets);
    const folder = typeof target === "string" ? /^\.\/(.*)\*$/.exec(target)?.[1] : undefined;
    const alias = /^([^*]*\/)\*$/.exec(pattern)?.[1];
    return folder === undefined || alias === undefined ? [] : [[alias, folder] as const];
  });
}

/** Prints the import of the SDK, and the simplest call. */
export function printFirstCall(
  model: SchemaModel,
  { specifier }: ImportedFolder,
  outputs: readonly Output[],
  extension: Extension,
): readonly string[] {
  const module = (file: string): string =>
    JSON.stringify(
      extension === "" && file === "index" ? specifier : `${specifier}/${file}${extension}`,
    );
  const hasClass = model.hasRoutes && (outputs.includes("client") || outputs.includes("methods"));
  if (hasClass) return printCall(model, module("index"));
  if (outputs.includes("paths")) return printPathsCall(model, module("paths"));
  return printHandler(model, module("webhooks"));
}

function printCall(model: SchemaModel, module: string): readonly string[] {
  const { vendor } = model;
  const { name, credentials = [] } = vendor.sdk;
  const [example] = chooseExamples(model).requests;
  const [credential] = vendor.sending.auth.length === 0 ? [] : credentials;
  const options = vendor.baseUrl === undefined ? `{ baseUrl: "https://…" }` : "";
  const instance = `new ${name}(${options})`;
  const credentialHint =
    credential === undefined || credential.client !== undefined
      ? ""
      : ` // with { ${credential.option} }, or ${credential.env}`;
  const call =
    example === undefined
      ? `const ${toInstance(name)} = ${instance};${credentialHint}`
      : `console.log(await ${instance}.${example.call}(${example.arguments}));${credentialHint}`;
  return [`import { ${name} } from ${module};`, call];
}

function printPathsCall(
  { vendor, descriptions = [] }: SchemaModel,
  module: string,
): readonly string[] {
  const baseUrl = JSON.stringify(vendor.baseUrl ?? "https://…");
  const path = descriptions.flatMap(({ root }) => listPlainPaths(root))[0];
  const client = `createPathsClient<paths>({ baseUrl: ${baseUrl} })`;
  return [
    `import { createPathsClient } from "typewire-runtime/paths";`,
    `import type { paths } from ${module};`,
    path === undefined
      ? `const api = ${client};`
      : `console.log(await ${client}.GET(${JSON.stringify(path)}));`,
  ];
}

/** The paths of a description that are read without a parameter. */
function listPlainPaths(root: JsonMap): readonly string[] {
  return entriesOf(root["paths"]).flatMap(([path, item]) => {
    const { get, parameters } = mapOf(item);
    const isPlain = get !== undefined && parameters === undefined && !/[{#?]/.test(path);
    return isPlain && mapOf(get)["parameters"] === undefined ? [path] : [];
  });
}

function printHandler(model: SchemaModel, module: string): readonly string[] {
  const [event] = model.events.flatMap(emitterEntries);
  const name = JSON.stringify(event?.name ?? "*");
  if (model.vendor.webhooks === undefined)
    return [`import { validateEventName } from ${module};`, `validateEventName(${name});`];
  return [
    `import { Webhooks } from ${module};`,
    `new Webhooks({ secret: "…" }).on(${name}, ({ payload }) => console.log(payload));`,
  ];
}

/** The import of the folder of an SDK by a module of the app. */
export interface ImportedFolder {
  readonly specifier: string;
  /** The place of the module, where the specifier depends on it. */
  readonly from?: string;
}
