import { connectRelay } from "../../src/relay/connect-relay.js";
import {
  readArguments,
  readHeaders,
  readUrl,
  SECRET_HELP,
  SIGNING_OPTIONS,
} from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { createPrinter } from "../service/event-printer.js";
import { openService } from "../service/service.js";
import { withVisibleText } from "../terminal/terminal.js";

export const HELP = `Brings deliveries from a development relay to this machine, until interrupted.

  typewire relay [URL] [options]

URL is the relay's event stream, by default the variable RELAY_URL. Deliveries are verified and
printed.

  --forward URL        Send each delivery on, once its signature is verified
  --header HEADER      'Name: value', sent to the relay. Repeatable
  --payload            Print whole payloads
  --json               Print one JSON object per delivery
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}
${SECRET_HELP}

Examples:
  WEBHOOK_SECRET=… npx typewire relay https://relay.example/channel
  WEBHOOK_SECRET=… npx typewire relay https://relay.example/channel --forward http://localhost:3000/webhooks`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  forward: { type: "string" },
  header: { type: "string", multiple: true, default: [] as string[] },
  payload: { type: "boolean", default: false },
} as const;

export async function run(argv: readonly string[], given: CliIo): Promise<number> {
  const io = withVisibleText(given);
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one URL"]);
  const { signal, fetch, env, err } = io;
  const address = positionals[0] ?? env["RELAY_URL"];
  if (!address) {
    throw new UsageError(
      "The URL of the relay is missing; expected it, or the variable RELAY_URL.",
    );
  }
  const url = readUrl("The URL of the relay", address);
  const { forward } = values;
  const forwardTo = forward === undefined ? undefined : readUrl("The value of --forward", forward);
  const headers = readHeaders(values.header);
  const service = await openService(values.schema, io, "payloads");
  const webhooks = await createPrinter(service, values, io);
  const log = { warn: err, error: err };
  const connection = connectRelay(webhooks, { url, forwardTo, headers, fetch, signal, log });
  await connection.ready;
  err(`Connected to ${url.origin}.`);
  await connection.closed;
  return 0;
}
