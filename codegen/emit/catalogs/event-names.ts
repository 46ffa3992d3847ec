import type { SchemaModel } from "../../model.js";
import { emitterEntries } from "../emitter-entries.js";
import { type FileDraft, filesOf } from "../file.js";
import { specifierOf } from "../layout.js";

/** Emits the list of event names, with a compile-time proof that it agrees with the types. */
export function emitEventNames(model: SchemaModel): FileDraft {
  const entries = model.events.map((event) => emitterEntries(event).map(({ name }) => name));
  const sources = filesOf(...model.events);
  const types = specifierOf("events", model.vendor);
  return { path: "event-names.ts", sources, body: print(entries, sources, types) };
}

/**
 * @param entries One list per event: its name, then its combinations with actions.
 * @param types The module that declares the event types.
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
 * Compact form of the names, half their size: a space before each event, and before the dot and
 * action of each combination.
 */
const text =
  ${["", ...rows].map((row) => JSON.stringify(row)).join(" +\n  ")};

/**
 * All event names. Each event is followed by its combinations with actions.
 *
 * Source: ${sources.map((file) => `\`${file}\``).join(", ")}
 */
export const emitterEventNames = /* @__PURE__ */ expandNames(text);

${EXPANSION_AND_PROOF}`;
}

/** Code that expands the names on load, and the proof that types and names agree. */
const EXPANSION_AND_PROOF = `function expandNames(text: string): EmitterEventNames {
  let event = "";
  const parts = text.split(" ").slice(1);
  const names = parts.map((part) => (part.startsWith(".") ? event + part : (event = part)));
  // The generator writes text and type from the same names.
  return Object.freeze(names) as unknown as EmitterEventNames;
}

/** Compiles only if \`Inner\` is assignable to \`Outer\`. */
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
