/** `sdk-catalog.ts`: the data of the class of the API: its options, and each of its methods with its route. */
import { type ListedMethod, writeMethods } from "../../../src/catalog/method-lines.js";
import { toValueKey } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final } from "../print/module.js";
import { printTemplate, printValue } from "../print/print.js";
import type { Method } from "../resources/resource-methods.js";
import { listResources, readResources, type Resource } from "../resources/resources.js";

/** Emits the catalog of the class: its options, and the routes of its methods. */
export function emitSdkCatalog(context: EmitContext): ModuleDraft {
  const { vendor, routes } = context.model;
  // These three are for the generator alone.
  const { surface: _surface, models: _models, optionTexts: _texts, ...facts } = vendor.sdk;
  const resources = listResources(readResources(context)).filter(
    ({ methods }) => methods.length > 0,
  );
  const lines = [
    ...Object.entries(facts).map(([key, value]) => `  ${key}: ${printFact(key, value)},`),
    ...printShapes(context),
    ...printTable("resources", resources.map(printResourceMethods)),
  ];
  const catalog = code`/** The class of the API: its options, and each method with its route. */
${exported("const", "sdkCatalog")} = {
${lines.join("\n")}
};`;
  return {
    path: "sdk-catalog.ts",
    sources: filesOf(vendor, ...routes),
    module: { blocks: [final(catalog)] },
  };
}

/**
 * Prints a fact of the class. A choice keeps its literal type; all else may have a wider one, which keeps
 * declarations small.
 */
function printFact(key: string, value: unknown): string {
  if (key === "arguments") return `${printValue(value)} as const`;
  // The options whose values are sent with every request.
  if (key === "sent" && Array.isArray(value)) return `[${value.map(printSentOption).join(", ")}]`;
  return printValue(value);
}

/** The place, `in`, is a choice. */
function printSentOption(option: object): string {
  const members = Object.entries(option).map(
    ([name, member]) =>
      `${toValueKey(name)}: ${printValue(member)}${name === "in" ? " as const" : ""}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** The shapes of arguments, by route. */
function printShapes(context: EmitContext): readonly string[] {
  const shapes = context.parameters.flatMap(({ route, surface }) =>
    surface?.shape ? [`${toValueKey(route.key)}: ${printValue(surface.shape)}`] : [],
  );
  return shapes.length > 0 ? printTable("shapes", shapes) : [];
}

function printTable(name: string, members: readonly string[]): readonly string[] {
  return [`  ${name}: {`, ...members.map((member) => `    ${member},`), "  },"];
}

/** One text for all methods of a resource, which a bundle compresses best. */
function printResourceMethods({ path, methods }: Resource): string {
  const text = writeMethods(methods.map(toListedMethod));
  return `${path === "" ? '""' : toValueKey(path)}: ${printTemplate(text)}`;
}

function toListedMethod({ name, route, item, isBare, takesOptions }: Method): ListedMethod {
  const marks = [takesOptions && "?", item !== undefined && "*", isBare && "!"];
  return { marks: marks.filter((mark) => mark !== false).join(""), name, route: route.key };
}
