/**
 * Writes `src/signatures/schemes.ts` from the presets: each as a plan with the code that it needs, so
 * that nobody parses a description at run time. `--check` fails when the file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { listSchemeCode, type SchemeCode } from "../src/signatures/plan/code.js";
import type { SignatureDescription } from "../src/signatures/plan/description.js";
import { planSignature } from "../src/signatures/plan/plan.js";
import { PRESETS } from "../src/signatures/plan/presets.js";

const file = "src/signatures/schemes.ts";
const command = "npm run schemes:write";

/** What the documentation of a scheme says, beside where its service describes it. */
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
  twilio: "Twilio, with form or JSON bodies. It signs `url`, so pass it.",
  "hubspot-v3": "HubSpot's version 3. It signs `url` and `method`, so pass both.",
};

/** Where the code of schemes is. */
const MODULES: readonly (readonly [module: string, names: RegExp])[] = [
  ["./algorithms.js", /^[A-Z]/],
  ["./content.js", /^read(?:Lead|Pieces)$/],
  ["./delivery-fields.js", /^readHeader$/],
  ["./placeholders.js", /^read(?:Url|Method|Form|DecodedUrl|Placeholder)$|Timestamp$/],
  ["./secret.js", /(?:Secret|Key)$/],
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
import type { SignatureScheme } from "./scheme.js";

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
  const lines = [...data, `use: ${code.algorithm},`, ...parts];
  if (readers.length > 0) lines.push(`placeholders: { ${readers.join(" ")} },`);
  const identifier = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `/** ${NOTES[name]} */
export const ${identifier}: SignatureScheme = {
${lines.join("\n")}
};`;
}

function listParts({ algorithm, parts, placeholders }: SchemeCode): string[] {
  return [algorithm, ...Object.values(parts), ...Object.values(placeholders)];
}

function writeValue(value: unknown): string {
  return value instanceof RegExp ? String(value) : JSON.stringify(value);
}

const text = await format(writeModule(), {
  ...(await resolveConfig(file)),
  parser: "typescript",
});

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error(`${file} is out of date: run \`${command}\`.`);
  process.exitCode = 1;
}
