/** `sdk-catalog.ts`: the data of the class of the API: its options, and each of its methods with its route. */
import { type ListedMethod, writeMethods } from "../../../src/catalog/method-lines.js";
import { toValueKey } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final } from "../print/module.js";
import { printTemplate, printValue } from "../print/print.js";
import {
  listResources,
  type Method,
  readResources,
  type Resource,
} from "../resources/resources.js";

/** Emits the catalog of the class: its options, and the routes of its methods. */
export function emitSdkCatalog(context: EmitContext): ModuleDraft {
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
  const catalog = code`/** The class of the API: its options, and each method with its route. */
${exported("const", "sdkCatalog")} = {
${lines.join("\n")}
  resources: {${resources.map(printResourceMethods).join("")}
  },
};`;
  return {
    path: "sdk-catalog.ts",
    sources: filesOf(vendor, ...routes),
    module: { blocks: [final(catalog)] },
  };
}

/** Prints choices `as const`. Other values may have wider types, which keeps declarations small. */
function printFact(key: string, value: unknown): string {
  if (key === "arguments") return `${printValue(value)} as const`;
  if (key !== "sent" || !Array.isArray(value)) return printValue(value);
  const options = value.map((option: object) => {
    const members = Object.entries(option).map(
      ([name, member]) =>
        `${toValueKey(name)}: ${printValue(member)}${name === "in" ? " as const" : ""}`,
    );
    return `{ ${members.join(", ")} }`;
  });
  return `[${options.join(", ")}]`;
}

/** One text for all methods of a resource, which a bundle compresses best. */
function printResourceMethods({ path, methods }: Resource): string {
  const text = writeMethods(methods.map(toListedMethod));
  return `\n    ${path === "" ? '""' : toValueKey(path)}: ${printTemplate(text)},`;
}

function toListedMethod({ name, route, item, isBare, takesOptions }: Method): ListedMethod {
  const marks = [takesOptions && "?", item !== undefined && "*", isBare && "!"];
  return { marks: marks.filter((mark) => mark !== false).join(""), name, route: route.key };
}
