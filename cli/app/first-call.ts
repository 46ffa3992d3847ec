/** The first call to write in an app: two lines, of the simplest method of the API. */
import { emitterEntries } from "../../codegen/model/entries.js";
import type { Output, SchemaModel } from "../../codegen/model/model.js";
import { toInstance } from "../package/code.js";
import { chooseExamples } from "../package/examples.js";
import type { Extension } from "./tsconfig.js";

/** @param name Of the folder, beside the module that imports it. */
export function printFirstCall(
  model: SchemaModel,
  name: string,
  outputs: readonly Output[],
  extension: Extension,
): readonly string[] {
  const module = (file: string): string => {
    const path = extension === "" && file === "index" ? name : `${name}/${file}${extension}`;
    return JSON.stringify(`./${path}`);
  };
  const hasClass = model.hasRoutes && (outputs.includes("client") || outputs.includes("methods"));
  return hasClass ? printCall(model, module("index")) : printHandler(model, module("webhooks"));
}

function printCall(model: SchemaModel, module: string): readonly string[] {
  const { vendor } = model;
  const { name, credentials = [] } = vendor.sdk;
  const [example] = chooseExamples(model).requests;
  const [credential] = vendor.sending.auth.length === 0 ? [] : credentials;
  const options = vendor.baseUrl === undefined ? `{ baseUrl: "https://…" }` : "";
  const instance = `new ${name}(${options})`;
  const key =
    credential === undefined || credential.client !== undefined
      ? ""
      : ` // with { ${credential.option} }, or ${credential.env}`;
  const call =
    example === undefined
      ? `const ${toInstance(name)} = ${instance};${key}`
      : `console.log(await ${instance}.${example.call}(${example.arguments}));${key}`;
  return [`import { ${name} } from ${module};`, call];
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
