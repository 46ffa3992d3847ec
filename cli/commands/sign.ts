/** `typewire sign`: prints the signature headers of a body. */
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { readArguments } from "../io/arguments.js";
import { readBytes, readTime } from "../io/option-values.js";
import { readSecret, SECRET_HELP, SIGNING_OPTIONS } from "../io/secrets.js";
import { UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { openService } from "../service/service.js";

export const HELP = `Signs a body as the service of the schema folder does; prints the headers to send.

  typewire sign [FILE] [options]

FILE holds the body, by default standard input. Its bytes are signed as they are.

${SECRET_HELP}
  --id ID              The delivery's id, if the service signs it
  --timestamp TIME     When it is signed: a date, or milliseconds since 1970. Default: now
  --url URL            The address of the receiver, if the service signs it
  --json               Print a JSON object
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire sign delivery.json
  npx typewire sign delivery.json --id msg_1 --timestamp 2026-01-31T12:00:00Z --json`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  id: { type: "string" },
  timestamp: { type: "string" },
  url: { type: "string" },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one file"]);
  const timestamp = readTime("timestamp", values.timestamp);
  const { scheme, model } = await openService(values.schema, io, "events");
  const secret = await readSecret(values, io);
  const { content = "" } = model.vendor.webhooks?.signature ?? {};
  if (values.id === undefined && content.includes("{id}")) {
    throw new UsageError("The service signs the delivery's id, too; expected it as --id.");
  }
  const verifier = createVerifier(scheme, { secrets: [secret] });
  const body = await readBytes(positionals[0] ?? "-", io);
  const { id, url } = values;
  const headers = verifier.sign(body, { id, url, timestamp, method: "POST" });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  io.out(values.json ? JSON.stringify(headers, null, 2) : lines.join("\n"));
  return 0;
}
