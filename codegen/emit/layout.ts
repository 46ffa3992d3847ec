import type { Vendor } from "../model.js";
import type { TypeFile } from "./context.js";

/** A generated module of types that others import. */
export type TypeModule = TypeFile | "events";

/** The folder of the types package. */
export const packageFolder = "webhook-types";

/** What the modules of the types package are called in it, in the order of its index. */
const packaged: ReadonlyMap<TypeModule, string> = new Map([
  ["events", "events"],
  ["payloads", "payloads"],
  ["payloadsShared", "shared"],
]);

/**
 * Where a module of types stands. Those of a package are declarations: it is published as it is
 * generated, and nothing has to be built for those that import it.
 */
export function pathOf(module: TypeModule, { typesPackage }: Vendor): string {
  const name = packaged.get(module);
  if (typesPackage === undefined || name === undefined) return `${module}.ts`;
  return `${packageFolder}/${name}.d.ts`;
}

/**
 * What to import a module of types from. Within the package modules know each other by path, all
 * other files know them by the package's name.
 * @param from The module that imports it; none for any file that holds no types alone.
 */
export function specifierOf(
  module: TypeModule,
  { typesPackage }: Vendor,
  from?: TypeModule,
): string {
  const name = packaged.get(module);
  if (typesPackage === undefined || name === undefined) return `./${module}.js`;
  const isInside = from !== undefined && packaged.has(from);
  return isInside ? `./${name}.js` : `${typesPackage.name}/${name}`;
}
