import type { JsonOf } from "../catalog/values.js";
import { findLoader, type EventLoaders } from "./event-loaders.js";
import { readPath } from "../signatures/content.js";
import { isJsonObject } from "./delivery.js";
import { describeUnknownName } from "./event-names.js";
import type { InvalidPayload, PayloadError } from "./validation.js";

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

/** The payloads of a service, as far as the generator knows them. */
export interface ValidatorCatalog {
  readonly eventNames: readonly string[];
  /** The dotted path of the action in payloads. Default: `action`. */
  readonly action?: string;
  readonly loaders: EventLoaders<ValidatorModule>;
}

/** A payload that matches the schema: the same object, narrowed. */
export interface ValidPayload<Payload> {
  readonly valid: true;
  readonly payload: Payload;
}

/** The events of a service by name, as they are generated: each with a payload. */
export type EventsWithPayload<Events> = { readonly [Name in keyof Events]: { payload: unknown } };

/** The events of a service whose types have values that JSON does not have: a validator sees the JSON. */
export type EventsInJson<Events extends EventsWithPayload<Events>> = {
  readonly [Name in keyof Events]: { readonly payload: JsonOf<Events[Name]["payload"]> };
};

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
  action = "action",
  loaders,
}: ValidatorCatalog): PayloadValidator<Events> {
  const known = new Set(eventNames);
  const loaded = new Map<string, EventValidators>();
  const path = action.split(".");

  return async (name, payload) => {
    const found = findLoader(loaders, name);
    if (found === undefined) throw new TypeError(describeUnknownName(name, known));
    const [event, load] = found;
    let validators = loaded.get(event);
    if (validators === undefined) {
      validators = new EventValidators(event, path, await load());
      // Imported modules are kept: importing one again takes longer than a validation.
      loaded.set(event, validators);
    }
    if (!known.has(name) && !validators.allowsAction(name.slice(event.length + 1))) {
      throw new TypeError(describeUnknownName(name, known));
    }
    const errors = validators.findErrors(name, payload);
    if (errors.length > 0) return { valid: false, errors };
    // The types are generated from the schema that the validator was compiled from.
    return { valid: true, payload: payload as Events[typeof name]["payload"] };
  };
}

/** The validators of one event and its actions. */
class EventValidators {
  readonly #event: string;
  /** To the action in payloads. */
  readonly #path: readonly string[];
  readonly #validators: ValidatorModule["validators"];

  constructor(event: string, path: readonly string[], { validators }: ValidatorModule) {
    this.#event = event;
    this.#path = path;
    this.#validators = validators;
  }

  /**
   * Tells whether the sender chooses the action, so that it can be any. Such an event has a validator
   * besides those of its actions, and that validator accepts any action. An event whose action may
   * be left out has one, too, but it accepts only the described action.
   */
  allowsAction(action: string): boolean {
    const validate = this.#validators.size > 1 ? this.#validators.get(this.#event) : undefined;
    if (validate === undefined) return false;
    const payload = this.#path.reduceRight<unknown>((value, key) => ({ [key]: value }), action);
    const pointer = toPointer(this.#path);
    return !(run(validate, payload) ?? []).some(({ path }) => path === pointer);
  }

  /** @param name the event, or the event with an action. */
  findErrors(name: string, payload: unknown): readonly PayloadError[] {
    const action = readPath(payload, this.#path);
    const validate =
      this.#validators.get(name) ??
      this.#validators.get(`${name}.${typeof action === "string" ? action : ""}`) ??
      (name === this.#event ? undefined : this.#validators.get(this.#event));
    const findings =
      validate === undefined ? [this.#describeAction(payload, action)] : run(validate, payload);
    return (findings ?? []).map(describeFinding);
  }

  /** Why no validator of the event's actions takes the payload. */
  #describeAction(payload: unknown, action: unknown): Finding {
    if (!isJsonObject(payload)) return { path: "", keyword: "type", expected: "object" };
    const path = toPointer(this.#path);
    if (action === undefined) return { path, keyword: "required", expected: "" };
    const actions = [...this.#validators.keys()].map((name) =>
      JSON.stringify(name.slice(this.#event.length + 1)),
    );
    return { path, keyword: "enum", expected: actions.join(", ") };
  }
}

/** A JSON pointer (RFC 6901). */
function toPointer(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
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

/** The fault of a value, by keyword. */
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
