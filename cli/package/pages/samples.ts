/** Adds code that calls the package to each operation of a description, as `x-codeSamples`. */
import { entriesOf, isMap, type Json, type JsonMap } from "../../../codegen/model/json.js";
import type { Route, SchemaModel } from "../../../codegen/model/model.js";
import { printPrograms } from "../../../codegen/site/site.js";
import { printImport, printNew, toInstance } from "../code.js";

/** Samples by the key of their route. */
export function printSamples(
  schema: SchemaModel,
  packageName: string,
): Promise<ReadonlyMap<string, string>> {
  const { name } = schema.vendor.sdk;
  const made = `const ${toInstance(name)} = ${printNew(schema)};`;
  return printPrograms(schema, [...printImport([name], packageName), "", made].join("\n"));
}

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;

/** Adds the samples to the operations of a description. Samples under other labels stay. */
export function addSamples(
  description: JsonMap,
  samples: ReadonlyMap<string, string>,
  label: string,
): Augmented {
  const byShape = new Map([...samples].map(([key, source]) => [shapeOf(key), source]));
  const without: string[] = [];
  let count = 0;
  const paths: (readonly [path: string, item: unknown])[] = [];
  for (const [path, item] of entriesOf(description["paths"])) {
    const operations = new Map<string, unknown>(entriesOf(item));
    for (const [method, operation] of entriesOf(item)) {
      if (!METHODS.test(method) || !isMap(operation)) continue;
      const route = `${method.toUpperCase()} ${path}`;
      const source = byShape.get(shapeOf(route));
      if (source === undefined) without.push(route);
      else {
        operations.set(method, withSample(operation, { lang: "TypeScript", label, source }));
        count += 1;
      }
    }
    paths.push([path, isMap(item) ? Object.fromEntries(operations) : item]);
  }
  return { description: { ...description, paths: Object.fromEntries(paths) }, count, without };
}

function withSample(operation: JsonMap, sample: Sample): JsonMap {
  const present = operation["x-codeSamples"];
  const list: readonly Json[] = Array.isArray(present) ? present : [];
  const otherSamples = list.filter((item) => !(isMap(item) && item["label"] === sample.label));
  return { ...operation, "x-codeSamples": [...otherSamples, sample] };
}

/** Removes the names of placeholders from a route, because an import may change them. */
function shapeOf(route: Route["key"]): string {
  return route.replace(/\{[?&][^{}]*\}/g, "").replace(/\{[^{}]*\}/g, "{}");
}

/** A description with samples, and the operations that got none. */
interface Augmented {
  readonly description: JsonMap;
  readonly count: number;
  readonly without: readonly string[];
}

interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}
