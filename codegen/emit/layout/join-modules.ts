/**
 * Joins generated modules into fewer files, before they are printed, so that no emitter has to know in
 * which file its module ends up.
 */
import type { ModuleDraft } from "../print/file.js";
import type { Imported, Module, Renamed } from "../print/types.js";
import { chooseMembers } from "./choose-members.js";
import { type LinkedModule, linkModule } from "./module-links.js";
import { CodeMover, importOnce } from "./move-code.js";

/**
 * Joins the modules of each joint. A module whose names clash with those before it stays a file of its
 * own. Specifiers lead to the new files: `a.ts` with `export const a = 1;` and `b.ts` with
 * `import { a } from "./a.js"; export const b = a;` become `export const a = 1; export const b = a;`.
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
    module: joinGroup(group, new CodeMover(group.path, group.modules, homes)),
  }));
}

/** Makes one module of a group. */
function joinGroup(group: Group, mover: CodeMover): Module {
  const { modules } = group;
  const comments = modules.flatMap(({ draft }) => draft.module.comment ?? []);
  const blocks = sortByUse(modules).flatMap((module) => {
    const hidden = listHidden(module, group);
    return (module.draft.module.blocks ?? []).map((block) =>
      mover.moveBlock(block, module, hidden),
    );
  });
  return {
    ...(comments.length > 0 && { comment: [...new Set(comments)].join("\n") }),
    exports: [listExports(modules, mover)],
    blocks: importOnce(blocks),
    renamed: listRenamed(modules),
  };
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

// ---- Exports

/** The names that the file has from others. The first of two exports of the same name wins. */
function listExports(modules: readonly LinkedModule[], mover: CodeMover): readonly Imported[] {
  const members = new Set(modules.map(({ path }) => path));
  const declared = new Set(modules.flatMap((module) => [...module.declared]));
  const exports = new Map<string, Imported>();
  for (const { imported, module, local } of modules.flatMap((each) => each.exports)) {
    if (members.has(module) || declared.has(local)) continue;
    const key = local === "*" ? `* ${module}` : local;
    if (!exports.has(key)) exports.set(key, mover.relocate(imported, module));
  }
  return [...exports.values()];
}

/** The names of the file itself that it exports under others. */
function listRenamed(modules: readonly LinkedModule[]): readonly Renamed[] {
  const members = new Set(modules.map(({ path }) => path));
  return modules.flatMap(({ draft, exports }) => [
    ...exports
      .filter(({ module, imported, local }) => members.has(module) && imported.name !== local)
      .map(({ imported, local }) => ({ local: imported.name, name: local })),
    ...(draft.module.renamed ?? []),
  ]);
}

/**
 * Exports of an inner module that other modules of the group import: nothing outside of the file needs them. Those
 * that nothing imports stay exported, because a compiler complains of unused declarations.
 */
function listHidden({ path }: LinkedModule, { modules, inner }: Group): ReadonlySet<string> {
  if (!inner.includes(path)) return new Set();
  const links = modules.flatMap(({ imports }) => imports);
  return new Set(
    links.filter(({ module }) => module === path).map(({ imported }) => imported.name),
  );
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
