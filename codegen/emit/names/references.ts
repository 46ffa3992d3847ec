/** References of one generated module to the types of others, with their imports. */
import type { Vendor } from "../../model/model.js";
import { code, ofModule } from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { specifierOf, type TypeFile, type TypeModule } from "./files.js";
import type { TypeNames } from "./types.js";

/**
 * Creates the references of one module.
 * @param up The path from this module to the others.
 */
export function createReferences(
  { model, declaredIn, names }: DeclaredTypes,
  up = "./",
): References {
  const results = new Set([...names.results.values(), ...names.items.values()]);
  const memberOf = (module: ReferredModule, type: string): Code => {
    const specifier = module === "results" ? "./results.js" : specifierOf(module, model.vendor);
    return ofModule(deepen(up, specifier)).namespace(`$${module}`).member(type);
  };
  return {
    memberOf,
    nameOf(type) {
      const module = results.has(type) ? "results" : declaredIn.get(type);
      return module === undefined ? code`${type}` : memberOf(module, type);
    },
  };
}

/** Changes the specifier of a module beside the entry into one from another folder. */
export function deepen(up: string, specifier: string): string {
  return specifier.startsWith("./") ? up + specifier.slice("./".length) : specifier;
}

/**
 * The types among names that other modules declare.
 * @param user The module that uses them, if it is one of types.
 * @param up The path from it to the others.
 */
export function importsOf(
  names: Iterable<string>,
  { model, declaredIn }: Pick<DeclaredTypes, "model" | "declaredIn">,
  user?: TypeModule,
  up = "./",
): readonly Imported[] {
  return [...new Set(names)].flatMap((name) => {
    const file = declaredIn.get(name);
    if (file === undefined || file === user) return [];
    return [ofModule(deepen(up, specifierOf(file, model.vendor, user))).type(name)];
  });
}

// ---- Types

/** Refers to types of other modules as members of a namespace for each, such as `$routes.ThingsGetParameters`. */
export interface References {
  /** A type that a module declares. */
  memberOf(module: ReferredModule, type: string): Code;
  /** The type by the module that declares it; a type of no module, such as `string`, keeps its name. */
  nameOf(type: string): Code;
}

/** Facts about the generated types: their names, and the file that declares each. */
interface DeclaredTypes {
  readonly model: { readonly vendor: Vendor };
  readonly names: TypeNames;
  /** By type name; only types that other files import. */
  readonly declaredIn: ReadonlyMap<string, TypeFile>;
}

type ReferredModule = TypeFile | "results";
