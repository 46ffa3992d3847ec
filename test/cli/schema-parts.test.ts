/** Commands read the files that they need: a mistake in another one is none of their concern. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestCli, type TestCli } from "./cli.js";

const SECRET = "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=";
const ID = ["--id", "msg_1"];

let cli: TestCli;
beforeAll(async () => {
  cli = await createTestCli();
  expect((await cli.run(["init", "--name", "acme-sdk"])).code).toBe(0);
  await cli.write("body.json", "{}");
});
afterAll(() => cli.remove());

const ROUTES = "routes.yaml";
const PAYLOAD = "payloads/note.created.yaml";

it.each<{
  readonly argv: readonly string[];
  readonly unread: readonly string[];
  readonly code?: number;
  readonly out: string;
}>([
  { argv: ["events"], unread: [ROUTES, PAYLOAD], out: "note.created" },
  { argv: ["events", "nothing"], unread: [ROUTES, PAYLOAD], code: 1, out: "" },
  { argv: ["sign", "body.json", ...ID], unread: [ROUTES, PAYLOAD], out: "webhook-signature" },
  {
    argv: ["send", "note.created", "--file", "body.json", "--dry-run"],
    unread: [ROUTES, PAYLOAD],
    out: "webhook-signature",
  },
  { argv: ["routes"], unread: [PAYLOAD], out: "/notes" },
  { argv: ["send", "note.created", "--dry-run"], unread: [ROUTES], out: "webhook-signature" },
  // These two would run on. They end because of the secret, which they check after they have read the schema folder.
  { argv: ["dev", "--secret", "$$"], unread: [ROUTES], code: 1, out: "" },
  {
    argv: ["relay", "http://127.0.0.1:9", "--secret", "$$"],
    unread: [ROUTES],
    code: 1,
    out: "",
  },
])("$argv does not read $unread", async ({ argv, unread, code = 0, out }) => {
  for (const file of unread) {
    const outcome = await runWithMistake(file, argv);
    expect(outcome.code, outcome.err).toBe(code);
    expect(outcome.out).toContain(out);
    expect(outcome.err).not.toContain(file);
  }
});

it.each<[file: string, argv: readonly string[]]>([
  ["events.yaml", ["events"]],
  ["vendor.yaml", ["sign", "body.json", ...ID]],
  [ROUTES, ["routes"]],
  [PAYLOAD, ["send", "note.created", "--dry-run"]],
])("a mistake in %s is told by %s", async (file, argv) => {
  const { code, err } = await runWithMistake(file, argv);
  expect(code).toBe(1);
  expect(err).toContain(file);
});

it("verifies without payloads", async () => {
  const signed = await cli.run(["sign", "body.json", ...ID, "--json"], {
    env: { WEBHOOK_SECRET: SECRET },
  });
  const headers = Object.entries(JSON.parse(signed.out) as Record<string, string>);
  const options = headers.flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const { code, out } = await runWithMistake(PAYLOAD, ["verify", "body.json", ...options]);
  expect([code, out]).toEqual([0, "The delivery is authentic."]);
});

/** Runs a command while a file of the schema folder is not YAML, so that reading it is an error. */
async function runWithMistake(file: string, argv: readonly string[]) {
  const path = `schema/${file}`;
  const text = await cli.read(path);
  await cli.write(path, "a: [");
  const outcome = await cli.run(argv, { env: { WEBHOOK_SECRET: SECRET } });
  await cli.write(path, text);
  return outcome;
}
