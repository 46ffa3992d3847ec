/** `typewire relay`: follows a channel of a relay, and prints or forwards its deliveries. */
import { connectRelay } from "../../src/relay/connect-relay.js";
import { readArguments } from "../io/arguments.js";
import { readHeaders, readTarget, readUrl } from "../io/option-values.js";
import {
  readRelayToken,
  readSecret,
  SECRET_HELP,
  type SecretValues,
  SIGNING_OPTIONS,
} from "../io/secrets.js";
import { createLog, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import {
  describeDeviation,
  type PrintOptions,
  printEvent,
  readAction,
} from "../service/event-printer.js";
import {
  checkFollowValues,
  findPlace,
  FOLLOW_HELP,
  FOLLOW_OPTIONS,
} from "../service/followed-channel.js";
import { createComparison } from "../service/payload-checker.js";
import { openService, type Service } from "../service/service.js";
import { withVisibleText } from "../terminal/visible-text.js";

export const HELP = `Gets deliveries from a development relay to this machine, until interrupted.

  typewire relay [URL] [options]
  typewire relay serve [options]

URL is a channel of \`typewire relay serve\`, or the event stream of another relay, by default the
variable RELAY_URL. Deliveries are verified and printed. \`serve\` runs a relay: it keeps the deliveries
of each channel, and streams them to the followers of the channel.

Options to follow a relay:

  --forward URL        Send each delivery on, once its signature is verified. A port such as 3000 will do
  --public-url URL     The address that the service sends to, if it signs that. Default: URL
${FOLLOW_HELP}
  --token TEXT         The relay's token. Default: the variable RELAY_TOKEN
  --header HEADER      'Name: value', sent to the relay. Repeatable
  --payload            Print whole payloads
  --json               Print one JSON object per delivery
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}
${SECRET_HELP}

Options of \`serve\`:

  --port N             Default: 8080. 0 chooses a free one
  --host HOST          Default: 127.0.0.1, for a proxy in front of it
  --store FILE         Keep deliveries in a file of SQLite, not in memory
  --keep DURATION      Such as 30m, 12h or 3d. Default: 1h, or 3d with --store
  --channel NAME       Serve this channel and no others. Repeatable. Default: any random name
  --token TEXT         Needed to follow a channel. Default: the variable RELAY_TOKEN
  --inspector          Show the deliveries of each channel on a page at /inspector/<channel>/, to this
                       machine, or with --token to those who give it as password

Examples:
  WEBHOOK_SECRET=… npx typewire relay https://relay.example/channel
  WEBHOOK_SECRET=… npx typewire relay https://relay.example/channel --forward 3000/webhooks
  npx typewire relay serve --host 0.0.0.0 --store relay.db`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  forward: { type: "string" },
  "public-url": { type: "string" },
  ...FOLLOW_OPTIONS,
  token: { type: "string" },
  header: { type: "string", multiple: true, default: [] as string[] },
  payload: { type: "boolean", default: false },
} as const;

export async function run(argv: readonly string[], plainIo: CliIo): Promise<number> {
  const [first, ...serverArguments] = argv;
  if (first === "serve")
    return (await import("./relay-serve.js")).runServer(serverArguments, plainIo);
  const io = withVisibleText(plainIo);
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one URL"]);
  checkFollowValues(values);
  const url = readRelayUrl(positionals[0], io);
  const targets = readTargets(values, io);
  const service = await openService(values.schema, io, "payloads");
  const webhooks = await createPrintingToolkit(service, values, io);
  const { note, ...place } = findPlace(values, url, io);
  const { fetch, signal } = io;
  const log = createLog(io.err);
  const connection = connectRelay(webhooks, { url, ...targets, fetch, signal, log, ...place });
  await connection.ready;
  io.err(`Connected to ${url.origin}.`);
  if (note !== undefined) io.err(note);
  await connection.closed;
  return 0;
}

/** @throws UsageError without an address, and for one that no relay can have. */
function readRelayUrl(argument: string | undefined, { env }: CliIo): URL {
  const address = argument ?? env["RELAY_URL"];
  if (!address)
    throw new UsageError(
      "The URL of the relay is missing; expected it, or the variable RELAY_URL.",
    );
  expectRelay(address);
  return readUrl("The URL of the relay", address);
}

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

/** Where deliveries go, and what the relay is told. */
function readTargets(values: Values, io: CliIo) {
  const { forward, "public-url": publicAddress } = values;
  const token = readRelayToken(values, io);
  return {
    forwardTo: forward === undefined ? undefined : readTarget(forward),
    publicUrl: publicAddress === undefined ? undefined : readUrl("The public URL", publicAddress),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...readHeaders(values.header),
    },
  };
}

/** Creates a toolkit that compares each delivery with the schema and prints it. */
async function createPrintingToolkit(
  { Webhooks, model }: Service,
  values: SecretValues & PrintOptions,
  io: CliIo,
) {
  const secret = await readSecret(values, io);
  const webhooks = new Webhooks({ secret, log: { warn: io.err, error: io.err } });
  const compare = createComparison(model);
  webhooks.onAny((event) => {
    const { name, payload } = event;
    const action = readAction(payload, model.actionPath);
    const deviations = compare({ event: name, action, payload }).map(describeDeviation);
    io.out(printEvent({ ...event, action, deviations }, values));
  });
  return webhooks;
}

/** Services whose addresses look like relays, and what to use instead. */
const OTHER_SERVICES: readonly (readonly [host: RegExp, advice: string])[] = [
  [
    /(?:^|\.)hookdeck\.com$|(?:^|\.)hkdk\.events$/,
    "Hookdeck sends to its own command alone: run `hookdeck listen 3000` beside `typewire dev`.",
  ],
  [
    /(?:^|\.)stripe\.com$/,
    "Stripe sends to its own command alone: run `stripe listen --forward-to localhost:3000` beside `typewire dev`, with the secret that it prints.",
  ],
  [
    /(?:^|\.)ngrok(?:-free)?\.(?:com|app|io|dev)$/,
    "A tunnel needs no relay: run `typewire dev`, and give the service the tunnel's address.",
  ],
];

/** @throws UsageError for an address that no relay can have. */
function expectRelay(address: string): void {
  if (/^wss?:/i.test(address)) {
    throw new UsageError(
      "The URL of the relay is one of a WebSocket; expected a stream of server-sent events, from http: or https:.",
    );
  }
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  const advice = OTHER_SERVICES.find(([pattern]) => pattern.test(host))?.[1];
  if (advice !== undefined) throw new UsageError(`There is no relay at ${host}. ${advice}`);
}
