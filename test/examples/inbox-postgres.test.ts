/** The example of an inbox in PostgreSQL: two processes share what arrives, and shut down gracefully. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createDelivery } from "../../generated/testing.js";
import { findPort } from "../http/server.js";
import { createDatabase } from "../postgres/database.js";
import { bundleProgram } from "../programs/programs.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SECRET = "of the examples";
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

it("[G.1] [G.7] a delivery is stored by one process, and handled once among two", async () => {
  const databaseUrl = await createDatabase();
  const servers = [await start(databaseUrl), await start(databaseUrl)];
  const { headers, body } = await createDelivery("issues.opened", {}, { secret: SECRET });
  for (const { url } of [...servers, ...servers]) {
    const response = await fetch(url, { method: "POST", headers, body });
    expect(response.status).toBe(202);
  }
  const printed = (): string => servers.map(({ output }) => output()).join("");
  await expect.poll(printed).toMatch(/attempt 1\n/);
  for (const { child } of servers) child.kill("SIGTERM");
  for (const { child } of servers) if (child.exitCode === null) await once(child, "exit");
  expect(printed().match(/opened: /g)).toHaveLength(1);
  expect(printed().match(/opened, attempt 1\n/g)).toHaveLength(1);
  expect(printed().match(/Drained\.\n/g)).toHaveLength(2);
});

/** Starts the example, and resolves once it listens. */
async function start(databaseUrl: string) {
  const port = await findPort();
  const program = await bundleProgram("examples/inbox-postgres/server.ts");
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      WEBHOOK_SECRET: SECRET,
      DATABASE_URL: databaseUrl,
    },
  });
  children.push(child);
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (output += bytes.toString()));
  await expect.poll(() => output).toMatch(/^Listening on /);
  return { child, url: `http://127.0.0.1:${port}/api/vendor/webhooks`, output: () => output };
}
