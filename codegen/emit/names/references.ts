/** References of one generated module to the types of others, with their imports. */
import type { Vendor } from "../../model/model.js";
import { ofModule } from "../print/module.js";
import type { Imported } from "../print/types.js";
import { joinLines, printTypeImport } from "../print/print.js";
import { specifierOf, TYPE_FILES, type TypeFile, type TypeModule } from "./files.js";
import type { TypeNames } from "./types.js";

/** Refers to types of other modules as members of a namespace for each, such as `$routes.ThingsGetParameters`. */
export interface References {
  /** The prefix of the types of a module. */
  prefixOf(module: ReferredModule): string;
  /** The name of a type; a type of no module, such as `string`, keeps it. */
  nameOf(type: string): string;
  /**
   * Prints the imports of the namespaces that were referred to.
   * @param up The path from the module to the others.
   */
  printImports(up?: string): string;
}

type ReferredModule = TypeFile | "results";

export function createReferences({ model, declaredIn, names }: DeclaredTypes): References {
  const results = new Set([...names.results.values(), ...names.items.values()]);
  const used = new Set<ReferredModule>();
  const prefixOf = (module: ReferredModule): string => {
    used.add(module);
    return `$${module}.`;
  };
  const print = (module: ReferredModule, up: string): string => {
    const specifier = module === "results" ? "./results.js" : specifierOf(module, model.vendor);
    return `import type * as $${module} from "${specifier.replace(/^\.\//, up)}";`;
  };
  return {
    prefixOf,
    nameOf(type) {
      const module = results.has(type) ? "results" : declaredIn.get(type);
      return module === undefined ? type : prefixOf(module) + type;
    },
    printImports: (up = "./") =>
      joinLines(
        [...TYPE_FILES, "results" as const]
          .filter((module) => used.has(module))
          .map((module) => print(module, up)),
      ),
  };
}

/**
 * The types among names that other modules declare.
 * @param from The module that uses them.
 */
export function importsOf(
  names: Iterable<string>,
  { model, declaredIn }: Pick<DeclaredTypes, "model" | "declaredIn">,
  from?: TypeModule,
): readonly Imported[] {
  return [...new Set(names)].flatMap((name) => {
    const file = declaredIn.get(name);
    if (file === undefined || file === from) return [];
    return [ofModule(specifierOf(file, model.vendor, from)).type(name)];
  });
}

/** Prints the imports of types that other modules declare. */
export function printTypeImports(
  names: Iterable<string>,
  { model, declaredIn }: Pick<DeclaredTypes, "model" | "declaredIn">,
  from?: TypeModule,
): string {
  const unique = [...new Set(names)];
  const lines = TYPE_FILES.filter((file) => file !== from).map((file) =>
    printTypeImport(
      unique.filter((name) => declaredIn.get(name) === file),
      specifierOf(file, model.vendor, from),
    ),
  );
  return joinLines(lines);
}

/** Facts about the generated types: their names, and the file that declares each. */
interface DeclaredTypes {
  readonly model: { readonly vendor: Vendor };
  readonly names: TypeNames;
  /** By type name; only types that other files import. */
  readonly declaredIn: ReadonlyMap<string, TypeFile>;
}
