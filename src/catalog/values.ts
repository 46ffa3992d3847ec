/** Values that JSON does not have, such as dates: their places, and their conversion (contract, section J). */

/** The formats of JSON Schema that can become values, from `values` in the YAML. */
export type ValueFormat = "date-time" | "date" | "int64";

/**
 * The places of values inside JSON, generated from a schema:
 *
 * - a format: the JSON itself is the value
 * - a number: the plan at this index of the shared ones, which may lead back to itself; 0 for no values
 * - an object: the plans of its properties by their names
 * - otherwise a list that begins with its kind
 *
 * For example, `{ created: "date-time", days: ["list", "date"], parent: 3 }` is the plan of an object whose property
 * `created` is an instant, `days` is a list of dates, and `parent` has the shared plan 3.
 */
export type ValuePlan =
  | ValueFormat
  | number
  | PropertyPlans
  | readonly [kind: "list", items: ValuePlan]
  /** The first items of a list, and all after them. */
  | readonly [kind: "tuple", first: readonly ValuePlan[], rest: ValuePlan]
  /** All properties but the named ones. */
  | readonly [kind: "map", others: ValuePlan, except: readonly string[]]
  /** Every plan applies. */
  | readonly [kind: "all", plans: readonly ValuePlan[]]
  /** The first alternative that fits applies; none if none does. */
  | readonly [kind: "union", alternatives: readonly PlannedAlternative[]];

/** An alternative of a union: JSON that has the shape is converted by the plan. */
export type PlannedAlternative = readonly [shape: ValueShape, plan: ValuePlan];

export interface PropertyPlans {
  readonly [property: string]: ValuePlan;
}

/** The properties that distinguish an alternative from the others. */
export interface ValueShape {
  /** Types of JSON. Absent for a shape that only has a format. */
  readonly type?: readonly JsonType[];
  /** Only JSON that becomes a value of this format fits. */
  readonly format?: ValueFormat;
  /** The values of a property, such as a discriminator. */
  readonly is?: Readonly<Record<string, readonly unknown[]>>;
  /** Required properties. */
  readonly has?: readonly string[];
  /** Types of properties that may be absent. */
  readonly types?: Readonly<Record<string, readonly JsonType[]>>;
}

export type JsonType = "string" | "number" | "boolean" | "object" | "array" | "null";

/** The plans of responses. They are `unknown`, so that large data costs a compiler nothing. */
export interface RouteValues {
  /** The first one is 0, which means no plan. */
  readonly shared: readonly unknown[];
  /** By route, then by status as documented: `200`, `4XX`, `default`. */
  readonly routes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The plans of payloads, which are loaded with the first delivery. */
export interface EventValues {
  readonly shared: readonly unknown[];
  /** By `<event>` or `<event>.<action>`. */
  readonly events: Readonly<Record<string, unknown>>;
}

/** Converts the bodies of responses. Only clients of services with values have it. */
export interface BodyValues {
  /**
   * Converts parsed JSON in place, and returns it.
   * @param text The text of the JSON, for the digits of long integers.
   * @throws Error with a path for JSON that is not a valid value.
   */
  convert(json: unknown, text: string, route: string, status: number | string): unknown;
  /** `JSON.stringify` for values, too. */
  readonly stringify: (value: unknown) => string;
}

/** Converts payloads of deliveries. */
export interface PayloadValues {
  /**
   * Converts a payload, and copies the parts that change.
   * @param name The name in the catalog, without an action.
   * @param text The text of the JSON, for the digits of long integers; absent for a payload that was
   * parsed elsewhere.
   * @returns A promise while the plans are imported.
   */
  convert(name: string, action: unknown, payload: object, text?: string): object | Promise<object>;
  readonly stringify: (value: unknown) => string;
}

/** The type of the plain JSON: text in place of a `Date` or a value of `Temporal`, a number in place of a bigint. */
export type JsonOf<Value> = Value extends bigint
  ? number
  : Value extends { toJSON(): string }
    ? string
    : Value extends object
      ? { [Key in keyof Value]: JsonOf<Value[Key]> }
      : Value;
