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

/** Tells whether modules would give a name two meanings in one file. */
function clash(modules: readonly LinkedModule[]): boolean {
  const inGroup = new Map(modules.map((module) => [module.path, module]));
  const meanings = modules.flatMap((module) => [
    ...[...module.declared].map((name) => ({ name, meaning: `${module.path} ${name}` })),
    ...listImportedMeanings(module, inGroup),
  ]);
  const byName = new Map<string, string>();
  for (const { name, meaning } of meanings) {
    if (meaning === undefined || (byName.get(name) ?? meaning) !== meaning) return true;
    byName.set(name, meaning);
  }
  return modules.some(({ exports }) =>
    exports.some((link) => !isWhole(link.imported) && isImpossibleExport(link, inGroup)),
  );
}

/** The meanings that imports need. A name that a module of the group declares needs no import. */
function listImportedMeanings(
  { imports }: LinkedModule,
  inGroup: ReadonlyMap<string, LinkedModule>,
): readonly NameMeaning[] {
  return imports.flatMap((link): readonly NameMeaning[] => {
    const { imported, module, local } = link;
    if (isWhole(imported)) return [];
    const target = inGroup.get(module);
    if (target === undefined) return [{ name: local, meaning: `${module} ${imported.name}` }];
    if (isRenamed(link)) return [{ name: local, meaning: undefined }];
    if (target.declared.has(imported.name)) return [];
    const origin = findOrigin(target, imported.name);
    return [{ name: local, meaning: origin && `${origin.module} ${origin.imported.name}` }];
  });
}

/** Tells whether a name that another module of the group only passes on cannot be exported. */
function isImpossibleExport(link: Link, inGroup: ReadonlyMap<string, LinkedModule>): boolean {
  const target = inGroup.get(link.module);
  if (target === undefined || target.declared.has(link.imported.name)) return false;
  return findOrigin(target, link.imported.name) === undefined || isRenamed(link);
}

/** Tells whether a name is imported or exported under another one. */
function isRenamed({ imported, local }: Link): boolean {
  return imported.name !== local;
}

// ---- Types

/** The meaning of a name: the module that declares it, and its name there; `undefined` if a group cannot have it. */
interface NameMeaning {
  readonly name: string;
  readonly meaning: string | undefined;
}
