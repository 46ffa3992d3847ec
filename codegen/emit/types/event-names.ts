/** `event-names.ts`: the list of the names of events at run time, and the proof that it agrees with the types. */
import { emitterEntries } from "../../model/entries.js";
import type { Event, SchemaModel } from "../../model/model.js";
import { specifierOf } from "../names/files.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, local, ofModule } from "../print/module.js";
import type { Code } from "../print/types.js";

/** Emits the list of event names, with a compile-time proof that it agrees with the types. */
export function emitEventNames(model: SchemaModel): ModuleDraft {
  const entries = model.events.map((event) => emitterEntries(event).map(({ name }) => name));
  const types = ofModule(specifierOf("events", model.vendor));
  const isCompact = model.events.every(fitsCompactList);
  const blocks = [
    isCompact ? printCompactList(entries) : printNameList(entries),
    { ...PROOF, imports: types.types("EmitterWebhookEventName", "EventMap") },
  ];
  return { path: "event-names.ts", sources: filesOf(...model.events), module: { blocks } };
}

/** Tells whether the compact form can hold the names of an event. */
function fitsCompactList({ name, actions }: Event): boolean {
  return [name, ...actions.map((action) => action.name)].every((each) => /^[\w-]+$/.test(each));
}

function printNameList(entries: readonly (readonly string[])[]): Code {
  const names = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  return code`${NAMES_COMMENT}
${exported("const", "emitterEventNames")} = /* @__PURE__ */ Object.freeze([
${names.join("")}] as const);`;
}

const NAMES_COMMENT =
  "/** All event names. Each event is followed by its combinations with actions. */";

/** @param entries One list per event: its name, then its combinations with actions. */
function printCompactList(entries: readonly (readonly string[])[]): Code {
  const tuple = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  const rows = entries.map((names) => ` ${printEventRow(names)}`);
  return code`${local("type", "EmitterEventNames")} = readonly [
${tuple.join("")}];

/**
 * Compact form of the names, half their size: a space before each event, and before the dot and
 * action of each combination.
 */
${local("const", "text")} =
  ${["", ...rows].map((row) => JSON.stringify(row)).join(" +\n  ")};

${NAMES_COMMENT}
${exported("const", "emitterEventNames")} = /* @__PURE__ */ expandNames(text);

${EXPANSION}`;
}

/** Code that expands the names on load. */
const EXPANSION = code`${local("function", "expandNames")}(text: string): EmitterEventNames {
  let event = "";
  const parts = text.split(" ").slice(1);
  const names = parts.map((part) => (part.startsWith(".") ? event + part : (event = part)));
  // The generator writes text and type from the same names.
  return Object.freeze(names) as unknown as EmitterEventNames;
}`;

/** The event, then each combination without the event name. */
function printEventRow([event = "", ...combinations]: readonly string[]): string {
  return [event, ...combinations.map((name) => name.slice(event.length))].join(" ");
}

/** The declarations that compile only if types and names agree. */
const PROOF = code`/** Compiles only if \`Inner\` is assignable to \`Outer\`. */
${local("type", "MustExtend")}<Inner extends Outer, Outer> = Inner;

/** Compiles only if the list, the union of names and the event map contain the same names. */
${exported("type", "EventNameProof")} = [
  MustExtend<(typeof emitterEventNames)[number], EmitterWebhookEventName>,
  MustExtend<EmitterWebhookEventName, (typeof emitterEventNames)[number]>,
  MustExtend<EmitterWebhookEventName, keyof EventMap>,
  MustExtend<keyof EventMap, EmitterWebhookEventName>,
];
`;
