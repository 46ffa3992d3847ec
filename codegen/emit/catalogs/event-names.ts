import type { SchemaModel } from "../../model.js";
import { emitterEntries } from "../emitter-entries.js";
import { type FileDraft, filesOf } from "../file.js";
import { specifierOf } from "../layout.js";

/** Emits the list of event names as a value, with the proof that the types name the same. */
export function emitEventNames(model: SchemaModel): FileDraft {
  const entries = model.events.map((event) => emitterEntries(event).map(({ name }) => name));
  const sources = filesOf(...model.events);
  const types = specifierOf("events", model.vendor);
  return { path: "event-names.ts", sources, body: print(entries, sources, types) };
}

/**
 * @param entries for each event its name, then its combinations.
 * @param types The module of the types that name the same.
 */
function print(
  entries: readonly (readonly string[])[],
  sources: readonly string[],
  types: string,
): string {
  const tuple = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  const rows = entries.map((names) => ` ${printRow(names)}`);
  return `import type { EmitterWebhookEventName, EventMap } from "${types}";

type EmitterEventNames = readonly [
${tuple.join("")}];

/**
 * A space before each event, and before the dot and the action of each of its combinations: half
 * the size of the names in full.
 */
const text =
  ${["", ...rows].map((row) => JSON.stringify(row)).join(" +\n  ")};

/**
 * Every event name, each followed by its combinations with an action.
 *
 * Source: ${sources.map((file) => `\`${file}\``).join(", ")}
 */
export const emitterEventNames = /* @__PURE__ */ expandNames(text);

${EXPANSION_AND_PROOF}`;
}

/** Expands the names when the module is loaded, and proves that types and names agree. */
const EXPANSION_AND_PROOF = `function expandNames(text: string): EmitterEventNames {
  let event = "";
  const parts = text.split(" ").slice(1);
  const names = parts.map((part) => (part.startsWith(".") ? event + part : (event = part)));
  // The text is printed from the names of the type.
  return Object.freeze(names) as unknown as EmitterEventNames;
}

/** Satisfied only by a type that has no more members than another. */
type MustExtend<Inner extends Outer, Outer> = Inner;

/** Type-checks only while the list, the union of names and the map of events hold the same. */
export type EventNameProof = [
  MustExtend<(typeof emitterEventNames)[number], EmitterWebhookEventName>,
  MustExtend<EmitterWebhookEventName, (typeof emitterEventNames)[number]>,
  MustExtend<EmitterWebhookEventName, keyof EventMap>,
  MustExtend<keyof EventMap, EmitterWebhookEventName>,
];
`;

/** The event, and after a space each of its combinations without the event. */
function printRow([event = "", ...combinations]: readonly string[]): string {
  return [event, ...combinations.map((name) => name.slice(event.length))].join(" ");
}
