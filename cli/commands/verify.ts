import { createVerifier } from "../../src/signatures/verifier.js";
import {
  readArguments,
  readBytes,
  readHeaders,
  readSecret,
  readTime,
  SECRET_HELP,
  SIGNING_OPTIONS,
} from "../io/arguments.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { openService } from "../service/service.js";

export const HELP = `Verifies the signature of a delivery by the scheme of the schema folder.

  typewire verify [FILE] --header 'Name: value'… [options]

FILE holds the raw body, by default standard input. If the delivery is not authentic, the reason is
printed and the exit code is 1.

${SECRET_HELP}
  --header HEADER      A header of the delivery. Repeatable; only those of the signature count
  --at TIME            When it arrived: a date, or milliseconds since 1970. Default: now
  --url URL            Where it was sent to, where that is signed
  --json               Print a JSON object
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire verify delivery.json --header "x-hub-signature-256: sha256=…"
  npx typewire verify delivery.json --header "stripe-signature: t=…,v1=…" --at 2026-01-31T12:00:00Z`;

const OPTIONS = {
  ...SIGNING_OPTIONS,
  header: { type: "string", multiple: true, default: [] as string[] },
  at: { type: "string" },
  url: { type: "string" },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one file"]);
  const headers = readHeaders(values.header);
  const at = readTime("at", values.at);
  const { scheme } = await openService(values.schema, io, "events");
  const verifier = createVerifier(scheme, {
    secrets: [await readSecret(values, io)],
    ...(at !== undefined && { now: () => at }),
  });
  const body = await readBytes(positionals[0] ?? "-", io);
  const refusal = verifier.findRefusal(body, headers, { url: values.url, method: "POST" });
  const authentic = refusal === undefined;
  if (values.json) io.out(JSON.stringify({ authentic, refusal }));
  else if (authentic) io.out("The delivery is authentic.");
  else io.err(`The delivery is refused: ${refusal}. ${REASONS[refusal]}`);
  return authentic ? 0 : 1;
}

const REASONS = {
  SIGNATURE_MISSING:
    "There is no signature header; pass the headers of the delivery with --header.",
  SIGNATURE_MALFORMED:
    "The signature header is not as the scheme says, or something is missing that is signed.",
  SIGNATURE_MISMATCH: "The secret is another one, or the body is not the one that was sent.",
  TIMESTAMP_OUT_OF_TOLERANCE:
    "It is authentic, but too old or from the future; name the time of its arrival with --at.",
} as const;
