/** The servers among the examples shut down gracefully: they answer what began before SIGTERM. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createDelivery } from "../../generated/testing.js";
import { RawClient } from "../http/raw-client.js";
import { findPort } from "../http/server.js";
import { bundleProgram } from "../programs/programs.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SECRET = "of the examples";

describe("SIGTERM", () => {
  it.each([
    ["node-http", "issues.opened", /^opened: /],
    ["express", "pull_request.opened", /^#\d+ opened/],
  ] as const)("lets the %s example finish what it has begun", async (example, name, printed) => {
    const port = await findPort();
    const server = start(await bundleProgram(`examples/${example}/server.ts`), port);
    try {
      await untilListening(port);
      const { headers, body } = await createDelivery(name, {}, { secret: SECRET });
      const client = new RawClient(port);
      await client.write(formatHead({ ...headers, "content-length": Buffer.byteLength(body) }));
      await client.write(body.slice(0, 10));
      await untilRead(port);
      server.process.kill("SIGTERM");
      await untilRefused(port);
      await client.write(body.slice(10));
      expect((await client.answer())?.status).toBe(200);
      expect(await once(server.process, "close")).toEqual([0, null]);
      expect(server.output().split("\n")).toEqual([
        `Listening on http://127.0.0.1:${port}/api/vendor/webhooks`,
        expect.stringMatching(printed),
        "Drained.",
        "",
      ]);
    } finally {
      server.process.kill("SIGKILL");
    }
  });
});

function start(path: string, port: number): { process: ChildProcess; output: () => string } {
  let output = "";
  const server = spawn(process.execPath, [path], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET },
  });
  server.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  server.stderr.on("data", (bytes: Buffer) => (output += bytes.toString()));
  return { process: server, output: () => output };
}

function formatHead(headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/vendor/webhooks HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`;
}

async function untilListening(port: number): Promise<void> {
  while (!(await canConnect(port))) await pause();
}

/** Resolves once nobody listens any more. */
async function untilRefused(port: number): Promise<void> {
  while (await canConnect(port)) await pause();
}

/** Resolves once the server has read what was sent before on another connection: when it answers a later request. */
async function untilRead(port: number): Promise<void> {
  const client = new RawClient(port);
  await client.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  await client.closed;
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false; // refused: nobody listens
  } finally {
    socket.destroy();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
