import { describeConnectionError } from "../../codegen/files/system-errors.js";
import { isMap } from "../../codegen/import/model/description.js";
import { quote } from "../../codegen/model/messages.js";
import { mergeOverrides } from "../../src/testing/webhook-deliveries.js";
import {
  readArguments,
  readBytes,
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
import { openService, type Service } from "../service/service.js";
import { withVisibleText } from "../terminal/terminal.js";

export const HELP = `Sends a signed delivery of an event, to try a receiver.

  typewire send EVENT [URL] [options]

The payload is a sample made from the schema, or that of a file. URL is by default
http://localhost:3000 with the path of the schema folder, where \`typewire dev\` listens. If the answer
is not 2xx, the exit code is 1.

  --payload FILE       The payload as JSON, or - for standard input
  --set PATH=VALUE     Set a value of the payload; a value that is not JSON is text. Repeatable
  --id ID              The delivery's id. Default: a new one
  --timestamp TIME     When it is signed: a date, or milliseconds since 1970. Default: now
  --dry-run            Print the delivery in place of sending it
  --json               Print a JSON object
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}
${SECRET_HELP}

Examples:
  npx typewire send note.created
  npx typewire send note.created --set data.title=Hello
  npx typewire send note.created https://acme.example/webhooks --payload delivery.json`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  payload: { type: "string" },
  set: { type: "string", multiple: true, default: [] as string[] },
  id: { type: "string" },
  timestamp: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

type Delivery = Awaited<ReturnType<ReturnType<Service["createDelivery"]>>>;

export async function run(argv: readonly string[], given: CliIo): Promise<number> {
  const io = withVisibleText(given);
  const wanted = [1, 2, "an event and, if you like, a URL"] as const;
  const { values, positionals } = readArguments(argv, OPTIONS, wanted);
  const [name = "", address] = positionals;
  const overrides = readOverrides(values.set);
  const timestamp = readTime("timestamp", values.timestamp);
  // Only a sample needs the schemas of payloads.
  const part = values.payload === undefined ? "payloads" : "events";
  const service = await openService(values.schema, io, part);
  const url = readUrl("The URL", address ?? `http://localhost:3000${service.catalog.path}`).href;
  expectKnown(name, service);
  const payload = values.payload === undefined ? undefined : await readPayload(values.payload, io);
  const secret = await readSecret(values, io);
  const options = { secret, id: values.id, timestamp, url };
  // A given payload replaces the whole sample, with its id.
  const delivery =
    payload === undefined
      ? await service.createDelivery()(name, overrides, options)
      : await service.createDelivery({})(name, mergeOverrides(payload, overrides), options);
  if (!values["dry-run"]) return send(delivery, url, values.json, io);
  const { id, name: event, headers, body } = delivery;
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
  const data = { id, name: event, url, method: "POST", headers, body };
  const text = [`POST ${url}`, ...lines, "", body].join("\n");
  io.out(values.json ? JSON.stringify(data, null, 2) : text);
  return 0;
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
    setAt(root, path.split("."), readValue(value));
  }
  return root;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function setAt(
  map: Record<string, unknown>,
  [key = "", ...rest]: readonly string[],
  value: unknown,
) {
  const present = Object.hasOwn(map, key) ? map[key] : undefined;
  const inner = isMap(present) ? { ...present } : {};
  if (rest.length > 0) setAt(inner, rest, value);
  const own = rest.length === 0 ? value : inner;
  // An assignment to `__proto__` would change the prototype.
  const writable = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(map, key, { value: own, ...writable });
}

async function readPayload(file: string, io: CliIo): Promise<object> {
  const text = new TextDecoder().decode(await readBytes(file, io));
  const value = readValue(text);
  if (isMap(value)) return value;
  throw new CommandError(
    `The payload in ${file === "-" ? "standard input" : file} is not a JSON object.`,
  );
}

async function send(delivery: Delivery, url: string, asJson: boolean, io: CliIo): Promise<number> {
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
  return ok ? 0 : 1;
}
