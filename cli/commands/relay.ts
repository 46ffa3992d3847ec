import { connectRelay } from "../../src/relay/connect-relay.js";
import {
  readArguments,
  readHeaders,
  readSecret,
  readUrl,
  SECRET_HELP,
  SECRET_OPTIONS,
} from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { printEvent, watchEvents } from "../service/event-printer.js";
import { expectWebhooks, readModel } from "../service/schema-folder.js";
import { bindService } from "../service/service.js";
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
  ...SECRET_OPTIONS,
  forward: { type: "string" },
  header: { type: "string", multiple: true, default: [] as string[] },
  payload: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  schema: { type: "string", default: FOLDERS.schema },
} as const;

export async function run(argv: readonly string[], given: CliIo): Promise<number> {
  const io = withVisibleText(given);
  const { values, positionals } = readArguments(argv, OPTIONS, {
    least: 0,
    most: 1,
    expected: "one URL",
  });
  const { signal, fetch, env, err } = io;
  const address = positionals[0] ?? env["RELAY_URL"];
  if (!address) {
    throw new UsageError(
      "The URL of the relay is missing; expected it, or the variable RELAY_URL.",
    );
  }
  const url = readUrl("The URL of the relay", address);
  const forwardTo =
    values.forward === undefined ? undefined : readUrl("The value of --forward", values.forward);
  const headers = readHeaders(values.header);
  const model = await readModel(values.schema, io, "payloads");
  const { Webhooks } = bindService(model, expectWebhooks(model, values.schema));
  const secret = await readSecret(values, io);
  const log = { warn: err, error: err };
  const webhooks = new Webhooks({ secret, log });
  watchEvents(webhooks, model, (event) => io.out(printEvent(event, values)));
  const connection = connectRelay(webhooks, { url, forwardTo, headers, fetch, signal, log });
  await connection.ready;
  err(`Connected to ${url.origin}.`);
  await connection.closed;
  return 0;
}
