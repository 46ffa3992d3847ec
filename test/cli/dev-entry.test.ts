/** `dev` with a module of the user's, as a process of its own. */
import { createHmac } from "node:crypto";
import { spawn, spawnSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../scripts/build/bundle.js";
import type { DeliveryAnswer, ListAnswer, SourceAnswer } from "../../src/inspector/types.js";
import { bundlePrograms } from "../programs/programs.js";
import { until } from "../until.js";
import { createTestCli, type TestCli } from "./cli.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SECRET = "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=";

let cli: TestCli;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  const modules = [...TOOLKIT, ...SCHEMES, ...STORES].map(([, path]) => path);
  bundleOf = await bundlePrograms({ paths: [COMMAND_LINE, COMMANDS, ...modules] });
  cli = await createTestCli();
  await cli.writeStarter();
});
afterEach(async () => {
  for (const each of cleanups.splice(0).reverse()) await each();
});
afterAll(() => cli.remove());

const COMMAND_LINE = "cli/bin.ts";
/** All commands, for a program that runs several. */
const COMMANDS = "cli/main.ts";
let bundleOf: (path: string) => string;

/** What entries import, and its sources. */
const TOOLKIT = [
  ["bindWebhooks", "src/receive/webhooks/webhooks.ts"],
  ["createAnyScheme", "src/receive/signatures/define.ts"],
  ["readFields", "src/receive/webhooks/parts/fields.ts"],
  ["PRESETS", "src/receive/signatures/plan/presets.ts"],
] as const;
const SCHEMES = [["github", "src/receive/signatures/schemes.ts"]] as const;
const STORES = [
  ["createInbox", "src/inbox/inbox.ts"],
  ["openMemoryStore", "src/inbox/memory/memory-store.ts"],
  ["openSqliteStore", "src/inbox/sqlite/store.ts"],
  ["svixMessages", "src/inbox/catch-up/source.ts"],
] as const;

/** Imports from the bundles, since nothing runs TypeScript for these entries. */
const importBundles = (names: readonly (readonly [name: string, path: string])[]): string =>
  names
    .map(([name, path]) => `import { ${name} } from ${JSON.stringify(bundleOf(path))};\n`)
    .join("");

/** Lets entries of a folder find tsx, without which an older Node does not run TypeScript. */
async function installTsx(folder: string): Promise<void> {
  const path = join(cli.folder, folder, "node_modules");
  await mkdir(path, { recursive: true });
  await symlink(join(ROOT, "node_modules/tsx"), join(path, "tsx"));
}

/** Begin of an entry: a toolkit of the service that `init` has made. */
const printWebhooks = () => `${importBundles(TOOLKIT)}
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

/** Begin of an entry that exports an inbox, of a delivery that fails at first. */
const printInbox = () => `${printWebhooks()}${importBundles(STORES)}`;

/** A line of `--json`. */
interface Line {
  readonly id: string;
  readonly outcome: string;
  readonly errors?: readonly string[];
  readonly attempt?: number;
  readonly duplicate?: boolean;
}

/** Returns a function that calls the API of the page as the page does. */
const createApi = (page: string) => async (path: string, input?: object) => {
  const [token = ""] = /[0-9a-f]{64}/.exec(input ? await (await fetch(page)).text() : "") ?? [];
  const headers = { "content-type": "application/json", "x-typewire-inspector": token };
  const init = input && { method: "POST", headers, body: JSON.stringify(input) };
  return (await fetch(`${page}api/${path}`, init)).json();
};

/** Starts `dev` with an entry, and collects what it prints. */
async function start(file: string, text: string, ...argv: readonly string[]) {
  await cli.write(file, text);
  const child = spawn(
    process.execPath,
    [
      bundleOf(COMMAND_LINE),
      "dev",
      join(cli.folder, file),
      "--port",
      "0",
      "--schema",
      join(cli.folder, "schema"),
      ...argv,
    ],
    { cwd: ROOT, env: { ...process.env, WEBHOOK_SECRET: SECRET } },
  );
  const seen = { out: "", err: "", code: undefined as number | null | undefined };
  child.stdout.on("data", (chunk: Buffer) => (seen.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (seen.err += chunk.toString()));
  child.on("exit", (code) => (seen.code = code));
  const end = async () => {
    child.kill("SIGTERM");
    await until(() => expect(seen.code).not.toBeUndefined());
    return seen.code;
  };
  cleanups.push(end);
  await until(() => expect(seen.err).toContain("Try: "));
  const find = (begin: string) => new RegExp(`${begin}(\\S+)`).exec(seen.err)?.[1] ?? "";
  return {
    seen,
    end,
    api: createApi(find("Inspector: ")),
    url: find("Listening on "),
    lines: () => seen.out.split("\n").filter(Boolean),
    reports: () =>
      seen.out
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
        .map(({ id, outcome, errors = [], attempt = 0, duplicate = false }) =>
          [id, outcome, attempt, ...errors, ...(duplicate ? ["duplicate"] : [])].join(" "),
        ),
    send: async (id: string) => {
      const argv = ["send", "note.created", find("Listening on "), "--id", id];
      return (await cli.run(argv, { env: { WEBHOOK_SECRET: SECRET }, fetch })).code;
    },
  };
}

describe("dev with an entry", () => {
  it.each(["entry.mjs", "entry.ts"])(
    "loads %s, and loads it again when a file beside it changes",
    async (file) => {
      const typed = file.endsWith(".ts") ? ": Error" : "";
      const folder = typed === "" ? "plain" : "typed";
      await installTsx(folder);
      await cli.write(`${folder}/package.json`, '{"type":"module"}');
      const name = file.replace("entry", "message");
      const message = `${folder}/${name}`;
      await cli.write(message, 'export const message = "one";\n');
      const dev = await start(
        `${folder}/${file}`,
        `${printWebhooks()}import { message } from "./${name}";
webhooks.onAny(() => { const error${typed} = new Error(message); throw error; });
`,
        "--json",
      );
      expect(await dev.send("msg_1")).toBe(1);
      await until(() => expect(dev.reports()).toEqual(["msg_1 failed 0 one"]));
      await cli.write(message, 'export const message = "two";\n');
      await until(() => expect(dev.seen.err).toContain("Loaded the entry again."));
      await dev.send("msg_2");
      await until(() => expect(dev.reports().at(-1)).toBe("msg_2 failed 0 two"));
      await cli.write(message, "export const = 3;\n");
      await until(() => expect(dev.seen.err).toContain("The one before stays in use."));
    },
  );

  it("shows handlers by name, with their time, the error with its stack, and the answer", async () => {
    const dev = await start(
      "handlers.mjs",
      `${printWebhooks()}
webhooks.on("note.created", async function save() { throw new Error("no room"); });
webhooks.onAny(() => "done", { id: "log" });
webhooks.onAny(() => undefined);
`,
    );
    expect(await dev.send("msg_1")).toBe(1);
    const page = /Inspector: (\S+)/.exec(dev.seen.err)?.[1] ?? "";
    const delivery = (await createApi(page)("delivery?key=1")) as DeliveryAnswer;
    expect(delivery).toMatchObject({
      outcome: "failed",
      error: "no room",
      answer: { status: 500 },
    });
    const handlers = delivery.history?.[0]?.handlers ?? [];
    const duration = expect.any(Number) as number;
    expect(handlers).toEqual(
      expect.arrayContaining([
        { id: "log", duration },
        { id: "handler 3", duration },
        {
          id: "save",
          duration,
          error: { message: "no room", stack: expect.stringContaining("handlers.mjs") as string },
        },
      ]),
    );
    const source = (await createApi(page)("source")) as SourceAnswer;
    expect(source.target?.address).toContain("/api/acme-sdk/webhooks");
    expect(source.target?.command).toMatch(/ send note\.created --to \S+/);
  });

  it("says why an entry is none", async () => {
    await mkdir(join(cli.folder, "node_modules/own"), { recursive: true });
    const fail = "export const fail = () => { throw new Error('no secret'); };";
    await cli.write("node_modules/own/index.mjs", fail);
    const answers = await loadAll({
      other: "export const other = {};",
      package: 'import { fail } from "./node_modules/own/index.mjs";\nfail();',
      throws: 'throw new Error("no database");',
    });
    expect(answers).toEqual({
      other: [1, expect.stringMatching(/exports other; expected a Webhooks or an inbox/)],
      package: [1, expect.stringMatching(/be loaded: Error: no secret \(at file:.*package\.mjs:2/)],
      throws: [1, expect.stringMatching(/cannot be loaded: Error: no database \(.*throws\.mjs:1/)],
    });
  });

  it("ends when an entry that is none has opened a server", async () => {
    const server = 'import { createServer } from "node:http";\ncreateServer().listen(0);';
    await cli.write("server.mjs", server);
    const command = [bundleOf(COMMAND_LINE), "dev", join(cli.folder, "server.mjs")];
    command.push("--schema", join(cli.folder, "schema"));
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: ROOT });
    expect([status, stderr.toString()]).toEqual([
      1,
      expect.stringMatching(/exports nothing; expected/),
    ]);
  });
});

/** Runs `dev` with each entry, in one process. Returns exit codes with what `dev` has said. */
async function loadAll(entries: Readonly<Record<string, string>>): Promise<object> {
  const names = Object.keys(entries);
  for (const name of names) await cli.write(`${name}.mjs`, entries[name] ?? "");
  const program = `import { main } from ${JSON.stringify(bundleOf(COMMANDS))};
const answers = {};
for (const name of ${JSON.stringify(names)}) {
  const err = [];
  const io = { out: () => {}, err: (text) => err.push(text), env: {}, cwd: process.cwd() };
  answers[name] = [await main(["dev", name + ".mjs"], io), err.join("\\n")];
}
console.log(JSON.stringify(answers));
`;
  await cli.write("load-all.mjs", program);
  const options = { cwd: cli.folder, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["load-all.mjs"], options);
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout) as object;
}

describe("dev with an entry of another service than the built-in one", () => {
  const printEntry = (secret = "process.env.WEBHOOK_SECRET", scheme = "github") => `${importBundles(
    [...TOOLKIT, ...SCHEMES],
  )}
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

  async function open(name: string, withPackage: boolean, entry = printEntry()) {
    await mkdir(join(cli.folder, name, "node_modules/acme-hooks"), { recursive: true });
    await cli.write(`${name}/node_modules/acme-hooks/package.json`, PACKAGE);
    await cli.write(`${name}/node_modules/acme-hooks/index.js`, "export {};\n");
    const testing = `export const createDelivery = async (event) => ({ payload: { event } });\n`;
    // Not every package has an async function, which can only reject.
    const validate = `export const validatePayload = (name, payload) => payload.a > 1 ? {} : Promise.resolve({
  valid: false, errors: [{ path: "/a", keyword: "type", message: \`of \${name} is \${payload.a}\` }],
});
`;
    const schemas = `export const NoteOpenedPayloadSchema = { properties: { a: { type: "integer" } } };\n`;
    const writer = `export const withJsonSchema = (schema) => ({
  "~standard": { jsonSchema: { input: () => schema } },
});
`;
    if (withPackage) {
      await cli.write(`${name}/node_modules/acme-hooks/schemas.js`, schemas);
      await cli.write(`${name}/node_modules/acme-hooks/json-schema.js`, writer);
      await cli.write(`${name}/node_modules/acme-hooks/testing.js`, testing);
      await cli.write(`${name}/node_modules/acme-hooks/validate.js`, validate);
    }
    await cli.write(`${name}/entry.mjs`, entry);
    // In a folder without a schema folder.
    const env = { ...process.env, WEBHOOK_SECRET: "plain text" };
    const command = [bundleOf(COMMAND_LINE), "dev", "entry.mjs", "--port", "0"];
    const child = spawn(process.execPath, command, { cwd: join(cli.folder, name), env });
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    await until(() => expect(err).toMatch(/Inspector: \S+\n/));
    const find = (begin: string) => new RegExp(`${begin}(\\S+)`).exec(err)?.[1] ?? "";
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    const page = find("Inspector: ");
    return {
      err,
      readErr: () => err,
      readOut: () => out,
      url: find("Listening on "),
      page,
      api: createApi(page),
      end: () => child.kill("SIGKILL"),
    };
  }
  const PACKAGE = JSON.stringify({
    name: "acme-hooks",
    type: "module",
    exports: {
      ".": "./index.js",
      "./testing": "./testing.js",
      "./validate": "./validate.js",
      "./schemas": "./schemas.js",
      "./schemas/json-schema": "./json-schema.js",
    },
  });

  function deliver(url: string, a = 1): Promise<Response> {
    const body = `{"action":"opened","a":${a}}`;
    const signature = createHmac("sha256", "plain text").update(body).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-event": "note",
      "x-delivery": "1",
      "x-hub-signature-256": `sha256=${signature}`,
    };
    return fetch(url, { method: "POST", headers, body });
  }

  it("takes the scheme of the entry, with a secret that is plain text", async () => {
    const { err, url, end } = await open("alone", false);
    cleanups.push(end);
    expect(err).not.toContain("does not fit");
    expect((await deliver(url)).status).toBe(200);
  });

  it.each([
    ["a secret of its own", '"only here"', "github"],
    ["a secret that is looked up", "() => process.env.WEBHOOK_SECRET", "github"],
    ["a signed time", '"only here"', "createAnyScheme(PRESETS.slack)"],
  ])("signs what the page sends as the entry does, with %s", async (_, secret, scheme) => {
    const name = `signed-${secret.length}-${scheme.length}`;
    const { api, end } = await open(name, false, printEntry(secret, scheme));
    cleanups.push(end);
    const sent = { event: "note.opened", body: '{"action":"opened"}' };
    const answer = await api("send", sent);
    expect(answer).toMatchObject({ status: 200 });
    const { key } = answer as { readonly key: string };
    expect(await api("resend", { key })).toMatchObject({ status: 200 });
  });

  it("names the variable, the service and the remedy if neither can sign", async () => {
    const look = printEntry("() => undefined", "createAnyScheme(PRESETS['standard-webhooks'])");
    const { api, end } = await open("unsigned", false, look);
    cleanups.push(end);
    const answer = JSON.stringify(await api("send", { event: "note", body: "{}" }));
    expect(answer).toMatch(/WEBHOOK_SECRET cannot sign deliveries of the service of the entry/);
    expect(answer).toMatch(/Set one that signs/);
  });

  it("goes on when the check of a payload fails, and says so", async () => {
    const { url, readErr, readOut, end } = await open("failing", true);
    cleanups.push(end);
    expect((await deliver(url, 2)).status).toBe(200);
    await until(() => expect(readErr()).toContain("payload of note.opened failed: "));
    expect((await deliver(url)).status).toBe(200);
    await until(() => expect(readOut().match(/verified/g)).toHaveLength(2));
  });

  describe("in the package that the entry imports", () => {
    let dev: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      dev = await open("packaged", true);
    });
    afterAll(() => dev.end());

    it("finds the description, and says what differs from it", async () => {
      expect((await deliver(dev.url)).status).toBe(200);
      await until(() => expect(dev.readOut()).toContain("/a of note.opened is 1"));
      const deviations = [{ at: "/a", text: "of note.opened is 1" }];
      const types = { "/a": { type: "integer" } };
      expect(await dev.api("delivery?key=1")).toMatchObject({ description: { deviations, types } });
    });

    it("finds events and samples", async () => {
      const info = await (await fetch(`${dev.page}api/source`)).json();
      expect(info).toMatchObject({ events: ["note", "note.opened"] });
      const sample = await (await fetch(`${dev.page}api/sample?event=note.opened`)).json();
      expect(JSON.stringify(sample)).toContain("note.opened");
    });
  });
});

describe("dev with an entry that exports an inbox", () => {
  /** Fails as often as the id of a delivery says: `msg_2` twice. */
  const handler = `
const tries = new Map();
webhooks.onAny(({ id }) => {
  const count = (tries.get(id) ?? 0) + 1;
  tries.set(id, count);
  if (count <= Number(id.slice(4))) throw new Error("try " + count);
});
`;
  /** @param delay Milliseconds before a delivery that failed is tried again. */
  const printEntry = (delay = 400) => `${printInbox()}${handler}
export const inbox = createInbox({
  webhooks, store: openMemoryStore(), log: {}, pollInterval: 50,
  retries: { limit: 2, delay: ${delay}, factor: 1 },
});
`;

  it("follows each delivery until it is done or dead", async () => {
    const dev = await start("inbox.mjs", printEntry(), "--json");
    for (const id of ["msg_0", "msg_1", "msg_9"]) {
      expect(await dev.send(id)).toBe(0);
      await until(() => expect(dev.reports().at(-1)).toMatch(new RegExp(`^${id} (?:done|dead)`)));
    }
    expect(dev.reports()).toEqual([
      "msg_0 waiting 0",
      "msg_0 done 1",
      "msg_1 waiting 0",
      "msg_1 waiting 1 try 1",
      "msg_1 done 2",
      "msg_9 waiting 0",
      "msg_9 waiting 1 try 1",
      "msg_9 waiting 2 try 2",
      "msg_9 dead 3 try 3",
    ]);
    const { deliveries } = (await dev.api("deliveries")) as ListAnswer;
    expect(
      deliveries.map(({ id, outcome, attempts, status }) => [id, outcome, attempts, status]),
    ).toEqual([
      ["msg_9", "dead", 3, 202],
      ["msg_1", "done", 2, 202],
      ["msg_0", "done", 1, 202],
    ]);
    const [dead] = deliveries;
    const { history } = (await dev.api(`delivery?key=${dead?.key ?? ""}`)) as DeliveryAnswer;
    expect(history?.map(({ handlers: [first] }) => first?.error?.message)).toEqual([
      "try 1",
      "try 2",
      "try 3",
    ]);
  });

  it("prints a line for each end of an attempt", async () => {
    const dev = await start("inbox.mjs", printEntry());
    await dev.send("msg_1");
    await until(() => expect(dev.lines()).toHaveLength(4));
    const [received, failed, why, done] = dev.lines();
    expect(received).toMatch(/^\d\d:\d\d:\d\d note\.created msg_1 +verified +202 +\d+ ms$/);
    expect(failed).toMatch(/ msg_1 +failed, attempt 1 +202 +\d+ ms$/);
    expect(why).toBe("  A handler failed: try 1");
    expect(done).toMatch(/ msg_1 +done, attempt 2 +202 +\d+ ms$/);
  });

  it("replays a delivery in the inbox, and says that sending it again changes nothing", async () => {
    const dev = await start("inbox.mjs", printEntry(), "--json");
    await dev.send("msg_3");
    await until(() => expect(dev.reports().at(-1)).toBe("msg_3 dead 3 try 3"));
    expect(await dev.api("replay", { keys: ["1"] })).toEqual({ count: 1 });
    await until(() => expect(dev.reports().at(-1)).toBe("msg_3 done 1"));
    expect(await dev.api("deliveries")).toMatchObject({ deliveries: [{ outcome: "done" }] });
    expect(await dev.api("resend", { key: "1" })).toMatchObject({ status: 202 });
    await until(() => expect(dev.reports().at(-1)).toBe("msg_3 done 1 duplicate"));
    expect(await dev.api("deliveries")).toMatchObject({
      deliveries: [{ outcome: "done", note: /had this delivery before/ }, { key: "1" }],
    });
  });

  it("goes on with a delivery when the entry is loaded again, and leaves none to the old one", async () => {
    const file = JSON.stringify(join(cli.folder, "inbox.db"));
    await cli.write("handle.mjs", 'export const handle = () => { throw new Error("old"); };\n');
    const dev = await start(
      "stored.mjs",
      `${printInbox()}import { handle } from "./handle.mjs";
webhooks.onAny(() => handle());
export default createInbox({
  webhooks, store: openSqliteStore(${file}), log: {}, pollInterval: 50,
  retries: { limit: 100, delay: 100, factor: 1 },
});
`,
      "--json",
    );
    await dev.send("msg_1");
    await until(() => expect(dev.reports().at(-1)).toMatch(/^msg_1 waiting \d+ old$/));
    await cli.write("handle.mjs", "export const handle = () => undefined;\n");
    await until(() => expect(dev.reports().at(-1)).toMatch(/^msg_1 done/));
    await dev.send("msg_2");
    await until(() => expect(dev.reports().at(-1)).toBe("msg_2 done 1"));
    expect(await dev.end()).toBe(0);
  });

  it("shows what its inbox fetches with --since, marked and followed until it is done", async () => {
    const dev = await start(
      "caught-up.mjs",
      `${printInbox()}
webhooks.onAny(() => undefined);
const message = (id, minutes) => ({
  id, eventType: "note", payload: { type: "note", n: 1 },
  timestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
});
const client = {
  request: async () => ({
    headers: {},
    data: { data: [message("msg_2", 30), message("msg_1", 60), message("msg_0", 300)], done: true },
  }),
};
export default createInbox({
  webhooks, store: openMemoryStore(), log: {}, pollInterval: 50,
  catchUp: { client, source: svixMessages, parameters: { app_id: "app_1" } },
});
`,
      ...["--json", "--since", "2h"],
    );
    await until(() =>
      expect(dev.seen.err).toContain("Since 2h ago: 2 deliveries that never arrived"),
    );
    await until(() =>
      expect(dev.reports().toSorted()).toEqual(
        expect.arrayContaining(["msg_1 done 1", "msg_2 done 1"]),
      ),
    );
    expect(await dev.api("deliveries")).toMatchObject({
      deliveries: [
        {
          id: "msg_2",
          event: "note",
          outcome: "done",
          note: expect.stringContaining("Fetched by a catch-up"),
        },
        { id: "msg_1", outcome: "done" },
      ],
    });
  });

  it("says that an inbox in memory has lost what was not done when the entry is loaded again", async () => {
    await cli.write("other.mjs", "export {};\n");
    const dev = await start("inbox.mjs", `${printEntry(600_000)}import "./other.mjs";\n`, "--json");
    await dev.send("msg_1");
    await cli.write("other.mjs", "export default 1;\n");
    await until(() => expect(dev.seen.err).toContain("Loaded the entry again."));
    await until(async () =>
      expect(await dev.api("deliveries")).toMatchObject({
        deliveries: [{ note: "The inbox does not have this delivery any more." }],
      }),
    );
  });
});

/** What runs the sources of the command also runs the entry; the compiled command has to find that. */
describe("an entry in TypeScript", () => {
  const program = `import { Entry } from ${JSON.stringify(join(ROOT, "cli/dev/entry.ts"))};
const entry = new Entry(process.argv[2] ?? "");
const load = async () => console.log(String((await entry.load() as { readonly found?: unknown }).found));
entry.watch(() => void load().then(() => process.exit())); // before the test may change a file
try {
  await load();
} catch (error) {
  console.log(String(error));
}
`;
  const MODULES = '{"type":"module"}';
  const entry = `import { found } from "./found.ts";
export default { [Symbol.for("typewire.receiver")]: () => undefined, found: found as string };
`;

  /** Writes the program with an entry, beside which tsx is installed or not. */
  async function writeProgram(folder: string, hasTsx: boolean, manifest = MODULES): Promise<void> {
    await mkdir(join(cli.folder, folder), { recursive: true });
    if (hasTsx) await installTsx(folder);
    await cli.write(`${folder}/program.ts`, program);
    await cli.write(`${folder}/package.json`, manifest);
    await cli.write(`${folder}/found.ts`, 'export const found: string = "one";\n');
    await cli.write(`${folder}/entry.ts`, entry);
  }

  /** Starts the program, and returns a function that reads its output. */
  async function startProgram(folder: string, ...command: readonly string[]) {
    // Node has run TypeScript by itself since 22.18.
    const strips = process.allowedNodeEnvironmentFlags.has("--experimental-strip-types");
    const flags = strips ? ["--no-experimental-strip-types"] : [];
    const argv = [...flags, ...command, "entry.ts"];
    const env = { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json") };
    const child = spawn(process.execPath, argv, { cwd: join(cli.folder, folder), env });
    cleanups.push(() => child.kill("SIGKILL"));
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()));
    await until(() => expect(out).toContain("\n"));
    return () => out;
  }

  let compiled = "";
  beforeAll(async () => {
    await cli.write("program.ts", program);
    const [file] = await bundle({
      input: { program: join(cli.folder, "program.ts") },
      platform: "node",
      alias: { "#platform": join(ROOT, "src/receive/signatures/platform.node.ts") },
      external: /^node:/,
    });
    compiled = file?.code ?? "";
  });

  async function startCompiled(folder: string, hasTsx: boolean, manifest = MODULES) {
    await writeProgram(folder, hasTsx, manifest);
    await cli.write(`${folder}/program.mjs`, compiled);
    return startProgram(folder, "program.mjs");
  }

  it("is run by what runs the command from its sources", async () => {
    await writeProgram("sources", true);
    const read = await startProgram("sources", "--import", "tsx", "program.ts");
    expect(read()).toBe("one\n");
  });

  it.each([
    ["modules", MODULES],
    ["modules, in a package that is CommonJS", "{}"],
  ])(
    "of %s is run by tsx for the compiled command, and again after a change",
    async (_, manifest) => {
      const folder = `with-${manifest.length}`;
      const read = await startCompiled(folder, true, manifest);
      expect(read()).toBe("one\n");
      await cli.write(`${folder}/found.ts`, 'export const found: string = "two";\n');
      await until(() => expect(read()).toBe("one\ntwo\n"));
    },
  );

  it("says what is missing without tsx", async () => {
    const read = await startCompiled("without", false);
    expect(read()).toContain("does not run TypeScript by itself. Run `npm install -D tsx`");
  });
});
