/** Chooses the modules that can share a file: those in which a name has one meaning. */
import { findOrigin, isWhole, type Link, type LinkedModule } from "./module-links.js";

/** Leaves out each module that has another meaning for a name of those before it. */
export function chooseMembers(candidates: readonly LinkedModule[]): readonly LinkedModule[] {
  const chosen: LinkedModule[] = [];
  for (const module of candidates) {
    if (!clash([...chosen, module])) chosen.push(module);
  }
  return chosen;
}

/** Tells whether modules cannot share a file: a name would have two meanings there, or none. */
function clash(modules: readonly LinkedModule[]): boolean {
  const inGroup = new Map(modules.map((module) => [module.path, module]));
  const isNameLost = modules.some(
    ({ imports, exports }) =>
      imports.some((link) => isImpossibleImport(link, inGroup)) ||
      exports.some((link) => isImpossibleExport(link, inGroup)),
  );
  return isNameLost || haveTwoMeanings(modules.flatMap((module) => listMeanings(module, inGroup)));
}

// ---- Names without a meaning

/** Tells whether a module cannot have a name of another module of the group: under another name, or from nowhere. */
function isImpossibleImport(link: Link, inGroup: Group): boolean {
  const target = inGroup.get(link.module);
  if (isWhole(link.imported) || target === undefined) return false;
  return isRenamed(link) || !hasName(target, link.imported.name);
}

/** Tells whether a name that another module of the group only passes on cannot be exported. */
function isImpossibleExport(link: Link, inGroup: Group): boolean {
  const target = inGroup.get(link.module);
  if (isWhole(link.imported) || target === undefined) return false;
  if (target.declared.has(link.imported.name)) return false;
  return isRenamed(link) || !hasName(target, link.imported.name);
}

/** Tells whether a name is imported or exported under another one. */
function isRenamed({ imported, local }: Link): boolean {
  return imported.name !== local;
}

/** Tells whether a module declares a name or passes it on. */
function hasName(module: LinkedModule, name: string): boolean {
  return module.declared.has(name) || findOrigin(module, name) !== undefined;
}

// ---- Names with two meanings

function haveTwoMeanings(meanings: readonly NameMeaning[]): boolean {
  const byName = new Map(meanings.map(({ name, meaning }) => [name, meaning]));
  return meanings.some(({ name, meaning }) => byName.get(name) !== meaning);
}

/** The meanings that a module gives to names: by its declarations, and by its imports. */
function listMeanings(module: LinkedModule, inGroup: Group): readonly NameMeaning[] {
  return [
    ...[...module.declared].map((name) => ({ name, meaning: toMeaning(module.path, name) })),
    ...module.imports.flatMap((link) => findImportedMeaning(link, inGroup) ?? []),
  ];
}

/** The meaning that an import needs. A name that a module of the group declares needs no import. */
function findImportedMeaning(
  { imported, module, local }: Link,
  inGroup: Group,
): NameMeaning | undefined {
  if (isWhole(imported)) return undefined;
  const target = inGroup.get(module);
  if (target === undefined) return { name: local, meaning: toMeaning(module, imported.name) };
  if (target.declared.has(imported.name)) return undefined;
  const origin = findOrigin(target, imported.name);
  return origin && { name: local, meaning: toMeaning(origin.module, origin.imported.name) };
}

/** A meaning is the module that declares a name, and the name there. */
function toMeaning(module: string, name: string): string {
  return `${module} ${name}`;
}

// ---- Types

/** The modules that are to share a file, by their paths. */
type Group = ReadonlyMap<string, LinkedModule>;

interface NameMeaning {
  /** A name in the file. */
  readonly name: string;
  readonly meaning: string;
}
