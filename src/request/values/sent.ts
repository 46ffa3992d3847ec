/** Values in requests: in parameters, headers and bodies (contract J.4). */
import { isObject } from "../../base/values.js";
import { createError, show } from "../endpoint/errors.js";
import type { SentValues } from "../endpoint/extensions.js";
import { toJsonValue } from "../endpoint/json.js";
import { isParameterName } from "../endpoint/options.js";
import { replaceBigints, writeJson, type ReplacedBigints } from "./digits.js";
import { isTemporal } from "./kinds.js";
import { InvalidValue } from "./invalid-value.js";
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
    const values = Object.entries(isWhole ? { data: body } : (body as object));
    const parts = values.map(([name, value]) => {
      const { json, isForPlatform } = replaceOrKeepBigints(value);
      return { name, json: toJsonValue(json, name, route), isForPlatform };
    });
    const json = isWhole
      ? parts[0]?.json
      : Object.fromEntries(parts.map((part) => [part.name, part.json]));
    if (parts.every((part) => part.isForPlatform)) return json;
    return new TextEncoder().encode(writeJson(json)); // bytes are sent unchanged
  },
};

function writeTexts(value: object, name: string, route: string): unknown {
  try {
    return replaceInside(value, toSentText);
  } catch (error) {
    // It cannot be copied, for example because it is nested too deeply. The builder refuses it by its name.
    if (!(error instanceof InvalidValue)) return value;
    const { path, detail } = error.within(name);
    throw createError("INVALID_PARAMETER", `Parameter ${show(path)}`, detail, route, [name]);
  }
}

/** Keeps a value that cannot be copied, which the builder refuses. */
function replaceOrKeepBigints(value: unknown): ReplacedBigints {
  try {
    return replaceBigints(value);
  } catch {
    return { json: value, isForPlatform: true };
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
