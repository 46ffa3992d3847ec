/** Code for each operation of a description, which calls the package: `x-codeSamples`. */
import { type Json, type JsonMap, isMap } from "../../codegen/import/model/description.js";
import type { Route, SchemaModel } from "../../codegen/model/model.js";
import { type CallExample, createExampleContext, printCallExample } from "./examples.js";
import { printImport, printNew, toInstance } from "./readme.js";

/** Samples by the key of their route; routes that cannot be called with plain values have none. */
export function printSamples(
  schema: SchemaModel,
  packageName: string,
): ReadonlyMap<string, string> {
  const context = createExampleContext(schema);
  const samples = context.model.routes.flatMap((route) => {
    const example = printCallExample(route, context);
    return example === undefined ? [] : [[route.key, printSample(example, schema, packageName)]];
  }) as readonly (readonly [string, string])[]; // pairs, which `flatMap` widens
  return new Map(samples);
}

function printSample(example: CallExample, model: SchemaModel, packageName: string): string {
  const { name } = model.vendor.sdk;
  const instance = toInstance(name);
  const call = `${instance}.${example.call}(${example.arguments})`;
  const use = {
    items: `for await (const item of ${call}) {\n  console.log(item);\n}`,
    data: `const data = await ${call};\nconsole.log(data);`,
    nothing: `await ${call};`,
  };
  const [load = ""] = printImport([name], packageName);
  return [load, `const ${instance} = ${printNew(model)};`, `${use[example.gives]}\n`].join("\n\n");
}

/** A description with samples, and the operations that got none. */
export interface Augmented {
  readonly description: JsonMap;
  readonly count: number;
  readonly without: readonly string[];
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
  const addTo = (path: string, item: unknown): unknown => {
    if (!isMap(item)) return item;
    const entries = Object.entries(item).map(([method, operation]) => {
      if (!METHODS.test(method) || !isMap(operation)) return [method, operation] as const;
      const route = `${method.toUpperCase()} ${path}`;
      const source = byShape.get(shapeOf(route));
      if (source === undefined) {
        without.push(route);
        return [method, operation] as const;
      }
      count += 1;
      return [method, withSample(operation, { lang: "TypeScript", label, source })] as const;
    });
    return Object.fromEntries(entries);
  };
  const { paths } = description;
  const augmented = Object.entries(isMap(paths) ? paths : {}).map(
    ([path, item]) => [path, addTo(path, item)] as const,
  );
  return { description: { ...description, paths: Object.fromEntries(augmented) }, count, without };
}

interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

function withSample(operation: JsonMap, sample: Sample): JsonMap {
  const present = operation["x-codeSamples"];
  const list: readonly Json[] = Array.isArray(present) ? present : [];
  const others = list.filter((each) => !(isMap(each) && each["label"] === sample.label));
  return { ...operation, "x-codeSamples": [...others, sample] };
}

/** A route without the names of its placeholders, which an import may change. */
function shapeOf(route: Route["key"]): string {
  return route.replace(/\{[?&][^{}]*\}/g, "").replace(/\{[^{}]*\}/g, "{}");
}
