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

/** Runs a command while a file of the schema folder is not YAML. */
async function runWithout(file: string, argv: readonly string[]) {
  const path = `schema/${file}`;
  const text = await cli.read(path);
  await cli.write(path, "a: [");
  const outcome = await cli.run(argv, { env: { WEBHOOK_SECRET: SECRET } });
  await cli.write(path, text);
  return outcome;
}

const NONE = "reads neither routes nor payloads";
it.each<
  [what: string, files: readonly string[], argv: readonly string[], code: number, out: string]
>([
  [NONE, ["routes.yaml", "payloads/note.created.yaml"], ["events"], 0, "note.created"],
  [NONE, ["routes.yaml", "payloads/note.created.yaml"], ["events", "nothing"], 1, ""],
  [
    NONE,
    ["routes.yaml", "payloads/note.created.yaml"],
    ["sign", "body.json", ...ID],
    0,
    "webhook-signature",
  ],
  [
    NONE,
    ["routes.yaml", "payloads/note.created.yaml"],
    ["send", "note.created", "--file", "body.json", "--dry-run"],
    0,
    "webhook-signature",
  ],
  ["reads no payloads", ["payloads/note.created.yaml"], ["routes"], 0, "/notes"],
  [
    "reads no routes",
    ["routes.yaml"],
    ["send", "note.created", "--dry-run"],
    0,
    "webhook-signature",
  ],
  // Whether they read routes shows before they ask for a secret.
  ["reads no routes", ["routes.yaml"], ["dev", "--secret", "$$"], 1, ""],
  ["reads no routes", ["routes.yaml"], ["relay", "http://127.0.0.1:9", "--secret", "$$"], 1, ""],
])("%s: %s %s", async (_what, files, argv, code, out) => {
  for (const file of files) {
    const outcome = await runWithout(file, argv);
    expect(outcome.code, outcome.err).toBe(code);
    expect(outcome.out).toContain(out);
    expect(outcome.err).not.toContain(file);
  }
});

it.each<[file: string, argv: readonly string[]]>([
  ["events.yaml", ["events"]],
  ["vendor.yaml", ["sign", "body.json", ...ID]],
  ["routes.yaml", ["routes"]],
  ["payloads/note.created.yaml", ["send", "note.created", "--dry-run"]],
])("a mistake in %s is told by %s", async (file, argv) => {
  const { code, err } = await runWithout(file, argv);
  expect(code).toBe(1);
  expect(err).toContain(file);
});

it("verifies without payloads", async () => {
  const signed = await cli.run(["sign", "body.json", ...ID, "--json"], {
    env: { WEBHOOK_SECRET: SECRET },
  });
  const headers = Object.entries(JSON.parse(signed.out) as Record<string, string>);
  const options = headers.flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const { code, out } = await runWithout("payloads/note.created.yaml", [
    "verify",
    "body.json",
    ...options,
  ]);
  expect([code, out]).toEqual([0, "The delivery is authentic."]);
});
