/** `typewire verify`: checks a signature, and tells why one does not match. */
import {
  explainRefusal,
  type Finding,
  type RefusedDelivery,
} from "../../src/receive/signatures/explain/explain-refusal.js";
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { readArguments } from "../io/arguments.js";
import { readBytes, readHeaders, readTime, readUrl } from "../io/option-values.js";
import { listOtherSecrets, readSecret, SECRET_HELP, SIGNING_OPTIONS } from "../io/secrets.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { openService } from "../service/service.js";

export const HELP = `Verifies the signature of a delivery by the scheme of the schema folder.

  typewire verify [FILE] --header 'Name: value'… [options]

FILE holds the raw body, by default standard input. If the delivery is not authentic, the exit code is
1, and the command tries likely causes, such as a rewritten body or another scheme, and prints those
that it finds. It also tries the secrets in all variables whose names begin with WEBHOOK_SECRET_. It
prints no secret.

${SECRET_HELP}
  --header HEADER      A header of the delivery. Repeatable; pass all, so that more can be found
  --at TIME            When it arrived: a date, or milliseconds since 1970. Default: now
  --url URL            The address of the receiver, if the service signs it
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
  if (values.url !== undefined) readUrl("The value of --url", values.url); // only checked: the text is signed
  const { scheme } = await openService(values.schema, io, "events");
  const delivery: RefusedDelivery = {
    scheme,
    secrets: [await readSecret(values, io)],
    otherSecrets: listOtherSecrets(io),
    body: await readBytes(positionals[0] ?? "-", io),
    headers,
    url: values.url,
    now: at,
  };
  const fault = findFault(delivery);
  const authentic = fault === undefined;
  const findings = authentic ? undefined : explainRefusal(delivery);
  if (values.json) io.out(JSON.stringify({ authentic, refusal: fault, findings }));
  else if (findings === undefined) io.out("The delivery is authentic.");
  else io.err([`The delivery is refused: ${fault}.`, ...findings.map(printFinding)].join("\n"));
  return authentic ? 0 : 1;
}

/** @throws TypeError for an invalid secret, unless an explanation says more about it. */
function findFault(delivery: RefusedDelivery) {
  const { scheme, secrets, body, headers, url = "", now } = delivery;
  try {
    const verifier = createVerifier(scheme, {
      secrets,
      ...(now !== undefined && { now: () => now }),
    });
    return verifier.findRefusal(body, headers, { url, method: "POST" });
  } catch (error) {
    const isKnown = explainRefusal(delivery).some(({ code }) => code.startsWith("SECRET_"));
    if (isKnown) return "SIGNATURE_MISMATCH";
    throw error;
  }
}

function printFinding({ code, message, advice }: Finding): string {
  const hint = HINTS[code] ?? "";
  return `  ${message} (${code})\n    ${advice}${hint}`;
}

/** Options of this command that help, added to the advice. */
const HINTS: Partial<Readonly<Record<Finding["code"], string>>> = {
  HEADER_MISSING: " Here, pass the headers of the delivery with --header.",
  SIGNED_HEADER_MISSING: " Here, pass the headers of the delivery with --header.",
  TIMESTAMP_OUT_OF_TOLERANCE: " Here, that is --at.",
  URL_MISSING: " Here, that is --url.",
};
