/** The payload that `send` is told to send: a file in place of a sample, and single values that are set in either. */
import { isMap } from "../../codegen/model/json.js";
import { quote } from "../../codegen/model/messages.js";
import { mergeOverrides } from "../../src/testing/webhook-deliveries.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { readBytes } from "../io/option-values.js";
import type { Service } from "./service.js";

/**
 * Reads the payload of `--file`.
 * @throws CommandError for one that is no JSON object.
 */
export async function readPayloadFile(file: string, io: CliIo): Promise<object> {
  const text = new TextDecoder().decode(await readBytes(file, io));
  const value = parseValue(text);
  const payload = findPayload(value);
  if (isMap(payload)) return payload;
  throw new CommandError(
    `The payload in ${file === "-" ? "standard input" : file} is not a JSON object.`,
  );
}

/**
 * Finds the payload of a recorded delivery, such as `--dry-run --json` prints; any other value is the payload
 * itself. The delivery is signed anew, so the recorded headers do not count.
 */
function findPayload(value: unknown): unknown {
  if (!isMap(value) || !["headers", "event", "name"].some((key) => key in value)) return value;
  const { payload, body } = value;
  if (isMap(payload)) return payload;
  const parsed = typeof body === "string" ? parseValue(body) : body;
  return isMap(parsed) ? parsed : value;
}

/** Reads `data.title=Hello` and `data.count=3` as an object to merge into the payload. */
export function readOverrides(list: readonly string[]): object {
  let overrides: Json = {};
  for (const text of list) {
    const [, path, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (path === undefined) {
      throw new UsageError(`The value of --set is ${quote(text)}; expected PATH=VALUE.`);
    }
    overrides = withValueAt(overrides, path.split("."), parseValue(value));
  }
  return overrides;
}

/** Sets the id in a payload, if payloads have one, because a receiver drops a delivery whose id it knows. */
export function withId(content: unknown, id: string | undefined, { catalog }: Service): object {
  const { delivery } = catalog;
  const changed =
    delivery !== undefined && "body" in delivery
      ? withValueAt({}, delivery.body.split("."), id)
      : {};
  return mergeOverrides(content, changed) as object; // two objects merge into one
}

/** Copies a map, with a value at a path. Maps on the way are copied, or made where there are none. */
function withValueAt(map: Json, [key = "", ...innerPath]: readonly string[], value: unknown): Json {
  if (innerPath.length === 0) return { ...map, [key]: value };
  const inner = Object.hasOwn(map, key) ? map[key] : undefined;
  return { ...map, [key]: withValueAt(isMap(inner) ? inner : {}, innerPath, value) };
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Json = Readonly<Record<string, unknown>>;
