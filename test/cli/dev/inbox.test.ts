/** `dev` with an entry that exports an inbox: each delivery is followed until it is done or dead. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { DeliveryAnswer, ListAnswer } from "../../../src/inspector/types.js";
import { until } from "../../until.js";
import { createTestCli, type TestCli } from "../cli.js";
import { startDev } from "./dev-process.js";
import { printInbox } from "./entries.js";

let cli: TestCli;

beforeAll(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
});
afterAll(() => cli.remove());

describe("dev with an entry that exports an inbox", () => {
  it("follows each delivery until it is done or dead", async () => {
    const dev = await start(failingInbox(400), "--json");
    for (const id of ["msg_0", "msg_1", "msg_9"]) {
      expect(await dev.send(id)).toBe(0);
      const isOver = new RegExp(`^${id} (?:done|dead)`);
      await until(() => expect(dev.listReports().at(-1)).toMatch(isOver));
    }
    expect(dev.listReports()).toEqual([
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
    const dev = await start(failingInbox(400));
    await dev.send("msg_1");
    await until(() => expect(dev.listLines()).toHaveLength(4));
    const [received, failed, why, done] = dev.listLines();
    expect(received).toMatch(/^\d\d:\d\d:\d\d note\.created msg_1 +verified +202 +\d+ ms$/);
    expect(failed).toMatch(/ msg_1 +failed, attempt 1 +202 +\d+ ms$/);
    expect(why).toBe("  A handler failed: try 1");
    expect(done).toMatch(/ msg_1 +done, attempt 2 +202 +\d+ ms$/);
  });

  it("replays a delivery in the inbox, and says that sending it again changes nothing", async () => {
    const dev = await start(failingInbox(400), "--json");
    await dev.send("msg_3");
    await until(() => expect(dev.listReports().at(-1)).toBe("msg_3 dead 3 try 3"));
    expect(await dev.api("replay", { keys: ["1"] })).toEqual({ count: 1 });
    await until(() => expect(dev.listReports().at(-1)).toBe("msg_3 done 1"));
    expect(await dev.api("deliveries")).toMatchObject({ deliveries: [{ outcome: "done" }] });
    expect(await dev.api("resend", { key: "1" })).toMatchObject({ status: 202 });
    await until(() => expect(dev.listReports().at(-1)).toBe("msg_3 done 1 duplicate"));
    expect(await dev.api("deliveries")).toMatchObject({
      deliveries: [{ outcome: "done", note: /had this delivery before/ }, { key: "1" }],
    });
  });

  it("goes on with a delivery when the entry is loaded again, and leaves none to the old one", async () => {
    await cli.write("handle.mjs", 'export const handle = () => { throw new Error("old"); };\n');
    const dev = await start(storedInbox(join(cli.folder, "inbox.db")), "--json");
    await dev.send("msg_1");
    await until(() => expect(dev.listReports().at(-1)).toMatch(/^msg_1 waiting \d+ old$/));
    await cli.write("handle.mjs", "export const handle = () => undefined;\n");
    await until(() => expect(dev.listReports().at(-1)).toMatch(/^msg_1 done/));
    await dev.send("msg_2");
    await until(() => expect(dev.listReports().at(-1)).toBe("msg_2 done 1"));
    expect(await dev.end()).toBe(0);
  });

  it("shows what its inbox fetches with --since, marked and followed until it is done", async () => {
    const dev = await start(CATCHING_UP, "--json", "--since", "2h");
    const summary = "Since 2h ago: 2 deliveries that never arrived";
    await until(() => expect(dev.printed.err).toContain(summary));
    const areDone = expect.arrayContaining(["msg_1 done 1", "msg_2 done 1"]) as string[];
    await until(() => expect(dev.listReports()).toEqual(areDone));
    const note = expect.stringContaining("Fetched by a catch-up") as string;
    expect(await dev.api("deliveries")).toMatchObject({
      deliveries: [
        { id: "msg_2", event: "note", outcome: "done", note },
        { id: "msg_1", outcome: "done" },
      ],
    });
  });

  it("says that an inbox in memory has lost what was not done when the entry is loaded again", async () => {
    await cli.write("other.mjs", "export {};\n");
    const dev = await start(`${failingInbox(600_000)}import "./other.mjs";\n`, "--json");
    await dev.send("msg_1");
    await cli.write("other.mjs", "export default 1;\n");
    await until(() => expect(dev.printed.err).toContain("Loaded the entry again."));
    await until(async () =>
      expect(await dev.api("deliveries")).toMatchObject({
        deliveries: [{ note: "The inbox does not have this delivery any more." }],
      }),
    );
  });
});

/** Starts `dev` with an entry that exports this inbox. */
async function start(inbox: string, ...options: readonly string[]) {
  await cli.write("inbox.mjs", await printInbox(inbox));
  const dev = await startDev(cli.folder, ["inbox.mjs", ...options]);
  onTestFinished(async () => void (await dev.end()));
  return dev;
}

/**
 * Prints an inbox whose handler fails as often as the id of a delivery says: `msg_2` twice.
 * @param retryDelay Milliseconds.
 */
const failingInbox = (retryDelay: number) => `
const tries = new Map();
webhooks.onAny(({ id }) => {
  const count = (tries.get(id) ?? 0) + 1;
  tries.set(id, count);
  if (count <= Number(id.slice(4))) throw new Error("try " + count);
});
export const inbox = createInbox({
  webhooks, store: openMemoryStore(), log: {}, pollInterval: 50,
  retries: { limit: 2, delay: ${retryDelay}, factor: 1 },
});
`;

/** Prints an inbox that survives a reload, in a file. Its handler is in another module. */
const storedInbox = (file: string) => `
import { handle } from "./handle.mjs";
webhooks.onAny(() => handle());
export default createInbox({
  webhooks, store: openSqliteStore(${JSON.stringify(file)}), log: {}, pollInterval: 50,
  retries: { limit: 100, delay: 100, factor: 1 },
});
`;

/** An inbox whose service has three deliveries that never arrived: two of the last two hours. */
const CATCHING_UP = `
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
`;
