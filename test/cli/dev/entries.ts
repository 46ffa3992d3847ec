/** Code of entries for `dev`. They import bundles, since nothing runs TypeScript for them. */
import { bundlePrograms } from "../../programs/programs.js";

export const COMMAND_LINE = "cli/bin.ts";

/** All commands, for a program that runs several in its own process. */
export const COMMANDS = "cli/main.ts";

/** Returns the paths of bundles of the command line, and of all that entries import. */
export function bundleForEntries(): Promise<(path: string) => string> {
  const modules = [...TOOLKIT, ...SCHEMES, ...STORES].map(([, path]) => path);
  return bundlePrograms({ paths: [COMMAND_LINE, COMMANDS, ...modules] });
}

/** Names that entries import, each with its source. */
type Imports = readonly (readonly [name: string, path: string])[];

const TOOLKIT: Imports = [
  ["bindWebhooks", "src/receive/webhooks/webhooks.ts"],
  ["createAnyScheme", "src/receive/signatures/define.ts"],
  ["readFields", "src/receive/webhooks/parts/fields.ts"],
  ["PRESETS", "src/receive/signatures/plan/presets.ts"],
];
const SCHEMES: Imports = [["github", "src/receive/signatures/schemes.ts"]];
const STORES: Imports = [
  ["createInbox", "src/inbox/inbox.ts"],
  ["openMemoryStore", "src/inbox/memory/memory-store.ts"],
  ["openSqliteStore", "src/inbox/sqlite/store.ts"],
  ["svixMessages", "src/inbox/catch-up/source.ts"],
];

async function printImports(imports: Imports): Promise<string> {
  const bundleOf = await bundleForEntries();
  return imports
    .map(([name, path]) => `import { ${name} } from ${JSON.stringify(bundleOf(path))};\n`)
    .join("");
}

/** Prints an entry that exports a toolkit of the service that `init` makes, with `more` behind it. */
export async function printWebhooks(more: string): Promise<string> {
  return (await printImports(TOOLKIT)) + ACME_WEBHOOKS + more;
}

/** Prints an entry with the same toolkit, which `more` makes an inbox of. */
export async function printInbox(more: string): Promise<string> {
  return (await printImports([...TOOLKIT, ...STORES])) + ACME_WEBHOOKS + more;
}

const ACME_WEBHOOKS = `
const catalog = {
  path: "/api/acme-sdk/webhooks",
  event: { body: "type" },
  delivery: { header: "webhook-id" },
  eventNames: ["note.created"],
};
const scheme = createAnyScheme(PRESETS["standard-webhooks"]);
const Webhooks = bindWebhooks(catalog, { scheme, fields: readFields });
export const webhooks = new Webhooks({ secret: process.env.WEBHOOK_SECRET, log: {} });
`;

/**
 * Prints an entry with a toolkit of another service, which imports the package `acme-hooks`.
 * @param secret Code of its secret.
 * @param scheme Code of its signature scheme.
 */
export async function printOtherService(secret: string, scheme: string): Promise<string> {
  return `${await printImports([...TOOLKIT, ...SCHEMES])}
import "acme-hooks";
const catalog = {
  path: "/hooks", event: { header: "x-event" }, delivery: { header: "x-delivery" },
  action: "action", eventNames: ["note", "note.opened"],
};
const scheme = ${scheme};
const Webhooks = bindWebhooks(catalog, { scheme, fields: readFields });
// Each delivery makes the clock of a signed time later than a signature may be old.
let later = 0;
const time = scheme.timestamp ? { now: () => Date.now() + later } : {};
export const webhooks = new Webhooks({ secret: ${secret}, log: {}, ...time });
webhooks.onAny(() => void (later += 3_600_000));
`;
}
