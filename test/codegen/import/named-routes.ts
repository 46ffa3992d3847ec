/** Descriptions of routes with ids and tags, and the methods that an import gives them. */
import { importChecked } from "../../../codegen/import/import.js";
import { readNamesFile } from "../../../codegen/import/names/names-file.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import { describeApi } from "../../cases/codegen/import/describe.js";
import type { NamedRoute } from "../../cases/codegen/import/method-names.js";

/** A route as a description says it. */
type DescribedRoute = Omit<NamedRoute, "method">;

export function describeRoutes(routes: Readonly<Record<string, DescribedRoute>>): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, { id, tag, more }] of Object.entries(routes)) {
    const [method = "", url = ""] = key.split(" ");
    const operation = { ...(id && { operationId: id }), ...(tag && { tags: [tag] }), ...more };
    paths[url] = { ...paths[url], [method.toLowerCase()]: { responses: {}, ...operation } };
  }
  return describeApi({ servers: [{ url: "https://api.acme.example" }], paths });
}

/** @param names the text of a file of names. */
export function importText(text: string, present: readonly SchemaFile[] = [], names?: string) {
  const file = { path: "api.json", text };
  const options = names === undefined ? {} : { names: readNames(names) };
  return importChecked(file, present, options);
}

export const readNames = (text: string) => readNamesFile({ path: "stainless.yml", text });

/** The calls of an imported model, by the keys of its routes. */
export const callsOf = ({ model }: ReturnType<typeof importText>) =>
  new Map(model.routes.map(({ key, call }) => [key, call]));
