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
const NEITHER = "reads neither routes nor payloads";
it.each<
  [what: string, files: readonly string[], argv: readonly string[], code: number, out: string]
>([
  [NEITHER, [ROUTES, PAYLOAD], ["events"], 0, "note.created"],
  [NEITHER, [ROUTES, PAYLOAD], ["events", "nothing"], 1, ""],
  [NEITHER, [ROUTES, PAYLOAD], ["sign", "body.json", ...ID], 0, "webhook-signature"],
  [
    NEITHER,
    [ROUTES, PAYLOAD],
    ["send", "note.created", "--file", "body.json", "--dry-run"],
    0,
    "webhook-signature",
  ],
  ["reads no payloads", [PAYLOAD], ["routes"], 0, "/notes"],
  ["reads no routes", [ROUTES], ["send", "note.created", "--dry-run"], 0, "webhook-signature"],
  // They read the schema folder before they look at the secret, which is wrong here.
  ["reads no routes", [ROUTES], ["dev", "--secret", "$$"], 1, ""],
  ["reads no routes", [ROUTES], ["relay", "http://127.0.0.1:9", "--secret", "$$"], 1, ""],
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
  [ROUTES, ["routes"]],
  [PAYLOAD, ["send", "note.created", "--dry-run"]],
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
  const { code, out } = await runWithout(PAYLOAD, ["verify", "body.json", ...options]);
  expect([code, out]).toEqual([0, "The delivery is authentic."]);
});

/** Runs a command while a file of the schema folder is not YAML. */
async function runWithout(file: string, argv: readonly string[]) {
  const path = `schema/${file}`;
  const text = await cli.read(path);
  await cli.write(path, "a: [");
  const outcome = await cli.run(argv, { env: { WEBHOOK_SECRET: SECRET } });
  await cli.write(path, text);
  return outcome;
}
