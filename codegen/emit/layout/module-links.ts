/** Modules with the names that they have of each other. */
import { posix } from "node:path";
import type { ModuleDraft } from "../print/file.js";
import { codeOfBlock } from "../print/module.js";
import type { Head, Imported, Part } from "../print/types.js";

/** Reads the names that a module declares, imports and exports. */
export function linkModule(draft: ModuleDraft): LinkedModule {
  const { path, module } = draft;
  const codes = (module.blocks ?? []).map(codeOfBlock);
  const heads = codes.flatMap(({ parts }) => parts.filter(isHead));
  const link = (imported: Imported): Link => ({
    imported,
    module: resolveSpecifier(path, imported.module),
    local: imported.alias ?? imported.name,
  });
  return {
    path,
    draft,
    declared: new Set(heads.map(({ name }) => name)),
    imports: codes.flatMap(({ imports }) => imports).map(link),
    exports: (module.exports ?? []).flat().map(link),
  };
}

/** Tells whether a name stands for all names of a module. */
export function isWhole({ name, isNamespace }: Imported): boolean {
  return name === "*" || isNamespace === true;
}

/** The path of a generated module; any other specifier stays as it is. */
export function resolveSpecifier(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return posix.join(posix.dirname(from), specifier.replace(/\.js$/, ".ts"));
}

/** The export by which a module passes a name of another one on. */
export function findOrigin({ exports }: LinkedModule, name: string): Link | undefined {
  return exports.find(({ local }) => local === name);
}

function isHead(part: Part): part is Head {
  return typeof part === "object" && part.kind === "head";
}

/** A module with the names that it declares, and those that it has of others. */
export interface LinkedModule {
  readonly path: string;
  readonly draft: ModuleDraft;
  readonly declared: ReadonlySet<string>;
  readonly imports: readonly Link[];
  readonly exports: readonly Link[];
}

/** One name of an import or export statement. */
export interface Link {
  readonly imported: Imported;
  /** The path of a generated module, or the specifier of a package. */
  readonly module: string;
  /** The name in the module that imports or exports it. */
  readonly local: string;
}
