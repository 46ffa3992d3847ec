import type { SchemaModel } from "../model.js";
import { emitterEntries } from "./emitter-entries.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import { specifierOf } from "./layout.js";

/** Emits the list of event names as a value, with the proof that the types name the same. */
export function emitEventNames(model: SchemaModel): FileDraft {
  const names = model.events.flatMap(emitterEntries).map(({ name }) => JSON.stringify(name));
  const sources = filesOf(...model.events);
  const types = specifierOf("events", model.vendor);
  return { path: "event-names.ts", sources, body: print(names, sources, types) };
}

/** @param types The module of the types that name the same. */
function print(names: readonly string[], sources: readonly string[], types: string): string {
  const list = names.map((name) => `  ${name},\n`).join("");
  return `import type { EmitterWebhookEventName, EventMap } from "${types}";

/**
 * Every event name, each followed by its combinations with an action.
 *
 * Source: ${sources.map((file) => `\`${file}\``).join(", ")}
 */
export const emitterEventNames = /* @__PURE__ */ Object.freeze([
${list}] as const);

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
}
