/** The exports of an entry for one purpose, and how an entry or the index exports them. */
import { ofModule } from "../print/module.js";
import type { Code, Head, Imported, Module, Part } from "../print/types.js";

/**
 * Makes the entry that declares the exports of some parts.
 * @param typeModules Modules whose types are all exported.
 */
export function createEntryModule(
  parts: readonly EntryPart[],
  typeModules: readonly string[] = [],
): Module {
  const exports = [
    parts.flatMap((part) => part.passedOn),
    ...typeModules.map((module) => [ofModule(module).all("type")]),
  ];
  return { exports, blocks: parts.map(({ bound }) => bound) };
}

/** All names that the entry with some parts exports, as another module passes them on. */
export function listExports(parts: readonly EntryPart[], module: string): readonly Imported[] {
  return parts.flatMap(({ passedOn, bound }) => [
    ...passedOn.map((each) => ({ ...each, module })),
    ...listDeclared(bound, module),
  ]);
}

/**
 * The exported names that code declares. A type with the name of a value comes with it: of `export type Webhooks` and
 * `export const Webhooks`, the second alone is listed.
 */
function listDeclared({ parts }: Code, module: string): readonly Imported[] {
  const heads = parts.filter(isExportedHead);
  const values = new Set(heads.filter(isValue).map(({ name }) => name));
  const types = heads.map(({ name }) => name).filter((name) => !values.has(name));
  return [
    ...[...values].map((name) => ofModule(module).value(name)),
    ...types.map((name) => ofModule(module).type(name)),
  ];
}

function isExportedHead(part: Part): part is Head {
  return typeof part === "object" && part.kind === "head" && part.isExported;
}

function isValue({ keyword }: Head): boolean {
  return keyword === "const";
}

/** Exports of an entry for one purpose: to build requests, to name events, to receive deliveries. */
export interface EntryPart {
  /** Names of other modules that are exported as they are. */
  readonly passedOn: readonly Imported[];
  /** The declarations that are bound to generated catalogs and types. */
  readonly bound: Code;
}
