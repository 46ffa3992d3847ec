import type { TypesPackage } from "../model.js";
import { typesPackagePage } from "../templates/types-package.js";
import { compileTemplate } from "../templates/render.js";
import type { EmitContext } from "./context.js";
import { emitterEntries } from "./emitter-entries.js";
import { filesOf, jsonHeader } from "./file.js";
import type { FileDraft } from "./file.js";
import { packageFolder } from "./layout.js";
import { nameOf } from "./type-names.js";

const renderReadme = compileTemplate(typesPackagePage);

/**
 * Emits what makes a package of the types of payloads: manifest, index and README; nothing when
 * the YAML names no package.
 */
export function emitTypesPackage(context: EmitContext): readonly FileDraft[] {
  const { vendor, events } = context.model;
  if (vendor.typesPackage === undefined) return [];
  const hasShared = context.components.payloadsShared.length > 0;
  const modules = ["events", "payloads", ...(hasShared ? ["shared"] : [])];
  const own = filesOf(vendor);
  return [
    draft("package.json", own, printManifest(vendor.typesPackage, modules, own)),
    draft("index.d.ts", own, printIndex(modules)),
    draft("README.md", filesOf(vendor, ...events), printReadme(vendor.typesPackage, context)),
  ];
}

function draft(name: string, sources: readonly string[], body: string): FileDraft {
  return { path: `${packageFolder}/${name}`, sources, body };
}

/**
 * `commonjs`, although there is no module to run: types of an ES module would be closed to
 * CommonJS, while these are open to both.
 */
function printManifest(
  { name, version, description, license }: TypesPackage,
  modules: readonly string[],
  sources: readonly string[],
): string {
  const subpaths = modules.map((module) => [`./${module}`, { types: `./${module}.d.ts` }] as const);
  const manifest = {
    "//": jsonHeader(sources),
    name,
    version,
    description,
    license, // left out by JSON when there is none
    type: "commonjs",
    sideEffects: false,
    types: "./index.d.ts",
    exports: {
      ".": { types: "./index.d.ts" },
      ...Object.fromEntries(subpaths),
      "./package.json": "./package.json",
    },
    files: ["*.d.ts"],
  };
  return JSON.stringify(manifest, null, 2);
}

function printIndex(modules: readonly string[]): string {
  return modules.map((module) => `export type * from "./${module}.js";`).join("\n");
}

function printReadme({ name, description }: TypesPackage, context: EmitContext): string {
  const { model } = context;
  return renderReadme({
    name,
    description,
    title: model.vendor.title,
    nameCount: model.events.flatMap(emitterEntries).length,
    example: exampleOf(context),
  });
}

/** The event with the most actions shows best how an event is narrowed. */
function exampleOf({ model, names }: EmitContext): object | undefined {
  const [event] = [...model.events].sort((one, other) => other.actions.length - one.actions.length);
  if (event === undefined) return undefined;
  const [bare, first] = emitterEntries(event);
  // One action alone may be any action that the sender chooses.
  const { name, action } = event.actions.length > 1 && first !== undefined ? first : bare;
  return { event: event.name, name, action, payloadType: nameOf(names.events, name).payload };
}
