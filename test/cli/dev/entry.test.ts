/** `dev` with an entry that exports a toolkit: it is loaded, loaded again, and its handlers are shown. */
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { DeliveryAnswer, SourceAnswer } from "../../../src/inspector/types.js";
import { until } from "../../until.js";
import { createTestCli, type TestCli } from "../cli.js";
import { startDev } from "./dev-process.js";
import { bundleForEntries, COMMAND_LINE, COMMANDS, printWebhooks } from "./entries.js";
import { installTsx } from "./install-tsx.js";

let cli: TestCli;

beforeAll(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
});
afterAll(() => cli.remove());

describe("dev with an entry", () => {
  it.each([
    ["plain", "mjs", ""],
    ["typed", "ts", ": Error"],
  ])("loads %s/entry.%s, and loads it again when a file beside it changes", async (...kind) => {
    const [folder, extension, annotation] = kind;
    await installTsx(`${cli.folder}/${folder}`);
    await cli.write(`${folder}/package.json`, '{"type":"module"}');
    const message = `${folder}/message.${extension}`;
    await cli.write(message, 'export const message = "one";\n');
    const entry = `import { message } from "./message.${extension}";
webhooks.onAny(() => { const error${annotation} = new Error(message); throw error; });
`;
    const dev = await start(`${folder}/entry.${extension}`, entry, "--json");
    expect(await dev.send("msg_1")).toBe(1);
    await until(() => expect(dev.listReports()).toEqual(["msg_1 failed 0 one"]));
    await cli.write(message, 'export const message = "two";\n');
    await until(() => expect(dev.printed.err).toContain("Loaded the entry again."));
    await dev.send("msg_2");
    await until(() => expect(dev.listReports().at(-1)).toBe("msg_2 failed 0 two"));
    await cli.write(message, "export const = 3;\n");
    await until(() => expect(dev.printed.err).toContain("The one before stays in use."));
  });

  it("shows handlers by name, with their time, the error with its stack, and the answer", async () => {
    const dev = await start(
      "handlers.mjs",
      `
webhooks.on("note.created", async function save() { throw new Error("no room"); });
webhooks.onAny(() => "done", { id: "log" });
webhooks.onAny(() => undefined);
`,
    );
    expect(await dev.send("msg_1")).toBe(1);
    const delivery = (await dev.api("delivery?key=1")) as DeliveryAnswer;
    expect(delivery).toMatchObject({
      outcome: "failed",
      error: "no room",
      answer: { status: 500 },
    });
    const duration = expect.any(Number) as number;
    const stack = expect.stringContaining("handlers.mjs") as string;
    expect(delivery.history?.[0]?.handlers ?? []).toEqual(
      expect.arrayContaining([
        { id: "log", duration },
        { id: "handler 3", duration },
        { id: "save", duration, error: { message: "no room", stack } },
      ]),
    );
    const source = (await dev.api("source")) as SourceAnswer;
    expect(source.target?.address).toContain("/api/acme-sdk/webhooks");
    expect(source.target?.command).toMatch(/ send note\.created --to \S+/);
  });

  it("says why a module cannot be its entry", async () => {
    await mkdir(`${cli.folder}/node_modules/own`, { recursive: true });
    const fail = "export const fail = () => { throw new Error('no secret'); };";
    await cli.write("node_modules/own/index.mjs", fail);
    const answers = await runWithEach({
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

  it("ends although a module that cannot be its entry has opened a server", async () => {
    const server = 'import { createServer } from "node:http";\ncreateServer().listen(0);';
    await cli.write("server.mjs", server);
    const bundleOf = await bundleForEntries();
    const command = [bundleOf(COMMAND_LINE), "dev", "server.mjs"];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: cli.folder });
    expect([status, stderr.toString()]).toEqual([
      1,
      expect.stringMatching(/exports nothing; expected/),
    ]);
  });
});

/** Starts `dev` with an entry that exports a toolkit with these handlers. */
async function start(file: string, handlers: string, ...options: readonly string[]) {
  await cli.write(file, await printWebhooks(handlers));
  const dev = await startDev(cli.folder, [file, ...options]);
  onTestFinished(async () => void (await dev.end()));
  return dev;
}

/** Runs `dev` with each entry, in one process. Returns the exit codes with what `dev` said. */
async function runWithEach(entries: Readonly<Record<string, string>>): Promise<object> {
  for (const [name, text] of Object.entries(entries)) await cli.write(`${name}.mjs`, text);
  const bundleOf = await bundleForEntries();
  const program = `import { main } from ${JSON.stringify(bundleOf(COMMANDS))};
const answers = {};
for (const name of ${JSON.stringify(Object.keys(entries))}) {
  const err = [];
  const io = { out: () => {}, err: (text) => err.push(text), env: {}, cwd: process.cwd() };
  answers[name] = [await main(["dev", name + ".mjs"], io), err.join("\\n")];
}
console.log(JSON.stringify(answers));
`;
  await cli.write("run-with-each.mjs", program);
  const options = { cwd: cli.folder, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["run-with-each.mjs"], options);
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout) as object;
}
