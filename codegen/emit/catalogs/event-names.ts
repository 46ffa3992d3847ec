import type { Event, SchemaModel } from "../../model/model.js";
import { emitterEntries } from "../prepare/events.js";
import { specifierOf } from "../prepare/layout.js";
import { type FileDraft, filesOf } from "../print/file.js";

/** Emits the list of event names, with a compile-time proof that it agrees with the types. */
export function emitEventNames(model: SchemaModel): FileDraft {
  const entries = model.events.map((event) => emitterEntries(event).map(({ name }) => name));
  const types = specifierOf("events", model.vendor);
  const isCompact = model.events.every(isPlain);
  const body = [
    `import type { EmitterWebhookEventName, EventMap } from "${types}";`,
    isCompact ? printCompactList(entries) : printList(entries),
    PROOF,
  ].join("\n\n");
  return { path: "event-names.ts", sources: filesOf(...model.events), body };
}

/** Tells whether the compact form can hold the names of an event. */
function isPlain({ name, actions }: Event): boolean {
  return [name, ...actions.map((action) => action.name)].every((each) => /^[\w-]+$/.test(each));
}

function printList(entries: readonly (readonly string[])[]): string {
  const names = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  return `${NAMES_COMMENT}
export const emitterEventNames = /* @__PURE__ */ Object.freeze([
${names.join("")}] as const);`;
}

const NAMES_COMMENT =
  "/** All event names. Each event is followed by its combinations with actions. */";

/** @param entries One list per event: its name, then its combinations with actions. */
function printCompactList(entries: readonly (readonly string[])[]): string {
  const tuple = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  const rows = entries.map((names) => ` ${printRow(names)}`);
  return `type EmitterEventNames = readonly [
${tuple.join("")}];

/**
 * Compact form of the names, half their size: a space before each event, and before the dot and
 * action of each combination.
 */
const text =
  ${["", ...rows].map((row) => JSON.stringify(row)).join(" +\n  ")};

${NAMES_COMMENT}
export const emitterEventNames = /* @__PURE__ */ expandNames(text);

${EXPANSION}`;
}

/** Code that expands the names on load. */
const EXPANSION = `function expandNames(text: string): EmitterEventNames {
  let event = "";
  const parts = text.split(" ").slice(1);
  const names = parts.map((part) => (part.startsWith(".") ? event + part : (event = part)));
  // The generator writes text and type from the same names.
  return Object.freeze(names) as unknown as EmitterEventNames;
}`;

/** The proof that types and names agree. */
const PROOF = `/** Compiles only if \`Inner\` is assignable to \`Outer\`. */
type MustExtend<Inner extends Outer, Outer> = Inner;

/** Compiles only if the list, the union of names and the event map contain the same names. */
export type EventNameProof = [
  MustExtend<(typeof emitterEventNames)[number], EmitterWebhookEventName>,
  MustExtend<EmitterWebhookEventName, (typeof emitterEventNames)[number]>,
  MustExtend<EmitterWebhookEventName, keyof EventMap>,
  MustExtend<keyof EventMap, EmitterWebhookEventName>,
];
`;

/** The event, then each combination without the event name. */
function printRow([event = "", ...combinations]: readonly string[]): string {
  return [event, ...combinations.map((name) => name.slice(event.length))].join(" ");
}
