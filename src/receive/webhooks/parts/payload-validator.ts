/** Checks payloads by the schemas of their events, which are imported event by event. */
import { isRecord, readPath, toPointer } from "../../../base/values.js";
import type { JsonOf } from "../../../catalog/values.js";
import type { Issue } from "../../../schemas/check.js";
import type { Schema } from "../../../schemas/schema.js";
import { describeUnknownName } from "../event-names.js";
import type { InvalidPayload, PayloadError } from "../options.js";

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

/** Binds `validatePayload` to the schemas of a service. Nothing is imported before the first call. */
export function createPayloadValidator<Events extends EventsWithPayload<Events>>({
  eventNames,
  action = "action",
  loaders,
}: ValidatorCatalog): PayloadValidator<Events> {
  const known = new Set(eventNames);
  const loaded = new Map<string, EventSchemas>();
  const path = action.split(".");

  return async (name, payload) => {
    const found = findLoader(loaders, name);
    if (found === undefined) throw new TypeError(describeUnknownName(name, known));
    const { event, load } = found;
    let schemas = loaded.get(event);
    if (schemas === undefined) {
      schemas = new EventSchemas(event, path, await load());
      // Imported modules are kept: importing one again takes longer than a check.
      loaded.set(event, schemas);
    }
    if (!known.has(name) && !schemas.allowsActionOf(name)) {
      throw new TypeError(describeUnknownName(name, known));
    }
    const errors = schemas.findErrors(name, payload);
    if (errors.length > 0) return { valid: false, errors };
    // The types are generated from the same JSON Schema.
    return { valid: true, payload: payload as Events[typeof name]["payload"] };
  };
}

/** The schemas of one event and its actions. */
class EventSchemas {
  readonly #event: string;
  /** Keys that lead to the action in a payload. */
  readonly #path: readonly string[];
  readonly #schemas: SchemasOfPayloads;

  constructor(event: string, path: readonly string[], schemas: SchemasOfPayloads) {
    this.#event = event;
    this.#path = path;
    this.#schemas = schemas;
  }

  /**
   * True for an event whose sender may choose any action. Its own schema, besides those of its actions,
   * accepts any action. An event whose action is optional has such a schema too, but that one accepts
   * only the described actions.
   *
   * A schema cannot be asked for its actions, so it checks a payload of the action alone: `{ action: "found" }`.
   * Errors at other places, such as those of missing properties, mean nothing.
   * @param name the event with an action.
   */
  allowsActionOf(name: string): boolean {
    const schema = this.#schemas.size > 1 ? this.#schemas.get(this.#event) : undefined;
    if (schema === undefined) return false;
    const action: unknown = this.#actionOf(name);
    const payload = this.#path.reduceRight((value, key) => ({ [key]: value }), action);
    const pointer = toPointer(this.#path);
    return !listErrors(schema, payload).some(({ path }) => path === pointer);
  }

  /** @param name the event, or the event with an action that is described or allowed. */
  findErrors(name: string, payload: unknown): readonly PayloadError[] {
    const action = readPath(payload, this.#path);
    const schema = this.#findSchema(name, action);
    return schema === undefined
      ? [this.#describeAction(payload, action)]
      : listErrors(schema, payload);
  }

  /**
   * Finds the schema of the name itself, or else that of the payload's action: `issues` finds `issues.opened`. An
   * action without a schema of its own has that of its event, whose sender may choose any action.
   */
  #findSchema(name: string, action: unknown): Schema<unknown> | undefined {
    const nameWithAction = `${name}.${typeof action === "string" ? action : ""}`;
    const found = this.#schemas.get(name) ?? this.#schemas.get(nameWithAction);
    return found ?? (name === this.#event ? undefined : this.#schemas.get(this.#event));
  }

  /** Describes why the payload's action has no schema. */
  #describeAction(payload: unknown, action: unknown): PayloadError {
    if (!isRecord(payload)) return { path: "", keyword: "type", message: "is not of type object" };
    const path = toPointer(this.#path);
    if (action === undefined) return { path, keyword: "required", message: "is missing" };
    const actions = [...this.#schemas.keys()].map((name) => JSON.stringify(this.#actionOf(name)));
    return { path, keyword: "enum", message: `is not one of ${actions.join(", ")}` };
  }

  /** Returns the action in a name of this event: `opened` in `issues.opened`. */
  #actionOf(name: string): string {
    return name.slice(this.#event.length + 1);
  }
}

function listErrors(schema: Schema<unknown>, payload: unknown): readonly PayloadError[] {
  return schema["~standard"].validate(payload).issues?.map(describeIssue) ?? [];
}

/** A place is a JSON pointer where payloads are checked, and a list of keys in a Standard Schema. */
export function describeIssue({ path, keyword, message }: Issue): PayloadError {
  return { path: toPointer(path), keyword, message };
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
): FoundLoader<Module> | undefined {
  for (let event = name; ; event = event.slice(0, event.lastIndexOf("."))) {
    const load = Object.hasOwn(loaders, event) ? loaders[event] : undefined;
    if (load !== undefined) return { event, load };
    if (!event.includes(".")) return undefined;
  }
}

// ---- Types

interface FoundLoader<Module> {
  readonly event: string;
  readonly load: () => Promise<Module>;
}

/** The schemas of the payloads of one event, by `<event>.<action>` if it has actions, else by its name. */
export type SchemasOfPayloads = ReadonlyMap<string, Schema<unknown>>;

/** Imports the schemas of one event. */
export type PayloadLoader = () => Promise<SchemasOfPayloads>;

/** Schemas of the payloads that a service describes. */
export interface ValidatorCatalog {
  readonly eventNames: readonly string[];
  /** The dotted path of the action in payloads. Default: `action`. */
  readonly action?: string;
  readonly loaders: EventLoaders<SchemasOfPayloads>;
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
