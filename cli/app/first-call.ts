/** The first call to write in an app: two lines, of the simplest method of the API. */
import { emitterEntries } from "../../codegen/model/entries.js";
import { entriesOf, type JsonMap, mapOf } from "../../codegen/model/json.js";
import type { Output, SchemaModel, Vendor } from "../../codegen/model/model.js";
import { toInstance } from "../package/code.js";
import { chooseExamples } from "../package/pages/examples.js";
import type { ImportedFolder } from "./import-folder.js";
import type { Extension } from "./tsconfig.js";

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
  const { name } = vendor.sdk;
  const [example] = chooseExamples(model).requests;
  const options = vendor.baseUrl === undefined ? `{ baseUrl: "https://…" }` : "";
  const instance = `new ${name}(${options})`;
  const statement =
    example === undefined
      ? `const ${toInstance(name)} = ${instance};`
      : `console.log(await ${instance}.${example.call}(${example.arguments}));`;
  return [`import { ${name} } from ${module};`, statement + printCredentialHint(vendor)];
}

/** A comment with the option of the credential and its variable. A client that gets tokens needs two of each. */
function printCredentialHint({ sending, sdk }: Vendor): string {
  const [credential] = sdk.credentials ?? [];
  if (sending.auth.length === 0 || credential === undefined || credential.client !== undefined)
    return "";
  return ` // with { ${credential.option} }, or ${credential.env}`;
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
