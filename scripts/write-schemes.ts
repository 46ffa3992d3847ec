/**
 * Writes files from the presets of signatures. `src/receive/signatures/schemes.ts` has a plan and its code for each
 * preset, so that no description is parsed at run time. The others list the names of the presets, for
 * editors and for readers.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { wrap } from "../cli/terminal/terminal.js";
import { PRESETS } from "../src/receive/signatures/plan/presets.js";
import { type PresetName, printSchemesModule, toIdentifier } from "./schemes/print-module.js";

/** The documentation of the constant of each preset. */
const NOTES: Readonly<Record<PresetName, string>> = {
  github: "GitHub, with SHA-256.",
  "standard-webhooks":
    "Standard Webhooks, with the headers `webhook-id`, `webhook-timestamp`, `webhook-signature`.",
  stripe: "Stripe.",
  slack: "Slack.",
  shopify: "Shopify.",
  square: "Square. It signs `url`, so pass it.",
  paddle: "Paddle Billing. Its tolerance is five seconds, as in Paddle's own libraries.",
  linear: "Linear. Its timestamp is `webhookTimestamp` in the body.",
  line: "LINE's Messaging API.",
  typeform: "Typeform.",
  bitbucket: "Bitbucket Cloud.",
  "gitlab-token": "GitLab's secret token: it is sent as it is, and signs nothing.",
  discord:
    "Discord. The secret is the application's public key in hex; a private key can also sign.",
  zoom: "Zoom.",
  workos: "WorkOS. Its tolerance is three minutes, as in WorkOS's own libraries.",
  sendgrid: "SendGrid's event webhook. The secret is the verification key, SPKI in base64.",
  twilio: "Twilio, with form or JSON bodies. It signs `url`, with or without its port, so pass it.",
  "hubspot-v3": "HubSpot's version 3. It signs `url` and `method`, so pass both.",
};

const NAMES: readonly string[] = Object.keys(PRESETS);

/** Each file to write, with a function from its present text to the new one. */
const FILES: Readonly<Record<string, (text: string) => string>> = {
  "src/receive/signatures/schemes.ts": () => printSchemesModule(NOTES),
  "codegen/meta/vendor.schema.json": (text) =>
    text.replace(/("preset": \{[^}]*?"enum": )\[[^\]]*\]/, `$1${JSON.stringify(NAMES)}`),
  "docs/contract/E-signatures.md": (text) =>
    replaceList(text, "These schemes are exported:", NAMES.map(toIdentifier).sort(), "and"),
  "README.md": (text) => text.replace(/\d+(?= signature schemes)/, String(NAMES.length)),
  "CHANGELOG.md": (text) =>
    text.replace(/(?<=of other services: )\d+(?= schemes)/, String(NAMES.length)),
  "schema/README.md": (text) =>
    replaceList(text, "A preset has the name of a service:", NAMES, "or"),
};

expectNotes();
for (const [file, write] of Object.entries(FILES)) {
  const options = await resolveConfig(file);
  const text = write(readFileSync(file, "utf8"));
  writeFileSync(file, await format(text, { ...options, filepath: file }));
}

/** Asks for a note for each preset, because tsx runs this script without checking its types. */
function expectNotes(): void {
  const withoutNote = NAMES.filter((name) => !Object.hasOwn(NOTES, name));
  if (withoutNote.length === 0) return;
  throw new Error(
    `NOTES of scripts/write-schemes.ts lacks ${withoutNote.join(", ")}; write a sentence for each.`,
  );
}

// ---- Lists of names

/**
 * Replaces the list after some words, and wraps its paragraph.
 * @param conjunction Stands before the last name: `and` or `or`.
 */
function replaceList(
  text: string,
  before: string,
  names: readonly string[],
  conjunction: string,
): string {
  const quoted = names.map((name) => `\`${name}\``);
  const list = `${before} ${quoted.slice(0, -1).join(", ")} ${conjunction} ${quoted.at(-1) ?? ""}`;
  const paragraphs = text.split("\n\n").map((paragraph) => {
    const plain = paragraph.replaceAll("\n", " ");
    if (!plain.includes(before)) return paragraph;
    return wrap(plain.replace(new RegExp(`${before}[^.]*`), list), 100).join("\n");
  });
  return paragraphs.join("\n\n");
}
