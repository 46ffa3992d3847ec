/** The command line as its users meet it: exit codes, and parts of the output. */
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { createTestCli, type Surroundings, type TestCli } from "./cli.js";

const SECRET = "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=";
const WITH_SECRET: Surroundings = { env: { WEBHOOK_SECRET: SECRET } };

/** A body, its id and its time for the command line, and the headers with which the service signs it. */
const BODY = '{"type":"note.created"}';
const ID_AND_TIME = ["--id", "msg_1", "--timestamp", "2026-01-31T12:00:00Z"];
const HEADERS = [
  "webhook-id: msg_1",
  "webhook-timestamp: 1769860800",
  `webhook-signature: v1,${createHmac("sha256", "the secret of the tests").update(`msg_1.1769860800.${BODY}`).digest("base64")}`,
];
const HEADER_OPTIONS = HEADERS.flatMap((header) => ["--header", header]);

const CASES: readonly Case[] = [
  { argv: [], code: 0, out: ["typewire <command> [options]", "init ", "Exit codes: 0, 1"] },
  { argv: ["help"], code: 0, out: ["typewire <command> [options]"] },
  { argv: ["help", "routes"], code: 0, out: ["typewire routes [TEXT]"] },
  { argv: ["help", "rotes"], code: 2, err: ["Did you mean `typewire routes`?"] },
  {
    argv: ["rotes"],
    code: 2,
    err: [
      "The command rotes is unknown. Did you mean `typewire routes`?",
      "Run `npx typewire-cli --help`",
    ],
  },
  { argv: ["--verbose"], code: 2, err: ["The option --verbose is unknown."] },

  { argv: ["events"], code: 0, out: ["note.created   A note was written.\n", "member.joined"] },
  { argv: ["events", "WRITTEN", "--json"], code: 0, out: ['"name": "note.created"'] },
  { argv: ["events", "note.creatd"], code: 1, err: ["Did you mean note.created?"] },
  {
    argv: ["events", "none", "--json"],
    code: 1,
    out: ["[]"],
    err: ['None of the 4 events has "none"'],
  },
  {
    argv: ["events", "--schema", "no"],
    code: 1,
    err: ["Found no YAML in no.", "npx typewire-cli init"],
  },
  { argv: ["events", "--jsn"], code: 2, err: ["Did you mean --json?", "typewire events --help"] },
  { argv: ["events", "--schema"], code: 2, err: ["--schema"] },
  { argv: ["events", "--schema="], code: 2, err: ["The value of --schema is empty"] },
  { argv: ["events", "--schema", "body.json"], code: 1, err: ["body.json is a file; expected a"] },

  { argv: ["routes", "delete"], code: 0, out: ["DELETE /notes/{note}  Delete a note."] },
  {
    argv: ["routes", "POST /notes", "--json"],
    code: 0,
    out: ['"route": "POST /notes"', '"operation": "notes/create"', '"application/json"'],
  },
  { argv: ["routes", "GET /note"], code: 0, out: ["GET /notes "] },
  { argv: ["routes", "GET /nots"], code: 1, err: ["Did you mean GET /notes?"] },

  {
    argv: ["sign", "body.json", ...ID_AND_TIME],
    surroundings: WITH_SECRET,
    code: 0,
    out: HEADERS,
  },
  {
    argv: ["sign", ...ID_AND_TIME, "--secret-file", "secret.txt"],
    surroundings: { input: BODY },
    code: 0,
    out: HEADERS,
  },
  { argv: ["sign", "body.json", ...ID_AND_TIME, "--secret", SECRET], code: 0, out: HEADERS },
  {
    argv: ["sign", "body.json", ...ID_AND_TIME],
    code: 1,
    err: ["There is no secret. Set the variable"],
  },
  {
    argv: ["sign", "body.json", "--secret", "a", "--secret-file", "b"],
    code: 2,
    err: ["The secret is both --secret and --secret-file"],
  },
  {
    argv: ["sign", "body.json", "--timestamp", "soon"],
    code: 2,
    err: ["The value of --timestamp is soon; expected a date"],
  },
  { argv: ["sign", "none"], surroundings: WITH_SECRET, code: 2, err: ["expected it as --id."] },
  {
    argv: ["sign", "none", ...ID_AND_TIME],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["none does not exist."],
  },
  {
    argv: ["sign", "schema", ...ID_AND_TIME],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["is a folder; expected a file."],
  },
  {
    argv: ["sign", "body.json", ...ID_AND_TIME, "--secret", "$$"],
    code: 1,
    err: ["The secret is of type string; expected"],
  },

  {
    argv: ["verify", "body.json", ...HEADER_OPTIONS, "--at", "2026-01-31T12:04:59Z"],
    surroundings: WITH_SECRET,
    code: 0,
    out: ["The delivery is authentic."],
  },
  {
    argv: ["verify", ...HEADER_OPTIONS, "--at", "1769860800000", "--json"],
    surroundings: { ...WITH_SECRET, input: BODY },
    code: 0,
    out: ['{"authentic":true}'],
  },
  {
    argv: ["verify", ...HEADER_OPTIONS, "--at", "1769860800000", "--json"],
    surroundings: { ...WITH_SECRET, input: `${BODY}\n` },
    code: 1,
    out: ['{"authentic":false,"refusal":"SIGNATURE_MISMATCH","findings":[{"code":"BODY_END",'],
  },
  {
    argv: ["verify", "body.json", ...HEADER_OPTIONS],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["TIMESTAMP_OUT_OF_TOLERANCE", "--at"],
  },
  {
    argv: ["verify", "body.json"],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["SIGNATURE_MISSING", "--header"],
  },
  {
    argv: ["verify", "body.json", "--header", "no header"],
    surroundings: WITH_SECRET,
    code: 2,
    err: ["The value of --header is 'no header'; expected 'Name: value'."],
  },

  {
    argv: [
      "send",
      "note.created",
      "--dry-run",
      "--set",
      "data.title=A, b",
      "--set",
      "data.labels=[1]",
    ],
    surroundings: WITH_SECRET,
    code: 0,
    out: [
      "POST http://localhost:3000/api/acme/webhooks\n",
      "webhook-signature: v1,",
      '"title":"A, b"',
      '"labels":[1]',
    ],
  },
  {
    argv: ["send", "note.created", "--dry-run", "--file", "body.json", ...ID_AND_TIME],
    surroundings: WITH_SECRET,
    code: 0,
    out: [BODY, ...HEADERS],
  },
  {
    argv: ["send", "note.created", "--dry-run", "--set", "__proto__.polluted=1"],
    surroundings: WITH_SECRET,
    code: 0,
    out: ['"__proto__":{"polluted":1}'],
  },
  {
    argv: ["send", "note.created", "https://acme.example/hooks"],
    surroundings: { ...WITH_SECRET, fetch: () => Promise.resolve(new Response("ok\n")) },
    code: 0,
    out: ["→ https://acme.example/hooks: 200 ok"],
  },
  {
    argv: ["send", "note.created", "https://acme.example/hooks", "--json", "--id", "1"],
    surroundings: {
      ...WITH_SECRET,
      fetch: () => Promise.resolve(new Response(null, { status: 503 })),
    },
    code: 1,
    out: [
      '{"id":"1","name":"note.created","url":"https://acme.example/hooks","status":503,"body":""}',
    ],
  },
  {
    argv: ["send", "note.created"],
    surroundings: WITH_SECRET,
    code: 1,
    err: [
      "http://localhost:3000/api/acme/webhooks cannot be reached (There is no network in tests). Start your receiver, or `npx typewire dev`.",
    ],
  },
  {
    argv: ["send", "note.creatd"],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["The event note.creatd is unknown. Did you mean note.created?"],
  },
  {
    argv: ["send", "note.created", "--file", "secret.txt"],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["The payload in secret.txt is not a JSON object."],
  },
  { argv: ["send", "note.created", "acme"], code: 2, err: ["The URL is acme; expected an http:"] },
  ...["http://me:hush@acme.example/", "ftp://me:hush@acme.example", "me:hush@acme.example"].map(
    (url) => ({ argv: ["send", "note.created", url], code: 2, err: ["The URL "] }),
  ),
  {
    argv: ["send", "note.created", "http://me:hush@acme.example", "more"],
    code: 2,
    err: ["http://acme.example more"],
  },
  { argv: ["send"], code: 2, err: ["The argument is missing; expected an event"] },
  {
    argv: ["send", "note.created", "--file", "none"],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["none does not exist."],
  },

  {
    argv: ["dev", "--port", "65536"],
    code: 2,
    err: ["The value of --port is 65536; expected a whole"],
  },
  {
    argv: ["dev", "none.js"],
    code: 1,
    err: ["The entry none.js does not exist; expected a module"],
  },
  { argv: ["dev", "schema/vendor.yaml"], code: 1, err: ["The entry cannot be loaded: "] },
  { argv: ["dev", "--forward", "no"], code: 2, err: ["The value of --forward is no; expected"] },
  { argv: ["dev", "--relay", "no"], code: 2, err: ["The URL of the relay is no; expected"] },
  { argv: ["dev", "--inspector-port", "x"], code: 2, err: ["The value of --inspector-port is x;"] },
  {
    argv: ["dev", "--path", "hooks"],
    code: 2,
    err: ["The value of --path is hooks; expected a path"],
  },
  {
    argv: ["dev", "--host", "nowhere.invalid"],
    surroundings: WITH_SECRET,
    code: 1,
    err: ["nowhere.invalid"],
  },

  { argv: ["relay"], code: 2, err: ["The URL of the relay is missing; expected it, or"] },
  { argv: ["relay", "acme"], code: 2, err: ["The URL of the relay is acme; expected an http:"] },
  {
    argv: ["relay", "https://relay.example/x"],
    surroundings: {
      ...WITH_SECRET,
      fetch: () => Promise.resolve(new Response(null, { status: 404 })),
    },
    code: 1,
    err: ["404"],
  },

  { argv: ["generate", "--check", "--package"], code: 0, out: ["is in sync with"] },
  {
    argv: ["generate", "--package", "--schema", "none"],
    code: 1,
    err: ["Found no vendor.yaml in none."],
  },
  { argv: ["generate", "--check"], code: 0, out: ["is in sync with"] },
  {
    argv: ["generate", "--check", "--watch"],
    code: 2,
    err: ["The mode is both --check and --watch"],
  },
  {
    argv: ["generate", "schema"],
    code: 2,
    err: ["The argument is schema; expected options only."],
  },
  {
    argv: ["generate", "--out", "./schema"],
    code: 2,
    err: ["The value of --out is the schema folder; expected another folder."],
  },
  {
    argv: ["generate", "--schema", "body.json"],
    code: 1,
    err: ["body.json is a file; expected a"],
  },
  { argv: ["generate", "--out", "/proc/x/y"], code: 1, err: ["/proc"] },

  {
    argv: ["import"],
    code: 2,
    err: ["The argument is missing; expected one OpenAPI description."],
  },
  { argv: ["import", "none.yaml"], code: 1, err: ["none.yaml does not exist."] },
  { argv: ["import", "ftp://acme.example/a"], code: 1, err: ["an address of another protocol"] },
  { argv: ["import", "x.yaml", "--label", "A b"], code: 2, err: ["The value of --label is 'A b'"] },
  {
    argv: ["import", "body.json", "--schema", "body.json"],
    code: 1,
    err: ["body.json is a file; expected a folder."],
  },
  { argv: ["import", ""], code: 2, err: ["An argument is empty; expected one OpenAPI"] },
  {
    argv: ["import", "https://acme.example/x.json"],
    surroundings: {
      fetch: () => {
        const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), {
          code: "ECONNREFUSED",
        });
        return Promise.reject(new TypeError("fetch failed", { cause }));
      },
    },
    code: 1,
    err: ["https://acme.example/x.json cannot be reached (connect ECONNREFUSED 127.0.0.1:9)."],
  },

  { argv: ["init", ""], code: 2, err: ["An argument is empty; expected one folder."] },
  {
    argv: ["init", "x", "--names", "stainless.yml"],
    code: 2,
    err: ["The option --names is given without --from; expected a description, too."],
  },
  {
    argv: ["init", "x", "--overlay", "fixes.yaml"],
    code: 2,
    err: ["The option --overlay is given without --from; expected a description, too."],
  },
  { argv: ["init", "x", "--from", ""], code: 2, err: ["The value of --from is empty"] },
  // `mkdir` of Node never ends there.
  { argv: ["init", "/proc/x/y"], code: 1, err: ["/proc"] },
  {
    argv: ["init", "x", "--from", "https://acme.example/x.json"],
    surroundings: {
      fetch: () =>
        Promise.reject(
          new TypeError("fetch failed", {
            cause: Object.assign(new AggregateError([]), { code: "ETIMEDOUT" }),
          }),
        ),
    },
    code: 1,
    err: ["https://acme.example/x.json cannot be reached (ETIMEDOUT)."],
  },
  { argv: ["init", "a", "b"], code: 2, err: ["Run `npx typewire-cli init --help`"] },

  { argv: ["reconcile", "none.jsonl"], code: 1, err: ["none.jsonl does not exist."] },
  { argv: ["reconcile", "schema"], code: 1, err: ["is a folder; expected a file."] },
  { argv: ["reconcile", "empty.jsonl"], code: 1, err: ["empty.jsonl: The file has no deliveries"] },
  {
    argv: ["reconcile"],
    code: 2,
    err: ["expected files of recorded deliveries", "Run `npx typewire reconcile --help`"],
  },
  {
    argv: ["reconcile", "x", "--rename", "a"],
    code: 2,
    err: ["The value of --rename is a; expected"],
  },

  { argv: ["inbox", "x"], code: 2, err: ["The argument is x; expected one of stats, list,"] },
];

describe("the command line", () => {
  let cli: TestCli;

  beforeAll(async () => {
    cli = await createTestCli();
    // In the folder itself, so that commands find `schema` by themselves.
    const { code, err } = await cli.run(["init", "--name", "acme-sdk"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await cli.write("body.json", BODY);
    await cli.write("empty.jsonl", "\n");
    await cli.write("secret.txt", `${SECRET}\n`);
  });
  afterAll(() => cli.remove());

  it.each(CASES)("$argv: $code", async ({ argv, surroundings, code, out = [], err = [] }) => {
    const outcome = await cli.run(argv, surroundings);
    expect(outcome.code, outcome.err).toBe(code);
    for (const part of out) expect(outcome.out).toContain(part);
    for (const part of err) expect(outcome.err).toContain(part);
    if (err.length === 0) expect(outcome.err).toBe("");
    for (const secret of [SECRET, "hush"]) expect(outcome.err).not.toContain(secret);
  });

  it.each(COMMANDS)("explains $name, with examples", async ({ name }) => {
    const { code, out, err } = await cli.run([name, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`typewire ${name}`);
    expect(out).toMatch(/\nExamples:\n {2}/);
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(110);
  });

  it("says its version, which is that of the package", async () => {
    const manifest = JSON.parse(
      await readFile(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect((await cli.run(["--version"])).out).toBe(manifest.version);
  });
});

interface Case {
  readonly argv: readonly string[];
  readonly surroundings?: Surroundings;
  readonly code: number;
  /** Parts of standard output. */
  readonly out?: readonly string[];
  /** Parts of standard error; empty where they are left out. */
  readonly err?: readonly string[];
}
