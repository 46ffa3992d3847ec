/** `typewire send`: signs a sample or a payload of yours, and sends it to a receiver. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { describeConnectionError } from "../../codegen/files/system-errors.js";
import { quote } from "../../codegen/model/messages.js";
import { mergeOverrides } from "../../src/testing/webhook-deliveries.js";
import { readArguments, suggest } from "../io/arguments.js";
import { expectHeaderValue, readInteger, readTime, readUrl } from "../io/option-values.js";
import { readSecret, SECRET_HELP, SIGNING_OPTIONS } from "../io/secrets.js";
import { CommandError, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { COMMAND, FOLDERS } from "../io/tool.js";
import { readOverrides, readPayloadFile, withId } from "../service/payload-input.js";
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
  const wanted = { name, payload, overrides, id: values.id, signing: { secret, timestamp, url } };
  const createNth = schedule.times === 1 ? bindOne(wanted, service) : bindNumbered(wanted, service);
  const areAccepted = await sendAll(createNth, schedule, url, values, io);
  return areAccepted ? 0 : 1;
}

async function openServiceFor({ schema, file }: Values, io: CliIo): Promise<Service> {
  if (await lacksSchema(schema, io)) return openStarter();
  // Only a sample needs the schemas of payloads.
  return openService(schema, io, file === undefined ? "payloads" : "events");
}

// ---- Deliveries

/** Makes the only delivery of a command, with the given id or a new one. */
function bindOne(wanted: WantedDelivery, service: Service): CreateNth {
  const createDelivery = bindSample(wanted, service);
  const options = { ...wanted.signing, id: wanted.id };
  return () => createDelivery(wanted.name, mergeContent(wanted), options);
}

/** Makes one of several deliveries. Each has an id of its own, also in a payload that has ids: `acme-1`, `acme-2`. */
function bindNumbered(wanted: WantedDelivery, service: Service): CreateNth {
  const createDelivery = bindSample(wanted, service);
  const content = mergeContent(wanted);
  return (count) => {
    const id = `${wanted.id ?? randomUUID()}-${count}`;
    return createDelivery(wanted.name, withId(content, id, service), { ...wanted.signing, id });
  };
}

/**
 * A delivery is a sample, into which the content is merged. For the payload of a file, the sample is an empty object:
 * the file has all of the content. As the sample, it would lose its id, because each sample gets a new one.
 */
function bindSample(
  { payload }: WantedDelivery,
  service: Service,
): ReturnType<Service["createDelivery"]> {
  return payload === undefined ? service.createDelivery() : service.createDelivery({});
}

function mergeContent({ payload, overrides }: WantedDelivery): unknown {
  return payload === undefined ? overrides : mergeOverrides(payload, overrides);
}

// ---- Sending

/**
 * Sends or prints deliveries until all are sent or the command is interrupted; true if all answers are 2xx.
 */
async function sendAll(
  createNth: CreateNth,
  { times, every }: { readonly times: number; readonly every: number },
  url: string,
  { json, "dry-run": isDry }: Values,
  io: CliIo,
): Promise<boolean> {
  let areAccepted = true;
  for (let count = 1; count <= times; count++) {
    const due = performance.now() + every;
    const delivery = await createNth(count);
    if (isDry) printDelivery(delivery, url, json, io);
    else areAccepted = (await send(delivery, url, json, io)) && areAccepted;
    if (count < times) await wait(due - performance.now(), io);
    if (io.signal?.aborted) break;
  }
  return areAccepted;
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

// ---- Types

type Delivery = Awaited<ReturnType<ReturnType<Service["createDelivery"]>>>;

/** Creates a delivery by its number, which counts from 1. */
type CreateNth = (count: number) => Promise<Delivery>;

/** The deliveries that the command line asks for. */
interface WantedDelivery {
  /** The event. */
  readonly name: string;
  /** That of a file; `undefined` for a sample. */
  readonly payload: object | undefined;
  /** Values to set in the payload. */
  readonly overrides: object;
  readonly id: string | undefined;
  readonly signing: {
    readonly secret: string;
    readonly timestamp: number | undefined;
    readonly url: string;
  };
}
