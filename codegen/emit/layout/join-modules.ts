/**
 * Joins generated modules into fewer files, before they are printed, so that no emitter has to know in
 * which file its module ends up.
 */
import { posix } from "node:path";
import type { ModuleDraft } from "../print/file.js";
import { codeOfBlock, isFinal } from "../print/module.js";
import type { Block, Code, Imported, Module, Part, Renamed } from "../print/types.js";
import { chooseMembers } from "./choose-members.js";
import {
  findOrigin,
  isWhole,
  type LinkedModule,
  linkModule,
  resolveSpecifier,
} from "./module-links.js";

/**
 * Joins the modules of each joint. A module whose names clash with those before it stays a file of its
 * own. Specifiers lead to the new files.
 */
export function joinModules(
  drafts: readonly ModuleDraft[],
  joints: readonly Joint[],
): readonly ModuleDraft[] {
  const linked = new Map(drafts.map((draft) => [draft.path, linkModule(draft)]));
  const groups = joints.flatMap(({ path, members, inner }) => {
    const modules = chooseMembers(members.flatMap((member) => linked.get(member) ?? []));
    return modules.length === 0 ? [] : [{ path, modules, inner }];
  });
  /** The file that each joined module is in. */
  const homes = new Map(
    groups.flatMap(({ path, modules }) => modules.map((module) => [module.path, path])),
  );
  const alone = [...linked.values()]
    .filter(({ path }) => !homes.has(path))
    .map((module) => ({ path: module.path, modules: [module], inner: [] }));
  return [...groups, ...alone].map((group) => ({
    path: group.path,
    sources: [...new Set(group.modules.flatMap(({ draft }) => draft.sources))],
    module: new Joiner(group, homes).join(),
  }));
}

// ---- Joining

/** Makes one module of a group. */
class Joiner {
  readonly #group: Group;
  readonly #members: ReadonlyMap<string, LinkedModule>;
  /** The files of modules that are joined anywhere. */
  readonly #homes: ReadonlyMap<string, string>;

  constructor(group: Group, homes: ReadonlyMap<string, string>) {
    this.#group = group;
    this.#members = new Map(group.modules.map((module) => [module.path, module]));
    this.#homes = homes;
  }

  join(): Module {
    const { modules } = this.#group;
    const comments = modules.flatMap(({ draft }) => draft.module.comment ?? []);
    const blocks = sortByUse(modules).flatMap((module) => {
      const hidden = this.#listHidden(module);
      return (module.draft.module.blocks ?? []).map((block) => this.#move(block, module, hidden));
    });
    return {
      ...(comments.length > 0 && { comment: [...new Set(comments)].join("\n") }),
      exports: [this.#listExports()],
      blocks: importOnce(blocks),
      renamed: this.#listRenamed(),
    };
  }

  /** The names that the file has from others. The first of two exports of the same name wins. */
  #listExports(): readonly Imported[] {
    const { modules } = this.#group;
    const declared = new Set(modules.flatMap((module) => [...module.declared]));
    const exports = new Map<string, Imported>();
    for (const { imported, module, local } of modules.flatMap((each) => each.exports)) {
      if (this.#members.has(module) || declared.has(local)) continue;
      const key = local === "*" ? `* ${module}` : local;
      if (!exports.has(key)) exports.set(key, this.#relocate(imported, module));
    }
    return [...exports.values()];
  }

  /** The names of the file itself that it exports under others. */
  #listRenamed(): readonly Renamed[] {
    return this.#group.modules.flatMap(({ draft, exports }) => [
      ...exports
        .filter(
          ({ module, imported, local }) => this.#members.has(module) && imported.name !== local,
        )
        .map(({ imported, local }) => ({ local: imported.name, name: local })),
      ...(draft.module.renamed ?? []),
    ]);
  }

  /**
   * Exports of an inner module that other modules of the group import: nothing outside of the file needs them. Those
   * that nothing imports stay exported, because a compiler complains of unused declarations.
   */
  #listHidden({ path }: LinkedModule): ReadonlySet<string> {
    const { modules, inner } = this.#group;
    if (!inner.includes(path)) return new Set();
    const links = modules.flatMap(({ imports }) => imports);
    return new Set(
      links.filter(({ module }) => module === path).map(({ imported }) => imported.name),
    );
  }

  /** A block as the new file has it. */
  #move(block: Block, from: LinkedModule, hidden: ReadonlySet<string>): Block {
    const { parts, imports } = codeOfBlock(block);
    const code: Code = {
      parts: parts.map((part) => this.#movePart(part, from, hidden)),
      imports: imports.flatMap((imported) => this.#moveImport(imported, from) ?? []),
    };
    return isFinal(block) ? { kind: "final", code } : code;
  }

  #movePart(part: Part, from: LinkedModule, hidden: ReadonlySet<string>): Part {
    if (typeof part === "string") return part;
    switch (part.kind) {
      case "head":
        return { ...part, isExported: part.isExported && !hidden.has(part.name) };
      case "member": {
        const namespace = this.#moveImport(part.namespace, from);
        return namespace === undefined ? part.name : { ...part, namespace };
      }
      case "specifier": {
        const module = this.#specifierOf(resolveSpecifier(from.path, part.module));
        return { ...part, module };
      }
    }
  }

  /** An import from the new file; `undefined` for what the file declares itself. */
  #moveImport(imported: Imported, from: LinkedModule): Imported | undefined {
    const module = resolveSpecifier(from.path, imported.module);
    const target = this.#members.get(module);
    if (target === undefined) return this.#relocate(imported, module);
    if (isWhole(imported) || target.declared.has(imported.name)) return undefined;
    const origin = findOrigin(target, imported.name);
    if (origin === undefined) return undefined;
    return { ...this.#relocate(origin.imported, origin.module), isType: imported.isType };
  }

  /** An import of a module from the new file, which may be in another file now. */
  #relocate(imported: Imported, module: string): Imported {
    const home = this.#homes.get(module);
    const moved = { ...imported, module: this.#specifierOf(module) };
    if (!imported.isNamespace || home === undefined) return moved;
    return { ...moved, name: `$${posix.basename(home, ".ts")}` };
  }

  /** The specifier of a module in the new file. */
  #specifierOf(module: string): string {
    const home = this.#homes.get(module) ?? module;
    if (!home.endsWith(".ts")) return home;
    const path = posix.relative(posix.dirname(this.#group.path), home).replace(/\.ts$/, ".js");
    return path.startsWith(".") ? path : `./${path}`;
  }
}

/** Imports a name that one module has as a type and another as a value only as the value. */
function importOnce(blocks: readonly Block[]): readonly Block[] {
  const keyOf = ({ module, name, alias = name }: Imported): string => `${module} ${alias}`;
  const values = new Set(
    blocks
      .flatMap((block) => codeOfBlock(block).imports)
      .filter(({ isType }) => !isType)
      .map(keyOf),
  );
  return blocks.map((block): Block => {
    const { parts, imports } = codeOfBlock(block);
    const code: Code = {
      parts,
      imports: imports.map((each) => ({
        ...each,
        isType: each.isType && !values.has(keyOf(each)),
      })),
    };
    return isFinal(block) ? { kind: "final", code } : code;
  });
}

/** Sorts modules so that each constant is declared before a module uses it. */
function sortByUse(modules: readonly LinkedModule[]): readonly LinkedModule[] {
  const sorted = new Set<LinkedModule>();
  const visiting = new Set<LinkedModule>();
  const visit = (module: LinkedModule): void => {
    if (visiting.has(module)) return;
    visiting.add(module);
    for (const link of [...module.imports, ...module.exports]) {
      const imported = modules.find(({ path }) => path === link.module);
      if (imported) visit(imported);
    }
    sorted.add(module);
  };
  for (const module of modules) visit(module);
  return [...sorted];
}

// ---- Types

/** A file that several modules become. */
export interface Joint {
  readonly path: string;
  /** The first of two modules that export the same name wins. */
  readonly members: readonly string[];
  /** Modules whose declarations nothing outside of the file imports. */
  readonly inner: readonly string[];
}

/** The modules of a joint that can share its file. */
interface Group {
  /** The file that the modules become. */
  readonly path: string;
  readonly modules: readonly LinkedModule[];
  readonly inner: readonly string[];
}
