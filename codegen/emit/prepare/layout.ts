import { collectRefs, type ResolveComponent } from "../../json-schema/references.js";
import type { Component, JsonSchema, SchemaModel, Vendor } from "../../model/model.js";

/**
 * The files that declare types of components, in import order: each may import from those before
 * it. `payloadsShared` holds what payloads share with each other or with other files, `shared` the
 * rest.
 */
export const TYPE_FILES = ["payloadsShared", "shared", "payloads", "routes", "responses"] as const;

export type TypeFile = (typeof TYPE_FILES)[number];

/** One value for each file. */
export type ByFile<Value> = Readonly<Record<TypeFile, Value>>;

export function byFile<Value>(create: (file: TypeFile) => Value): ByFile<Value> {
  return {
    payloadsShared: create("payloadsShared"),
    shared: create("shared"),
    payloads: create("payloads"),
    routes: create("routes"),
    responses: create("responses"),
  };
}

/** The file for components that payloads share: in the types package where there is one. */
export function sharedPayloadFile({ typesPackage }: Vendor): TypeFile {
  return typesPackage === undefined ? "shared" : "payloadsShared";
}

/**
 * Assigns each component to the one file that uses it, or to a shared file if several do. No file
 * then loads what only another one needs.
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
      const first = files.get(ref);
      if (first === undefined) files.set(ref, file);
      else if (first !== sharedPayloads) {
        files.set(ref, first === "payloads" ? sharedPayloads : "shared");
      }
    }
  }
  return byFile((file) => model.components.filter(({ ref }) => files.get(ref) === file));
}

/** A generated module of types that others import. */
export type TypeModule = TypeFile | "events";

/** The folder of the types package. */
export const PACKAGE_FOLDER = "webhook-types";

/** The modules of the types package, with their names in it, in the order of its index. */
const PACKAGED: ReadonlyMap<TypeModule, string> = new Map([
  ["events", "events"],
  ["payloads", "payloads"],
  ["payloadsShared", "shared"],
]);

/**
 * The path of a module of types. The types package has declarations (`.d.ts`): they can be
 * published and imported without a build.
 */
export function pathOf(module: TypeModule, { typesPackage }: Vendor): string {
  const name = PACKAGED.get(module);
  if (typesPackage === undefined || name === undefined) return `${module}.ts`;
  return `${PACKAGE_FOLDER}/${name}.d.ts`;
}

/**
 * The specifier that imports a module of types: a path between modules of the types package, the
 * package's name from any other file.
 * @param from The importing module, if it is one of types.
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
