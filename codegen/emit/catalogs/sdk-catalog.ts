import { toValueKey } from "../../model/names.js";
import { listResources, type Method, readResources, type Resource } from "../prepare/resources.js";
import type { EmitContext } from "../prepare/types.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { printValue } from "../print/print.js";

/** Emits the catalog of the class: its options, and the routes of its methods. */
export function emitSdkCatalog(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const { surface: _surface, models: _models, optionTexts: _texts, ...facts } = vendor.sdk;
  const resources = listResources(readResources(context)).filter(
    ({ methods }) => methods.length > 0,
  );
  const lines = Object.entries(facts).map(([key, value]) => `  ${key}: ${printFact(key, value)},`);
  const shapes = context.parameters.flatMap(({ route, surface }) =>
    surface?.shape ? [`\n    ${toValueKey(route.key)}: ${printValue(surface.shape)},`] : [],
  );
  if (shapes.length > 0) lines.push(`  shapes: {${shapes.join("")}\n  },`);
  const body = `/** The class of the API: its options, and each method with its route. */
export const sdkCatalog = {
${lines.join("\n")}
  resources: {${resources.map(printMethods).join("")}
  },
};`;
  return {
    path: "sdk-catalog.ts",
    sources: filesOf(vendor, ...routes),
    body,
    isFormatted: true,
  };
}

/** Choices are printed as such; all else may be of a wider type, which keeps declarations small. */
function printFact(key: string, value: unknown): string {
  const text = printValue(value);
  if (key === "arguments") return `${text} as const`;
  return text.replace(/(?<=\bin: )"(?:header|query)"/g, "$& as const");
}

/** One text for all methods of a resource, which a bundle compresses best. */
function printMethods({ path, methods }: Resource): string {
  const text = methods.map(printMethod).join("\n");
  const literal = text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
  return `\n    ${path === "" ? '""' : toValueKey(path)}: \`${literal}\`,`;
}

function printMethod({ name, route, item, isBare }: Method): string {
  return `${item === undefined ? "" : "*"}${isBare ? "!" : ""}${name} ${route.key}`;
}
