/** Validates payloads by generated validators, which are imported event by event. */
import type { JsonOf } from "../../../catalog/values.js";
import { isRecord, toPointer } from "../../../base/expect.js";
import { readPath } from "../../signatures/content.js";
import { describeUnknownName } from "../event-names.js";
import type { InvalidPayload, PayloadError } from "../validation.js";

/**
 * Checks a payload against the schema of the named event. The payload is neither changed nor copied.
 *
 * Types, values of enumerations and required properties are checked. Unknown properties are allowed.
 * Formats, lengths, ranges and patterns are not checked.
 *
 * Rejects with a `TypeError` for a name that is not in the catalog, and with any error that a getter of
 * the payload throws.
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

/** Validators of one event and its actions. */
class EventValidators {
  readonly #event: string;
  /** Keys that lead to the action in a payload. */
  readonly #path: readonly string[];
  readonly #validators: ValidatorModule["validators"];

  constructor(event: string, path: readonly string[], { validators }: ValidatorModule) {
    this.#event = event;
    this.#path = path;
    this.#validators = validators;
  }

  /**
   * True for an event whose sender may choose any action. Its own validator, besides those of its actions,
   * accepts any action. An event whose action is optional has such a validator too, but that one accepts
   * only the described actions.
   */
  allowsAction(action: string): boolean {
    const validate = this.#validators.size > 1 ? this.#validators.get(this.#event) : undefined;
    if (validate === undefined) return false;
    const payload = this.#path.reduceRight<unknown>((value, key) => ({ [key]: value }), action);
    const pointer = toPointer(this.#path);
    return !(runValidator(validate, payload) ?? []).some(({ path }) => path === pointer);
  }

  /** @param name the event, or the event with an action. */
  findErrors(name: string, payload: unknown): readonly PayloadError[] {
    const action = readPath(payload, this.#path);
    const validate =
      this.#validators.get(name) ??
      this.#validators.get(`${name}.${typeof action === "string" ? action : ""}`) ??
      (name === this.#event ? undefined : this.#validators.get(this.#event));
    const mismatches =
      validate === undefined
        ? [this.#describeAction(payload, action)]
        : runValidator(validate, payload);
    return (mismatches ?? []).map(describeMismatch);
  }

  /** Describes why the payload's action has no validator. */
  #describeAction(payload: unknown, action: unknown): Mismatch {
    if (!isRecord(payload)) return { path: "", keyword: "type", expected: "object" };
    const path = toPointer(this.#path);
    if (action === undefined) return { path, keyword: "required", expected: "" };
    const actions = [...this.#validators.keys()].map((name) =>
      JSON.stringify(name.slice(this.#event.length + 1)),
    );
    return { path, keyword: "enum", expected: actions.join(", ") };
  }
}

/** Reports a payload that is nested too deeply for a schema that refers to itself. */
function runValidator(validate: Validator, payload: unknown): readonly Mismatch[] | null {
  try {
    return validate(payload);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: "", keyword: "depth", expected: "" }];
  }
}

/** Messages by keyword. */
const KEYWORD_MESSAGES: Readonly<Record<string, (expected: string) => string>> = {
  required: () => "is missing",
  type: (expected) => `is not of type ${expected}`,
  enum: (expected) => `is not one of ${expected}`,
  anyOf: () => "matches none of the alternatives",
  depth: () => "is nested too deeply",
};

export function describeMismatch({ path, keyword, expected }: Mismatch): PayloadError {
  const describe = KEYWORD_MESSAGES[keyword];
  return { path, keyword, message: describe?.(expected) ?? "may not be there" };
}

// ---- Loaders of generated modules

/** Lazy imports of generated modules, by event. */
export type EventLoaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

/**
 * Finds the event of a name, `<event>` or `<event>.<action>`, and its loader. An event may hold dots; the
 * longest event that fits is found.
 */
export function findLoader<Module>(
  loaders: EventLoaders<Module>,
  name: string,
): readonly [event: string, load: () => Promise<Module>] | undefined {
  for (let event = name; ; event = event.slice(0, event.lastIndexOf("."))) {
    const load = Object.hasOwn(loaders, event) ? loaders[event] : undefined;
    if (load !== undefined) return [event, load];
    if (!event.includes(".")) return undefined;
  }
}

// ---- Types

/** Difference between a payload and its schema, as a generated validator reports it. */
export interface Mismatch {
  readonly path: string;
  readonly keyword: string;
  /** The allowed types or values, if the keyword has a list of them. */
  readonly expected: string;
}

/** Returns the differences between a payload and its schema; `null` if there are none. */
export type Validator = (payload: unknown) => readonly Mismatch[] | null;

/** Module with the validators of one event, by `<event>.<action>` if it has actions, else by its name. */
export interface ValidatorModule {
  readonly validators: ReadonlyMap<string, Validator>;
}

/** Validators of the payloads that a service describes. */
export interface ValidatorCatalog {
  readonly eventNames: readonly string[];
  /** The dotted path of the action in payloads. Default: `action`. */
  readonly action?: string;
  readonly loaders: EventLoaders<ValidatorModule>;
}

/** Result for a payload that matches the schema: the same object, narrowed. */
export interface ValidPayload<Payload> {
  readonly valid: true;
  readonly payload: Payload;
}

/** Generated events of a service by name, each with a payload. */
export type EventsWithPayload<Events> = { readonly [Name in keyof Events]: { payload: unknown } };

/**
 * Events of a service whose types have values that JSON does not have. A validator sees the JSON, before
 * it is converted.
 */
export type EventsInJson<Events extends EventsWithPayload<Events>> = {
  readonly [Name in keyof Events]: { readonly payload: JsonOf<Events[Name]["payload"]> };
};
