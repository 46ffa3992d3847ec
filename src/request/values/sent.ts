/** Values in requests: in parameters, headers and bodies (contract J.4). */
import { isObject } from "../../base/values.js";
import { toJsonValue } from "../endpoint/body.js";
import { createError, show } from "../endpoint/errors.js";
import type { SentValues } from "../endpoint/extensions.js";
import { isParameterName } from "../endpoint/options.js";
import { IntegerWriter } from "./digits.js";
import { isTemporal } from "./kinds.js";
import { InvalidValue } from "./plan.js";
import { replaceInside } from "./replace.js";

/** Writes values by their types, at any depth. Keeps texts and numbers. */
export const sentValues: SentValues = {
  writeTexts(parameters, route) {
    const texts = Object.entries(parameters).map(([name, value]) => {
      const isSent = name === "data" || isParameterName(name);
      return [name, isSent && isObject(value) ? writeTexts(value, name, route) : value] as const;
    });
    return Object.fromEntries(texts);
  },
  toBody(body, isWhole, route) {
    const writer = new IntegerWriter();
    const write = (value: unknown, name: string): unknown =>
      toJsonValue(
        replaceOrKeep(value, (root) => writer.replace(root)),
        name,
        route,
      );
    const json = isWhole
      ? write(body, "data")
      : Object.fromEntries(
          Object.entries(body as object).map(([name, value]) => [name, write(value, name)]),
        );
    const text = writer.finish(json);
    return text === undefined ? json : new TextEncoder().encode(text); // bytes are sent unchanged
  },
};

function writeTexts(value: object, name: string, route: string): unknown {
  try {
    return replaceOrKeep(value, (root) => replaceInside(root, toSentText));
  } catch (error) {
    const { path, detail } = (error as InvalidValue).within(name); // `replaceOrKeep` throws no other
    throw createError("INVALID_PARAMETER", `Parameter ${show(path)}`, detail, route, [name]);
  }
}

/**
 * Keeps a value that cannot be copied, such as one that is nested too deeply: the builder refuses it by
 * the name of its parameter.
 */
function replaceOrKeep(value: unknown, replace: (value: unknown) => unknown): unknown {
  try {
    return replace(value);
  } catch (error) {
    if (error instanceof InvalidValue) throw error;
    return value;
  }
}

function toSentText(value: unknown): unknown {
  if (value instanceof Date) return toRfc3339(value);
  return isObject(value) && isTemporal(value) ? value.toJSON() : value;
}

/** @throws InvalidValue for a date that RFC 3339 cannot express. */
function toRfc3339(date: Date): string {
  if (Number.isNaN(date.getTime()))
    throw new InvalidValue("is an invalid Date; expected a valid one");
  const text = date.toISOString();
  if (/^\d{4}-/.test(text)) return text;
  throw new InvalidValue("is a Date outside of the years 0 to 9999, which RFC 3339 does not have");
}
