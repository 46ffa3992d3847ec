/** Events as commands name and print them. Loads no validators, so that `inbox` starts quickly. */
import { followPath } from "../../src/base/values.js";
import type { Deviation } from "../../src/inspector/types.js";
import { isText } from "../../src/base/expect.js";
import type { UnknownEvent } from "../../src/receive/webhooks/types.js";
import { makeVisibleLine } from "../terminal/visible-text.js";

/** Finds the action in a payload by a dotted path; `undefined` if there is none. */
export function readAction(payload: unknown, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : followPath(payload, path);
  return isText(value) ? value : undefined;
}

/** Joins the name and the action of an event, as handlers name it: `issues.opened`. */
export function nameWithAction(name: string, action: string | undefined): string {
  return action === undefined ? name : `${name}.${action}`;
}

/** The most deviations that are printed for a delivery. */
const MAX_DEVIATIONS = 5;

/** Prints a delivery as text, or as JSON on one line. */
export function printEvent(
  { id, name, action, payload, deviations }: CheckedEvent,
  { json, payload: isWhole }: PrintOptions,
): string {
  if (json) {
    const valid = deviations.length === 0;
    return JSON.stringify({ id, name, action, valid, mistakes: deviations, payload });
  }
  return [
    makeVisibleLine(`${nameWithAction(name, action)}${id === "" ? "" : ` (${id})`}`),
    ...printDeviations(deviations),
    ...(isWhole ? [JSON.stringify(payload, null, 2)] : []),
  ].join("\n");
}

/** Prints a line for each of the first deviations, and counts the others. */
export function printDeviations(deviations: readonly string[]): readonly string[] {
  const notShown = deviations.length - MAX_DEVIATIONS;
  return [
    ...deviations
      .slice(0, MAX_DEVIATIONS)
      .map((deviation) => makeVisibleLine(`  differs from the schema: ${deviation}`)),
    ...(notShown > 0 ? [`  and ${notShown} more`] : []),
  ];
}

export function describeDeviation({ at, text }: Deviation): string {
  return `${at === "" ? "the payload" : at} ${text}`;
}

/** A verified delivery, compared with the schema. */
interface CheckedEvent extends UnknownEvent {
  /** Action in the payload, if the service has actions. */
  readonly action?: string | undefined;
  /** Deviations of the payload from the schema, in words. */
  readonly deviations: readonly string[];
}

export interface PrintOptions {
  readonly json: boolean;
  /** Prints the whole payload, too. */
  readonly payload: boolean;
}
