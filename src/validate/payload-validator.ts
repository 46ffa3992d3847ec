import { isJsonObject } from "../webhooks/delivery.js";
import { describeUnknownName } from "../webhooks/event-names.js";
import type { InvalidPayload, PayloadError } from "../webhooks/validation.js";

/** One error in a payload, as a generated validator reports it. */
export interface Finding {
  readonly path: string;
  readonly keyword: string;
  /** The allowed types or values, where there is a list of them. */
  readonly expected: string;
}

/** Returns what is wrong with a payload, `null` when nothing is. */
export type Validator = (payload: unknown) => readonly Finding[] | null;

/** The validators of one event, by `<event>.<action>` where it has actions, else by its name. */
export interface ValidatorModule {
  readonly validators: ReadonlyMap<string, Validator>;
}

/** What is known of a hosting service's payloads: generated, and imported event by event. */
export interface ValidatorCatalog {
  readonly eventNames: readonly string[];
  /** By event, without its action. */
  readonly loaders: Readonly<Record<string, () => Promise<ValidatorModule>>>;
}

/** A payload that matches the schema: the same object, narrowed. */
export interface ValidPayload<Payload> {
  readonly valid: true;
  readonly payload: Payload;
}

/** The events of a hosting service by name, as they are generated: each with a payload. */
export type EventsWithPayload<Events> = { readonly [Name in keyof Events]: { payload: unknown } };

/**
 * Tells whether a payload is what the types promise for the event of that name. What is passed is
 * neither changed nor copied.
 *
 * Checked are the types, the values of enumerations and the presence of required properties.
 * Unknown properties are allowed. Formats, lengths, ranges and patterns are not checked.
 *
 * Rejects with a `TypeError` for a name that the catalog does not know, and with whatever a getter
 * of the payload throws.
 */
export type PayloadValidator<Events extends EventsWithPayload<Events>> = <
  Name extends keyof Events & string,
>(
  name: Name,
  payload: unknown,
) => Promise<ValidPayload<Events[Name]["payload"]> | InvalidPayload>;

/** Binds `validatePayload` to generated validators. Nothing is imported before the first call. */
export function createPayloadValidator<Events extends EventsWithPayload<Events>>({
  eventNames,
  loaders,
}: ValidatorCatalog): PayloadValidator<Events> {
  const known = new Set(eventNames);
  const loaded = new Map<string, ValidatorModule>();

  return async (name, payload) => {
    const event = eventOf(name);
    if (!known.has(event)) throw new TypeError(describeUnknownName(name, known));
    const { validators } = loaded.get(event) ?? (await load(event));
    if (!known.has(name) && !isFreeAction(validators, event, name.slice(event.length + 1))) {
      throw new TypeError(describeUnknownName(name, known));
    }
    const errors = findErrors(validators, name, payload);
    if (errors.length > 0) return { valid: false, errors };
    // The types are generated from the schema that the validator was compiled from.
    return { valid: true, payload: payload as Events[typeof name]["payload"] };
  };

  /** What was imported is kept: to import it again takes longer than to validate. */
  async function load(event: string): Promise<ValidatorModule> {
    const loader = loaders[event];
    if (loader === undefined) throw new TypeError(describeUnknownName(event, known));
    const module = await loader();
    loaded.set(event, module);
    return module;
  }
}

/** The name without the action: a dot divides them. */
function eventOf(name: string): string {
  const dot = name.indexOf(".");
  return dot === -1 ? name : name.slice(0, dot);
}

function findErrors(
  validators: ValidatorModule["validators"],
  name: string,
  payload: unknown,
): readonly PayloadError[] {
  const validate =
    validators.get(name) ??
    validators.get(`${name}.${readAction(payload)}`) ??
    (name.includes(".") ? validators.get(eventOf(name)) : undefined);
  if (validate === undefined) return describeAction(validators, name, payload);
  return (run(validate, payload) ?? []).map(describeFinding);
}

/** Only a schema that refers to itself is followed as deep as a payload is nested. */
function run(validate: Validator, payload: unknown): readonly Finding[] | null {
  try {
    return validate(payload);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: "", keyword: "depth", expected: "" }];
  }
}

function readAction(payload: unknown): string {
  if (!isJsonObject(payload) || !Object.hasOwn(payload, "action")) return "";
  const { action } = payload as { action?: unknown }; // an own property, as was just seen
  return typeof action === "string" ? action : "";
}

/**
 * Whether the sender chooses the action of an event. Such an event has a validator besides those of
 * its actions, and that validator accepts any action. An event whose action may be left out has one,
 * too, but it accepts only the described action.
 */
function isFreeAction(
  validators: ValidatorModule["validators"],
  event: string,
  action: string,
): boolean {
  const validate = validators.size > 1 ? validators.get(event) : undefined;
  if (validate === undefined) return false;
  return !(run(validate, { action }) ?? []).some(({ path }) => path === "/action");
}

/** Why no validator of an event's actions takes the payload. */
function describeAction(
  validators: ValidatorModule["validators"],
  event: string,
  payload: unknown,
): readonly PayloadError[] {
  if (!isJsonObject(payload))
    return [describeFinding({ path: "", keyword: "type", expected: "object" })];
  const path = "/action";
  if (!Object.hasOwn(payload, "action")) {
    return [describeFinding({ path, keyword: "required", expected: "" })];
  }
  const actions = [...validators.keys()].map((name) =>
    JSON.stringify(name.slice(event.length + 1)),
  );
  return [describeFinding({ path, keyword: "enum", expected: actions.join(", ") })];
}

/** What is wrong with a value, by keyword. */
const MESSAGES: Readonly<Record<string, (expected: string) => string>> = {
  required: () => "is missing",
  type: (expected) => `is not of type ${expected}`,
  enum: (expected) => `is not one of ${expected}`,
  anyOf: () => "matches none of the alternatives",
  depth: () => "is nested too deeply",
};

export function describeFinding({ path, keyword, expected }: Finding): PayloadError {
  const describe = MESSAGES[keyword];
  return { path, keyword, message: describe?.(expected) ?? "may not be there" };
}
