import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { quote } from "../../codegen/model/messages.js";
import { createNodeMiddleware } from "../../src/middleware/node.js";
import {
  readArguments,
  readInteger,
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

export const HELP = `Receives deliveries on a local port, verifies them and prints them, until interrupted.

  typewire dev [options]

Each payload is compared with the schema; what differs is printed with it. \`typewire send\` sends
samples to it.

  --port N             Default: 3000. 0 chooses a free one
  --host HOST          Default: 127.0.0.1
  --path PATH          Where deliveries are received. Default: that of the schema folder
  --public-url URL     The address that the service was told, where it signs that
  --payload            Print whole payloads
  --json               Print one JSON object per delivery
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}
${SECRET_HELP}

Examples:
  WEBHOOK_SECRET=… npx typewire dev
  WEBHOOK_SECRET=… npx typewire dev --port 8080 --payload
  WEBHOOK_SECRET=… npx typewire dev --json | jq .name`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  port: { type: "string", default: "3000" },
  host: { type: "string", default: "127.0.0.1" },
  path: { type: "string" },
  "public-url": { type: "string" },
  payload: { type: "boolean", default: false },
} as const;

export async function run(argv: readonly string[], given: CliIo): Promise<number> {
  const io = withVisibleText(given);
  const { values } = readArguments(argv, OPTIONS);
  const port = readInteger("port", values.port, [0, 65_535]);
  const address = values["public-url"];
  const publicUrl = address === undefined ? undefined : readUrl("The public URL", address).href;
  if (values.path !== undefined && !/^\/(?!\/)[^?#\s]*$/.test(values.path)) {
    const got = quote(values.path);
    throw new UsageError(`The value of --path is ${got}; expected a path such as /webhooks.`);
  }
  const service = await openService(values.schema, io, "payloads");
  const webhooks = await createPrinter(service, values, io);
  const { path = service.catalog.path } = values;
  const receive = createNodeMiddleware(webhooks, { path, publicUrl });
  const server = createServer((request, response) => {
    void receive(request, response).then((isHandled) => {
      if (isHandled) return;
      io.err(`Not found: ${request.method ?? ""} ${request.url ?? ""}. Deliveries go to ${path}.`);
      response.writeHead(404).end();
    });
  });
  const { address: host, family, port: open } = await listen(server, port, values.host);
  const shown = family === "IPv6" ? `[${host}]` : host;
  io.err(`Listening on http://${shown}:${open}${path}`);
  return waitForEnd(server, io.signal);
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  server.listen(port, host);
  await once(server, "listening"); // rejects with the server's error
  return server.address() as AddressInfo; // it listens on a port
}

async function waitForEnd(server: Server, signal: AbortSignal | undefined): Promise<number> {
  if (signal?.aborted !== true) {
    await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
  }
  server.closeAllConnections();
  server.close();
  return 0;
}
