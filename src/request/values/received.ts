/** Values in what a service sends: bodies of responses, and payloads of deliveries (contract J.3). */
import type { BodyValues, EventValues, PayloadValues, RouteValues } from "../../catalog/values.js";
import { parseExact, stringify } from "./digits.js";
import type { ValueKind } from "./kinds.js";
import { createCompiler, InvalidValue, type Convert } from "./plan.js";

/**
 * Creates the conversion of a client's responses. The result is called once for each client.
 * @param kinds One for each format with values.
 */
export function createBodyValues(
  catalog: RouteValues,
  kinds: readonly ValueKind[],
): () => BodyValues {
  const { shared, routes } = catalog;
  const compile = createCompiler(shared, kinds);
  const known = new Map<unknown, Convert>();
  const find = (route: string, status: number | string): Convert | undefined => {
    const plans = Object.hasOwn(routes, route) ? routes[route] : undefined;
    const plan = plans && (plans[status] ?? findByClass(plans, status));
    if (plan === undefined) return undefined;
    let convert = known.get(plan);
    if (convert === undefined) known.set(plan, (convert = compile(plan)));
    return convert;
  };
  const values: BodyValues = {
    convert(json, text, route, status) {
      const convert = find(route, status);
      return convert ? convertJson(convert, json, "data", text) : json;
    },
    stringify,
  };
  return () => {
    for (const { expectType } of kinds) expectType?.();
    return values;
  };
}

/** Finds the plan of a status by its class. Items of streams have none. */
function findByClass(plans: Readonly<Record<string, unknown>>, status: number | string): unknown {
  return typeof status === "number"
    ? (plans[`${Math.floor(status / 100)}XX`] ?? plans["default"])
    : undefined;
}

/**
 * Creates the conversion of a toolkit's payloads. The result is called once for each toolkit.
 * @param source The plans, or a function that imports them with the first delivery.
 */
export function createPayloadValues(
  source: EventValues | (() => Promise<{ readonly eventValues: EventValues }>),
  kinds: readonly ValueKind[],
): () => PayloadValues {
  const open = ({ shared, events }: EventValues): ((name: string) => Convert | undefined) => {
    const compile = createCompiler(shared, kinds);
    const known = new Map<string, Convert>();
    return (name) => {
      if (!Object.hasOwn(events, name)) return undefined;
      let convert = known.get(name);
      if (convert === undefined) known.set(name, (convert = compile(events[name])));
      return convert;
    };
  };
  let find = typeof source === "function" ? undefined : open(source);
  let loading: Promise<void> | undefined;
  const values: PayloadValues = {
    convert(name, action, payload, text) {
      if (typeof source === "function" && !find) {
        loading ??= source().then(({ eventValues }) => void (find = open(eventValues)));
        return loading.then(() => values.convert(name, action, payload, text));
      }
      const convert = find?.(`${name}.${String(action)}`) ?? find?.(name);
      return convert ? (convertJson(convert, payload, "payload", text) as object) : payload; // a payload is an object
    },
    stringify,
  };
  return () => {
    for (const { expectType } of kinds) expectType?.();
    return values;
  };
}

/**
 * Converts JSON, and once more with exact digits if it has integers that a number cannot hold.
 * @param text The text of JSON that may be changed in place; absent for JSON that was parsed elsewhere.
 * @throws InvalidValue, whose path begins with `name`.
 */
function convertJson(
  convert: Convert,
  json: unknown,
  name: string,
  text: string | undefined,
): unknown {
  const isMutable = text !== undefined;
  if (json === null || json === undefined) return json;
  try {
    try {
      return convert(json, { digits: undefined, isMutable });
    } catch (error) {
      if (!isMutable || !(error instanceof InvalidValue && error.isRounded)) throw error;
      return convert(json, { digits: parseExact(text), isMutable }); // keeps the values that are converted already
    }
  } catch (error) {
    if (error instanceof InvalidValue) throw error.within(name);
    throw new InvalidValue("is nested too deeply").within(name); // a RangeError of the platform
  }
}
