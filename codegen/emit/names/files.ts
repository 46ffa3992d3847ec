/** The files that declare types: which component is declared where, and how a file is imported. */
import { collectRefs, type ResolveComponent } from "../../json-schema/references.js";
import type { Component, JsonSchema, SchemaModel, Vendor } from "../../model/model.js";

/**
 * The files that declare types of components. Each may import from the files before it. If there is a
 * types package, `payloadsShared` declares the types that payloads share with other files. `shared`
 * declares the other types that several files use.
 */
export const TYPE_FILES: readonly TypeFile[] = [
  "payloadsShared",
  "shared",
  "payloads",
  "routes",
  "responses",
];

/** Returns the file of types that payloads share with other files. It is part of the types package. */
export function sharedPayloadFile({ typesPackage }: Vendor): TypeFile {
  return typesPackage === undefined ? "shared" : "payloadsShared";
}

/**
 * Assigns each component to the one file that uses it, or to a shared file if several do, so that no
 * file loads types that only another one needs.
 */
export function assignComponents(
  model: SchemaModel,
  used: ByFile<readonly JsonSchema[]>,
  resolve: ResolveComponent,
): ByFile<readonly Component[]> {
  const files = new Map<string, TypeFile>();
  const sharedPayloads = sharedPayloadFile(model.vendor);
  for (const file of TYPE_FILES) {
    for (const ref of collectRefs(used[file], resolve)) {
      const earlier = files.get(ref);
      if (earlier === undefined) files.set(ref, file);
      else if (earlier !== sharedPayloads) {
        files.set(ref, earlier === "payloads" ? sharedPayloads : "shared");
      }
    }
  }
  const componentsOf = (file: TypeFile): readonly Component[] =>
    model.components.filter(({ ref }) => files.get(ref) === file);
  return {
    payloadsShared: componentsOf("payloadsShared"),
    shared: componentsOf("shared"),
    payloads: componentsOf("payloads"),
    routes: componentsOf("routes"),
    responses: componentsOf("responses"),
  };
}

/** Folder of the types package in the output. */
export const PACKAGE_FOLDER = "webhook-types";

/** The modules of the types package, with their names there. */
const PACKAGED: ReadonlyMap<TypeModule, string> = new Map([
  ["events", "events"],
  ["payloads", "payloads"],
  ["payloadsShared", "shared"],
]);

/**
 * Returns the path of a module of types. Modules of the types package are declarations (`.d.ts`),
 * because these can be published and imported without a build.
 */
export function pathOfModule(module: TypeModule, { typesPackage }: Vendor): string {
  const name = PACKAGED.get(module);
  if (typesPackage === undefined || name === undefined) return `${module}.ts`;
  return `${PACKAGE_FOLDER}/${name}.d.ts`;
}

/**
 * Returns the specifier that imports a module of types. Files outside the types package import its
 * modules by the package's name; every other specifier is a path.
 * @param from The importing module, if it is a module of types.
 */
export function specifierOf(
  module: TypeModule,
  { typesPackage }: Vendor,
  from?: TypeModule,
): string {
  const name = PACKAGED.get(module);
  if (typesPackage === undefined || name === undefined) return `./${module}.js`;
  const isInside = from !== undefined && PACKAGED.has(from);
  return isInside ? `./${name}.js` : `${typesPackage.name}/${name}`;
}

// ---- Types

/** A file that declares types of components. */
export type TypeFile = "payloadsShared" | "shared" | "payloads" | "routes" | "responses";

/** One value for each file. */
export type ByFile<Value> = Readonly<Record<TypeFile, Value>>;

/** A generated module of types that others import. */
export type TypeModule = TypeFile | "events";
