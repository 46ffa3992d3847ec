import type { SchemaModel } from "../codegen/model.js";
import { createValidators } from "../codegen/reconcile/validators.js";
import type { UnknownEvent } from "../src/webhooks/types.js";

/** A delivery that was verified, and what its payload has that the schema has not. */
export interface CheckedEvent extends UnknownEvent {
  readonly mistakes: readonly string[];
}

/** The part of a toolkit that is needed here. */
interface Observable {
  onAny(handler: (event: UnknownEvent) => unknown): unknown;
}

/** Calls back for each delivery with what its validator finds. */
export function watchEvents(
  webhooks: Observable,
  model: SchemaModel,
  onEvent: (event: CheckedEvent) => void,
): void {
  const validators = createValidators(model);
  webhooks.onAny((event) => {
    const { name, payload } = event;
    const action = readAction(payload, model.actionPath);
    const check = validators.get(`${name}.${action ?? ""}`) ?? validators.get(name);
    const mistakes = (check?.(payload) ?? []).map(
      ({ instancePath, message = "is not as described" }) =>
        `${instancePath === "" ? "the payload" : instancePath} ${message}`,
    );
    onEvent({ ...event, mistakes });
  });
}

function readAction(payload: unknown, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  let value = payload;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return typeof value === "string" ? value : undefined;
}

/** Differences from the schema that are named of one delivery. */
const MAX_MISTAKES = 5;

/** One delivery as text, or as JSON on one line. */
export function printEvent(
  { id, name, payload, mistakes }: CheckedEvent,
  { json, payload: isWhole }: { readonly json: boolean; readonly payload: boolean },
): string {
  if (json) return JSON.stringify({ id, name, valid: mistakes.length === 0, mistakes, payload });
  const rest = mistakes.length - MAX_MISTAKES;
  return [
    `${name}${id === "" ? "" : ` (${id})`}`,
    ...mistakes.slice(0, MAX_MISTAKES).map((mistake) => `  differs from the schema: ${mistake}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(isWhole ? [JSON.stringify(payload, null, 2)] : []),
  ].join("\n");
}
