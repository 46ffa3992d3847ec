import type { SchemaModel } from "../../codegen/model/model.js";
import { createValidators } from "../../codegen/reconcile/validators.js";
import type { Deviation } from "../../src/inspector/types.js";
import type { UnknownEvent } from "../../src/webhooks/types.js";
import { readSecret, type SecretValues } from "../io/arguments.js";
import type { CliIo } from "../io/io.js";
import { makeVisibleLine } from "../terminal/terminal.js";
import { nameWithAction, readAction } from "./event-action.js";
import type { Service } from "./service.js";

/** A verified delivery, with the differences between its payload and the schema. */
interface CheckedEvent extends UnknownEvent {
  /** Action in the payload, if the service has actions. */
  readonly action?: string | undefined;
  readonly mistakes: readonly string[];
}

/** Creates a toolkit that validates each delivery and prints it. */
export async function createPrinter(
  { Webhooks, model }: Service,
  values: SecretValues & PrintOptions,
  io: CliIo,
) {
  const secret = await readSecret(values, io);
  const webhooks = new Webhooks({ secret, log: { warn: io.err, error: io.err } });
  const compare = createComparison(model);
  webhooks.onAny((event) => {
    const { name, payload } = event;
    const action = readAction(payload, model.actionPath);
    const mistakes = compare({ event: name, action, payload }).map(describeDeviation);
    io.out(printEvent({ ...event, action, mistakes }, values));
  });
  return webhooks;
}

/** Name and action of an event, and its payload. */
export interface NamedPayload {
  readonly event: string;
  readonly action: string | undefined;
  readonly payload: unknown;
}

/** Creates a function that finds the differences between a payload and its schema. */
export function createComparison(
  model: SchemaModel,
): (given: NamedPayload) => readonly Deviation[] {
  const validators = createValidators(model);
  return (given) =>
    (findByName(validators, given)?.(given.payload) ?? []).map(
      ({ instancePath, message = "is not as described" }) => ({ at: instancePath, text: message }),
    );
}

/** Finds the value of an event with its action, or else that of the event. */
export function findByName<Value>(
  values: ReadonlyMap<string, Value>,
  { event, action }: Omit<NamedPayload, "payload">,
): Value | undefined {
  return values.get(`${event}.${action ?? ""}`) ?? values.get(event);
}

export function describeDeviation({ at, text }: Deviation): string {
  return `${at === "" ? "the payload" : at} ${text}`;
}

interface PrintOptions {
  readonly json: boolean;
  /** Prints the whole payload, too. */
  readonly payload: boolean;
}

/** The most differences that are printed for a delivery. */
const MAX_MISTAKES = 5;

/** Prints a delivery as text, or as JSON on one line. */
export function printEvent(
  { id, name, action, payload, mistakes }: CheckedEvent,
  { json, payload: isWhole }: PrintOptions,
): string {
  if (json) {
    return JSON.stringify({ id, name, action, valid: mistakes.length === 0, mistakes, payload });
  }
  return [
    makeVisibleLine(`${nameWithAction(name, action)}${id === "" ? "" : ` (${id})`}`),
    ...printMistakes(mistakes),
    ...(isWhole ? [JSON.stringify(payload, null, 2)] : []),
  ].join("\n");
}

/** Prints a line for each of the first differences, and counts the others. */
export function printMistakes(mistakes: readonly string[]): readonly string[] {
  const rest = mistakes.length - MAX_MISTAKES;
  return [
    ...mistakes
      .slice(0, MAX_MISTAKES)
      .map((mistake) => makeVisibleLine(`  differs from the schema: ${mistake}`)),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
