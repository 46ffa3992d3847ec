/**
 * Writes files from the presets of signatures: `src/signatures/schemes.ts`, with a plan and its code for
 * each, so that no description is parsed at run time; and the lists of their names, for editors and for
 * readers. `--check` fails when a file is out of date, and names it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { listSchemeCode, planSignature, type SchemeCode } from "../src/signatures/plan/plan.js";
import type { SignatureDescription } from "../src/catalog/signatures.js";
import { PRESETS } from "../src/signatures/plan/presets.js";

const command = "npm run schemes:write";

/** The documentation of each scheme. */
const NOTES: Readonly<Record<keyof typeof PRESETS, string>> = {
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

/** The modules with the code of schemes, and the names that each exports. */
const MODULES: readonly (readonly [module: string, names: RegExp])[] = [
  ["./algorithms.js", /^[A-Z]/],
  ["./content.js", /^acceptAnyPort$|^read(?!.*(?:Secret|Key)$)/],
  ["./raw-data.js", /(?:Secret|Key)$/],
];

function writeModule(): string {
  const used = new Set<string>();
  const schemes = Object.entries(PRESETS)
    .map(([name, preset]) => writeScheme(name as keyof typeof PRESETS, preset, used))
    .sort();
  const imports = MODULES.map(([module, names]) => {
    const found = [...used].filter((name) => names.test(name)).sort();
    return `import { ${found.join(", ")} } from "${module}";`;
  });
  return `// Written by \`${command}\` from plan/presets.ts. Do not edit.

${imports.join("\n")}
import type { SignatureScheme } from "./types.js";

/*
 * The presets, each with the code that it needs. Every scheme is a constant without side effects, so
 * that a bundle holds only those that are imported. The sources are in plan/presets.ts.
 */

${schemes.join("\n\n")}
`;
}

function writeScheme(
  name: keyof typeof PRESETS,
  preset: SignatureDescription,
  used: Set<string>,
): string {
  const plan = planSignature(preset);
  const code = listSchemeCode(preset, plan);
  for (const part of listParts(code)) used.add(part);
  const data = Object.entries(plan).map(([key, value]) => `${key}: ${writeValue(value)},`);
  const parts = Object.entries(code.parts).map(([key, value]) => `${key}: ${value},`);
  const readers = Object.entries(code.placeholders).map(([key, value]) => `"${key}": ${value},`);
  const { algorithm, adapt } = code;
  const use = adapt === undefined ? algorithm : `/* @__PURE__ */ ${adapt}(${algorithm})`;
  const lines = [...data, `use: ${use},`, ...parts];
  if (readers.length > 0) lines.push(`placeholders: { ${readers.join(" ")} },`);
  return `/** ${NOTES[name]} */
export const ${toIdentifier(name)}: SignatureScheme = {
${lines.join("\n")}
};`;
}

function toIdentifier(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function listParts({ algorithm, adapt, parts, placeholders }: SchemeCode): string[] {
  const adapters = adapt === undefined ? [] : [adapt];
  return [algorithm, ...adapters, ...Object.values(parts), ...Object.values(placeholders)];
}

function writeValue(value: unknown): string {
  return value instanceof RegExp ? String(value) : JSON.stringify(value);
}

const NAMES: readonly string[] = Object.keys(PRESETS);

/** Replaces the list after the given words, and wraps its paragraph. */
function replaceList(text: string, before: string, names: readonly string[], last: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  const list = `${before} ${quoted.slice(0, -1).join(", ")} ${last} ${quoted.at(-1) ?? ""}`;
  const paragraphs = text.split("\n\n").map((paragraph) => {
    const plain = paragraph.replaceAll("\n", " ");
    if (!plain.includes(before)) return paragraph;
    return wrap(plain.replace(new RegExp(`${before}[^.]*`), list));
  });
  return paragraphs.join("\n\n");
}

function wrap(paragraph: string): string {
  return paragraph.replace(/(.{1,100})(?: |$)/g, "$1\n").trimEnd();
}

/** Each file to write, with a function from its present text to the new one. */
const FILES: Readonly<Record<string, (text: string) => string>> = {
  "src/signatures/schemes.ts": writeModule,
  "codegen/meta/vendor.schema.json": (text) =>
    text.replace(/("preset": \{[^}]*?"enum": )\[[^\]]*\]/, `$1${JSON.stringify(NAMES)}`),
  "docs/contract.md": (text) =>
    replaceList(text, "These schemes are exported:", NAMES.map(toIdentifier).sort(), "and"),
  "schema/README.md": (text) =>
    replaceList(text, "A preset has the name of a service:", NAMES, "or"),
};

for (const [file, write] of Object.entries(FILES)) {
  const present = readFileSync(file, "utf8");
  const options = await resolveConfig(file);
  const text = await format(write(present), { ...options, filepath: file });
  if (text === present) continue;
  if (process.argv.includes("--check")) {
    console.error(`${file} is out of date: run \`${command}\`.`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}
