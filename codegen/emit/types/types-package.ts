import type { TypesPackage } from "../../model.js";
import type { EmitContext } from "../context.js";
import { emitterEntries } from "../emitter-entries.js";
import { compileTemplate } from "../escape.js";
import { type FileDraft, filesOf, jsonHeader } from "../file.js";
import { PACKAGE_FOLDER } from "../layout.js";
import { joinLines } from "../print.js";
import { nameOf } from "../type-names.js";

/** The README of the package of types. */
const README_PAGE = `# {{name}}

{{text description}}

\`\`\`sh
npm install --save-dev {{name}}
\`\`\`

{{#if example}}
\`\`\`ts
import type { EmitterWebhookEvent, {{example.payloadType}} } from "{{name}}";

/** Any event: its name tells what its payload is{{#if example.action}}, and the payload's action tells more{{/if}}. */
export function describe({ id, name, payload }: EmitterWebhookEvent): string {
{{#if example.action}}
  if (name === {{example.event}} && payload.action === {{example.action}}) return describePayload(payload);
{{else}}
  if (name === {{example.event}}) return describePayload(payload);
{{/if}}
  return id;
}

/** One payload, by the name of its type … */
export function describePayload(payload: {{example.payloadType}}): string {
  return Object.keys(payload).join(", ");
}

/** … or by the name of its event. */
export type ExamplePayload = EmitterWebhookEvent<{{example.name}}>["payload"];
\`\`\`

{{/if}}
| Type | Is |
| --- | --- |
| \`EmitterWebhookEventName\` | every event and every \`<event>.<action>\`: {{nameCount}} names |
| \`EmitterWebhookEvent<Name>\` | the delivery of a name: \`id\`, \`name\`, \`payload\` |
| \`EventMap\` | from every name to its delivery |
| \`<Name>Event\`, \`<Name>Payload\` | a delivery and a payload by name, such as \`{{#if example}}{{example.payloadType}}{{else}}PingPayload{{/if}}\` |

A payload is what was sent once its signature has been verified; these types neither verify nor
validate. Works with \`moduleResolution\` \`node16\`, \`nodenext\` and \`bundler\`, from ES modules and
from CommonJS.
`;

const renderReadme = compileTemplate(README_PAGE);

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
    draft("index.d.ts", own, joinLines(modules.map(printReexport))),
    ...["index", ...modules].map((name) => draft(`${name}.d.mts`, own, printReexport(name))),
    draft("README.md", filesOf(vendor, ...events), printReadme(vendor.typesPackage, context)),
  ];
}

function draft(name: string, sources: readonly string[], body: string): FileDraft {
  return { path: `${PACKAGE_FOLDER}/${name}`, sources, body };
}

/**
 * Types of an ES module are closed to CommonJS, so that those of the package are `commonjs`; ES
 * modules have declarations of their own kind, which pass them on.
 */
function printManifest(
  { name, version, description, license }: TypesPackage,
  modules: readonly string[],
  sources: readonly string[],
): string {
  const subpaths = modules.map((module) => [`./${module}`, conditionsOf(module)] as const);
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
      ".": conditionsOf("index"),
      ...Object.fromEntries(subpaths),
      "./package.json": "./package.json",
    },
    files: ["*.d.ts", "*.d.mts"],
  };
  return JSON.stringify(manifest, null, 2);
}

function conditionsOf(module: string): object {
  return {
    import: { types: `./${module}.d.mts` },
    require: { types: `./${module}.d.ts` },
  };
}

function printReexport(module: string): string {
  return `export type * from "./${module}.js";`;
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
  return {
    event: JSON.stringify(event.name),
    name: JSON.stringify(name),
    action: action === undefined ? "" : JSON.stringify(action),
    payloadType: nameOf(names.events, name).payload,
  };
}
