/**
 * Every program of the examples and guides that shuts down at SIGTERM does so: it has answered a
 * delivery on a connection that is kept alive, ends by itself, and leaves nothing unhandled.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { createDelivery } from "../../generated/testing.js";
import { READING } from "../../src/inbox/move.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { findPort } from "../http/server.js";
import { createDatabase } from "../postgres/database.js";
import { bundleProgram, WITHOUT_WARNINGS } from "../programs/programs.js";
import { MODULES } from "./list.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A folder of this run, where the programs find the package. */
const FOLDER = mkdtempSync(`${ROOT}/test/examples/.programs-`);
const SECRET = "of the programs";

/** The lines before a sample of a guide that is not a whole program. */
const SURROUNDINGS = `import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from "typewire";
const webhooks = new Webhooks({ secret: process.env.WEBHOOK_SECRET });
const middleware = createNodeMiddleware(webhooks);
const server = createServer((request, response) => void middleware(request, response));
server.listen(3000, "127.0.0.1");
const database = { end: () => console.log("closed") };
`;

/** The line after a sample that is a function, to start it. */
const LISTEN = 'await listen(process.env["WEBHOOK_SECRET"] ?? "");\n';

/** The examples that are servers: a route of a framework leaves the shutdown to its server. */
const examples = MODULES.filter((path) => path.endsWith("server.ts"))
  .filter((path) => !path.endsWith("+server.ts"))
  .map((path) => ({ title: `examples/${path}`, text: read(`examples/${path}`) }));

const pages = readdirSync(`${ROOT}/docs`).filter((name) => name.endsWith(".md"));

const samples = ["README.md", ...pages.map((name) => `docs/${name}`)].flatMap((page) =>
  [...read(page).matchAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => ({
    title: page,
    text: `${/^import /m.test(text) ? "" : SURROUNDINGS}${text}${/^export .*\blisten\(/m.test(text) ? LISTEN : ""}`,
  })),
);

const programs: readonly Program[] = [...examples, ...samples].filter(
  ({ text }) => text.includes("SIGTERM") && text.includes("Webhooks("), // a relay handles none
);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("SIGTERM", () => {
  it("is handled by programs of examples and guides", () => {
    const titles = programs.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/inbox.md",
        "docs/receiving.md",
        "examples/inbox/server.ts",
      ]),
    );
  });

  it.each(programs)(
    "ends $title, with every delivery handled or kept for the next start",
    async ({ title, text }) => {
      const port = await findPort();
      const name = `${FOLDER}/${title.replaceAll(/\W/g, "-")}`;
      const file = `${name}.db`;
      const url = text.includes("openPostgresStore") ? await createDatabase() : "";
      const replaced = text.replaceAll("3000", String(port)).replaceAll("webhooks.db", file);
      writeFileSync(`${name}.ts`, replaced);
      const child = spawn(process.execPath, [WITHOUT_WARNINGS, await bundleProgram(`${name}.ts`)], {
        cwd: ROOT,
        env: { ...process.env, WEBHOOK_SECRET: SECRET, INBOX_FILE: file, DATABASE_URL: url },
      });
      let errors = "";
      child.stderr.on("data", (bytes: Buffer) => (errors += bytes.toString()));
      child.stdout.resume();
      const agent = new Agent({ keepAlive: true });
      try {
        await expect.poll(() => send(port, agent).catch(String)).toMatch(/^20[02]$/);
        expect(Object.keys(agent.freeSockets)).toHaveLength(1); // idle, and still open
        child.kill("SIGTERM");
        expect([...(await once(child, "close")), errors]).toEqual([0, null, ""]);
      } finally {
        agent.destroy();
        child.kill("SIGKILL");
      }
      if (text.includes("openSqliteStore")) await expectNothingCut(openSqliteStore(file));
      if (text.includes("openPostgresStore")) await expectNothingCut(openPostgresStore(url));
    },
  );
});

function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, "utf8");
}

/** Expects that the delivery is handled, or that no worker has begun with it: one that is cut off would leave it running. */
async function expectNothingCut(store: InboxStore): Promise<void> {
  await store.open(READING);
  const states = (await store.list({})).map(({ state }) => state);
  await store.close();
  expect(states).toHaveLength(1);
  expect(["done", "waiting"]).toContain(states[0]);
}

/** Sends a delivery, and resolves to the status of the answer once that has been read. */
async function send(port: number, agent: Agent): Promise<string> {
  const { headers, body } = await createDelivery("issues.opened", {}, { secret: SECRET, id: "1" });
  const options = { port, agent, path: "/api/vendor/webhooks", method: "POST", headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume().once("end", () => resolve(String(response.statusCode)));
    });
    sent.once("error", reject).end(body);
  });
}

interface Program {
  readonly title: string;
  readonly text: string;
}
