/** The package of types of events: its manifest, its index and its README. */
import type { TypesPackage } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { emitterEntries } from "../../model/entries.js";
import { PACKAGE_FOLDER } from "../names/files.js";
import type { EmitContext } from "../context/context.js";
import { compileTemplate } from "../print/template.js";
import { type FileDraft, filesOf, jsonHeader, type Origin } from "../print/file.js";
import { ofModule } from "../print/module.js";

/** The README of the types package. */
const README_PAGE = `# {{name}}

{{text description}}

\`\`\`sh
npm install --save-dev {{name}}
\`\`\`

{{#if example}}
\`\`\`ts
import type { EmitterWebhookEvent, {{example.payloadType}} } from "{{name}}";

/** Narrows an event by its name{{#if example.action}} and by the action of its payload{{/if}}. */
export function describe({ id, name, payload }: EmitterWebhookEvent): string {
{{#if example.action}}
  if (name === {{example.event}} && payload.action === {{example.action}}) return describePayload(payload);
{{else}}
  if (name === {{example.event}}) return describePayload(payload);
{{/if}}
  return id;
}

/** A payload type by its name. */
export function describePayload(payload: {{example.payloadType}}): string {
  return Object.keys(payload).join(", ");
}

/** The same payload type by the event name. */
export type ExamplePayload = EmitterWebhookEvent<{{example.name}}>["payload"];
\`\`\`

{{/if}}
| Type | Meaning |
| --- | --- |
| \`EmitterWebhookEventName\` | all {{nameCount}} event names: \`<event>\` and \`<event>.<action>\` |
| \`EmitterWebhookEvent<Name>\` | the delivery of an event name: \`id\`, \`name\`, \`payload\` |
| \`EventMap\` | maps each event name to its delivery |
| \`<Name>Event\`, \`<Name>Payload\` | one delivery and one payload, such as \`{{#if example}}{{example.payloadType}}{{else}}PingPayload{{/if}}\` |

The types describe payloads. They neither verify signatures nor validate. They work with
\`moduleResolution\` \`node16\`, \`nodenext\` and \`bundler\`, from ES modules and from CommonJS.
`;

const renderReadme = compileTemplate(README_PAGE);

/**
 * Emits the manifest, index and README of the types package; nothing if `vendor.yaml` has no
 * `typesPackage`.
 */
export function emitTypesPackage(context: EmitContext): readonly FileDraft[] {
  const { vendor, events } = context.model;
  if (vendor.typesPackage === undefined) return [];
  const hasShared = context.components.payloadsShared.length > 0;
  const modules = ["events", "payloads", ...(hasShared ? ["shared"] : [])];
  const vendorFiles = filesOf(vendor);
  return [
    draftText(
      "package.json",
      vendorFiles,
      printManifest(vendor.typesPackage, modules, vendorFiles, context.origin),
    ),
    draftReexports("index.d.ts", vendorFiles, modules),
    ...["index", ...modules].map((name) => draftReexports(`${name}.d.mts`, vendorFiles, [name])),
    draftText("README.md", filesOf(vendor, ...events), printReadme(vendor.typesPackage, context)),
  ];
}

/** Drafts a file of text. */
function draftText(name: string, sources: readonly string[], body: string): FileDraft {
  return { path: `${PACKAGE_FOLDER}/${name}`, sources, body };
}

/**
 * CommonJS cannot import the types of an ES module, so the package is CommonJS. ES modules get
 * `.d.mts` files that re-export the types.
 */
function printManifest(
  { name, version, description, license, homepage, bugs, repository }: TypesPackage,
  modules: readonly string[],
  sources: readonly string[],
  origin: Origin,
): string {
  const subpaths = modules.map((module) => [`./${module}`, conditionsOf(module)] as const);
  const manifest = {
    "//": jsonHeader(sources, origin),
    name,
    version,
    description,
    // JSON.stringify leaves out absent ones.
    license,
    homepage,
    bugs,
    repository: repository && { type: "git", ...repository },
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

/** The conditions of a subpath, for ES modules and for CommonJS. */
function conditionsOf(module: string): object {
  return {
    import: { types: `./${module}.d.mts` },
    require: { types: `./${module}.d.ts` },
  };
}

/** Drafts a file that passes on all types of some modules. */
function draftReexports(
  name: string,
  sources: readonly string[],
  modules: readonly string[],
): FileDraft {
  const exports = modules.map((module) => [ofModule(`./${module}.js`).all("type")]);
  return { path: `${PACKAGE_FOLDER}/${name}`, sources, module: { exports } };
}

function printReadme({ name, description }: TypesPackage, context: EmitContext): string {
  const { model } = context;
  return renderReadme({
    name,
    description,
    title: model.vendor.title,
    nameCount: model.events.flatMap(emitterEntries).length,
    example: chooseExampleEvent(context),
  });
}

/** Chooses the event with the most actions, which shows narrowing best. */
function chooseExampleEvent({ model, names }: EmitContext): object | undefined {
  const [event] = [...model.events].sort((one, other) => other.actions.length - one.actions.length);
  if (event === undefined) return undefined;
  const [bare, first] = emitterEntries(event);
  // A single action need not be the only one that is sent, so the example does not narrow by it.
  const { name, action } = event.actions.length > 1 && first !== undefined ? first : bare;
  return {
    event: JSON.stringify(event.name),
    name: JSON.stringify(name),
    action: action === undefined ? "" : JSON.stringify(action),
    payloadType: nameOf(names.events, name).payload,
  };
}
