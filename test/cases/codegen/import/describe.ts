/** Descriptions of a few lines, and what is imported from them. */
import { importDescription, type ImportResult } from "../../../../codegen/import/import.js";
import type { SchemaFile } from "../../../../codegen/read-schema.js";

/** A description of what is given and nothing else. */
export function describeApi(parts: object, version: Version = "3.1.0"): string {
  return JSON.stringify({ openapi: version, info: { title: "Acme", version: "1" }, ...parts });
}

/** An import into what is present, as texts by path. */
export function importInto(present: Readonly<Record<string, string>>, text: string) {
  const files = Object.entries(present).map(([path, each]): SchemaFile => ({ path, text: each }));
  return importFiles(files, text);
}

function importFiles(files: readonly SchemaFile[], text: string) {
  const result: ImportResult = importDescription({ path: "data/api.openapi.json", text }, files);
  const texts = Object.fromEntries(result.files.map((file) => [file.path, file.text]));
  return { texts, notes: result.allNotes, shortNotes: result.notes };
}

/** An import into an empty folder. */
export function importAlone(text: string) {
  return importFiles([], text);
}

/** The YAML of one schema, as the answer of a route has it, and what was said about it. */
export function importSchema(schema: unknown, version: Version, schemas: object = {}) {
  const content = { "application/json": { schema } };
  const get = { operationId: "x/get", responses: { 200: { content } } };
  const parts = { paths: { "/x": { get } }, components: { schemas } };
  const { texts, notes } = importAlone(describeApi(parts, version));
  const [, yaml = ""] = (texts["routes.yaml"] ?? "").split("    200:");
  return { yaml: yaml.trim(), notes: notes.filter((note) => !note.includes("operation")), texts };
}

type Version = "3.0.3" | "3.1.0";
