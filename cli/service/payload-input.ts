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
  const root: Record<string, unknown> = {};
  for (const text of list) {
    const [, path, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (path === undefined) {
      throw new UsageError(`The value of --set is ${quote(text)}; expected PATH=VALUE.`);
    }
    setAt(root, path.split("."), parseValue(value));
  }
  return root;
}

/** Sets the id in a payload, if payloads have one, because a receiver drops a delivery whose id it knows. */
export function withId(content: unknown, id: string | undefined, { catalog }: Service): object {
  const changed: Record<string, unknown> = {};
  if (catalog.delivery !== undefined && "body" in catalog.delivery)
    setAt(changed, catalog.delivery.body.split("."), id);
  return mergeOverrides(content, changed) as object; // two objects merge into one
}

/** Sets a value at a path of the map. Maps on the way are copied, or made where there are none. */
function setAt(
  map: Record<string, unknown>,
  [key = "", ...innerPath]: readonly string[],
  value: unknown,
): void {
  const present = Object.hasOwn(map, key) ? map[key] : undefined;
  const inner = isMap(present) ? { ...present } : {};
  if (innerPath.length > 0) setAt(inner, innerPath, value);
  const member = innerPath.length === 0 ? value : inner;
  // An assignment to `__proto__` would change the prototype.
  const writable = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(map, key, { value: member, ...writable });
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
