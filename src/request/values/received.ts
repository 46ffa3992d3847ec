/** Values in what a service sends: bodies of responses, and payloads of deliveries (contract J.3). */
import type { BodyValues, EventValues, PayloadValues, RouteValues } from "../../catalog/values.js";
import type { Convert } from "./convert.js";
import { parseExact, stringify } from "./digits.js";
import { InvalidValue } from "./invalid-value.js";
import type { ValueKind } from "./kinds.js";
import { createCompiler, type Compile } from "./plan.js";

// ---- Bodies of responses

/**
 * Creates the conversion of a client's responses. The result is called once for each client.
 * @param kinds One for each format with values.
 */
export function createBodyValues(
  { shared, routes }: RouteValues,
  kinds: readonly ValueKind[],
): () => BodyValues {
  const compile = compileOnce(createCompiler(shared, kinds));
  const values: BodyValues = {
    convert(json, text, route, status) {
      const plans = Object.hasOwn(routes, route) ? routes[route] : undefined;
      const plan = plans && (plans[status] ?? findByClass(plans, status));
      return plan === undefined ? json : convertJson(compile(plan), json, "data", text);
    },
    stringify,
  };
  return () => {
    expectTypes(kinds);
    return values;
  };
}

/** Finds the plan of a status by its class. Items of streams have none. */
function findByClass(plans: Readonly<Record<string, unknown>>, status: number | string): unknown {
  return typeof status === "number"
    ? (plans[`${Math.floor(status / 100)}XX`] ?? plans["default"])
    : undefined;
}

// ---- Payloads of deliveries

/**
 * Creates the conversion of a toolkit's payloads. The result is called once for each toolkit.
 * @param source The plans, or a function that imports them with the first delivery.
 */
export function createPayloadValues(
  source: EventValues | (() => Promise<{ readonly eventValues: EventValues }>),
  kinds: readonly ValueKind[],
): () => PayloadValues {
  let find = typeof source === "function" ? undefined : createEventFinder(source, kinds);
  let loading: Promise<void> | undefined;
  const values: PayloadValues = {
    convert(name, action, payload, text) {
      if (typeof source === "function" && !find) {
        loading ??= source().then(
          ({ eventValues }) => void (find = createEventFinder(eventValues, kinds)),
        );
        return loading.then(() => values.convert(name, action, payload, text));
      }
      const convert = find?.(`${name}.${String(action)}`) ?? find?.(name);
      return convert ? (convertJson(convert, payload, "payload", text) as object) : payload; // a payload is an object
    },
    stringify,
  };
  return () => {
    expectTypes(kinds);
    return values;
  };
}

/** Finds the conversion of an event by its name, which may end in an action. */
function createEventFinder(
  { shared, events }: EventValues,
  kinds: readonly ValueKind[],
): (name: string) => Convert | undefined {
  const compile = compileOnce(createCompiler(shared, kinds));
  return (name) => (Object.hasOwn(events, name) ? compile(events[name]) : undefined);
}

// ---- Both

/** Compiles each plan when it is first used. */
function compileOnce(compile: Compile): Compile {
  const compiled = new Map<unknown, Convert>();
  return (plan) => {
    let convert = compiled.get(plan);
    if (convert === undefined) compiled.set(plan, (convert = compile(plan)));
    return convert;
  };
}

/** @throws Error if the platform does not have the type of a value. */
function expectTypes(kinds: readonly ValueKind[]): void {
  for (const { expectType } of kinds) expectType?.();
}

/**
 * Converts JSON.
 * @param text The text of JSON that may be changed in place; absent for JSON that was parsed elsewhere.
 * @throws InvalidValue, whose path begins with `name`.
 */
function convertJson(
  convert: Convert,
  json: unknown,
  name: string,
  text: string | undefined,
): unknown {
  if (json === null || json === undefined) return json;
  try {
    return text === undefined
      ? convert(json, { digits: undefined, isMutable: false })
      : convertInPlace(convert, json, text);
  } catch (error) {
    if (error instanceof InvalidValue) throw error.within(name);
    throw new InvalidValue("is nested too deeply").within(name); // a RangeError of the platform
  }
}

/**
 * Converts JSON in place, and once more with exact digits if it has integers that a number cannot hold. The second run
 * keeps the values that the first one has converted.
 */
function convertInPlace(convert: Convert, json: unknown, text: string): unknown {
  try {
    return convert(json, { digits: undefined, isMutable: true });
  } catch (error) {
    if (!(error instanceof InvalidValue && error.isRounded)) throw error;
    return convert(json, { digits: parseExact(text), isMutable: true });
  }
}
