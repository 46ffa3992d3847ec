/** `typewire send`: signs a sample or a payload of yours, and sends it to a receiver. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { describeConnectionError } from "../../codegen/files/system-errors.js";
import { isMap } from "../../codegen/model/json.js";
import { quote } from "../../codegen/model/messages.js";
import { mergeOverrides } from "../../src/testing/webhook-deliveries.js";
import {
  expectHeaderValue,
  readArguments,
  readBytes,
  readInteger,
  readSecret,
  readTime,
  readUrl,
  SECRET_HELP,
  SIGNING_OPTIONS,
  suggest,
} from "../io/arguments.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { COMMAND, FOLDERS } from "../io/tool.js";
import { lacksSchema } from "../service/schema-folder.js";
import { openService, openStarter, type Service } from "../service/service.js";
import { withVisibleText } from "../terminal/visible-text.js";

export const HELP = `Sends a signed delivery of an event, to try a receiver.

  typewire send EVENT [URL] [options]

The payload is a sample made from the schema, or that of a file. URL is by default
http://localhost:3000 with the path of the schema folder, where \`typewire dev\` listens. Without a
schema folder, the event is one of the starter service, as in \`dev\`. If an answer is not 2xx, the exit
code is 1.

  --to URL             The same as URL
  --file FILE          The payload as JSON, or - for standard input; or a recorded delivery, which is a
                       JSON object with \`payload\` or \`body\`, and perhaps \`headers\`
  --set PATH=VALUE     Set a value of the payload; a value that is not JSON is text. Repeatable
  --id ID              The delivery's id. Default: a new one
  --timestamp TIME     When it is signed: a date, or milliseconds since 1970. Default: now
  --times N            Send N deliveries, one after the other, each with an id of its own. Default: 1
  --every MS           Milliseconds from the start of one to that of the next. Default: 0
  --dry-run            Print the delivery in place of sending it
  --json               Print a JSON object
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}
${SECRET_HELP}

Examples:
  npx typewire send note.created
  npx typewire send note.created --set data.title=Hello
  npx typewire send note.created --to https://acme.example/webhooks --file delivery.json
  npx typewire send note.created --times 100 --every 50`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  to: { type: "string" },
  file: { type: "string" },
  set: { type: "string", multiple: true, default: [] as string[] },
  id: { type: "string" },
  timestamp: { type: "string" },
  times: { type: "string", default: "1" },
  every: { type: "string", default: "0" },
  "dry-run": { type: "boolean", default: false },
} as const;

type Delivery = Awaited<ReturnType<ReturnType<Service["createDelivery"]>>>;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

export async function run(argv: readonly string[], plainIo: CliIo): Promise<number> {
  const io = withVisibleText(plainIo);
  const expected = [1, 2, "an event and, if you like, a URL"] as const;
  const { values, positionals } = readArguments(argv, OPTIONS, expected);
  const [name = "", urlArgument] = positionals;
  if (urlArgument !== undefined && values.to !== undefined) {
    throw new UsageError("The URL is both an argument and --to; expected one of them.");
  }
  const schedule = {
    times: readInteger("times", values.times, [1, 1_000_000]),
    every: readInteger("every", values.every, [0, 86_400_000]),
  };
  const overrides = readOverrides(values.set);
  const timestamp = readTime("timestamp", values.timestamp);
  expectHeaderValue("id", values.id ?? "");
  const service = await openServiceFor(values, io);
  const address = values.to ?? urlArgument ?? `http://localhost:3000${service.catalog.path}`;
  const url = readUrl("The URL", address).href;
  expectKnown(name, service);
  const payload = values.file === undefined ? undefined : await readPayloadFile(values.file, io);
  const secret = await readSecret(values, io);
  // A payload of a file replaces the whole sample, with its id.
  const createDelivery = service.createDelivery(payload && {});
  const content = payload === undefined ? overrides : mergeOverrides(payload, overrides);
  const create = (id: string | undefined): Promise<Delivery> => {
    const numbered = schedule.times > 1 ? withId(content, id, service) : content;
    return createDelivery(name, numbered, { secret, timestamp, url, id });
  };
  const areAccepted = await sendAll(create, schedule, url, values, io);
  return areAccepted ? 0 : 1;
}

async function openServiceFor({ schema, file }: Values, io: CliIo): Promise<Service> {
  if (await lacksSchema(schema, io)) return openStarter();
  // Only a sample needs the schemas of payloads.
  return openService(schema, io, file === undefined ? "payloads" : "events");
}

/** Sends or prints deliveries until all are sent or the command is interrupted; true if all answers are 2xx. */
async function sendAll(
  create: (id: string | undefined) => Promise<Delivery>,
  { times, every }: { readonly times: number; readonly every: number },
  url: string,
  { id, json, "dry-run": isDry }: Values,
  io: CliIo,
): Promise<boolean> {
  let areAccepted = true;
  for (let count = 1; count <= times; count++) {
    const due = performance.now() + every;
    const delivery = await create(times > 1 ? `${id ?? randomUUID()}-${count}` : id);
    if (isDry) printDelivery(delivery, url, json, io);
    else areAccepted = (await send(delivery, url, json, io)) && areAccepted;
    if (count < times) await wait(due - performance.now(), io);
    if (io.signal?.aborted) break;
  }
  return areAccepted;
}

/** Sets the id in a payload, if payloads have one, because a receiver drops a delivery whose id it knows. */
function withId(content: unknown, id: string | undefined, { catalog }: Service): object {
  const changed: Record<string, unknown> = {};
  if (catalog.delivery !== undefined && "body" in catalog.delivery)
    setAt(changed, catalog.delivery.body.split("."), id);
  return mergeOverrides(content, changed) as object; // two objects merge into one
}

/** Waits until the time is over or the command is interrupted. */
async function wait(milliseconds: number, { signal }: CliIo): Promise<void> {
  if (milliseconds <= 0) return;
  await delay(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => undefined);
}

function printDelivery(delivery: Delivery, url: string, asJson: boolean, io: CliIo): void {
  const { id, name: event, headers, body } = delivery;
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
  const data = { id, name: event, url, method: "POST", headers, body };
  const text = [`POST ${url}`, ...lines, "", body].join("\n");
  io.out(asJson ? JSON.stringify(data, null, 2) : text);
}

function expectKnown(name: string, { catalog: { eventNames } }: Service): void {
  if (eventNames.includes(name)) return;
  const hint = suggest(name, eventNames) || ` \`${COMMAND} events\` lists them.`;
  throw new CommandError(`The event ${quote(name)} is unknown.${hint}`);
}

/** Reads `data.title=Hello` and `data.count=3` as an object to merge into the payload. */
function readOverrides(list: readonly string[]): object {
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

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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

async function readPayloadFile(file: string, io: CliIo): Promise<object> {
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

/** Sends a delivery and prints the answer; true if that is 2xx. */
async function send(delivery: Delivery, url: string, asJson: boolean, io: CliIo): Promise<boolean> {
  const { id, name } = delivery;
  let response: Response;
  try {
    response = await io.fetch(delivery.toRequest());
  } catch (error) {
    const isLocal = new URL(url).hostname === "localhost";
    const hint = isLocal ? ` Start your receiver, or \`${COMMAND} dev\`.` : "";
    throw new CommandError(`${url} cannot be reached (${describeConnectionError(error)}).${hint}`);
  }
  const body = await response.text();
  const { status, ok } = response;
  if (asJson) io.out(JSON.stringify({ id, name, url, status, body }));
  else io.out(`${name} (${id}) → ${url}: ${status}${body === "" ? "" : ` ${body.trimEnd()}`}`);
  return ok;
}
