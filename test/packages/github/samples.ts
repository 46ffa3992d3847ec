/** Compiles and runs the programs of the page in a project that installs the package from its tarball. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { compile, expectText, Failure, installInto, npm } from "../sdk/commands.js";
import { findPort } from "../../http/server.js";
import { HANG_LIMIT } from "../../limits.js";

/** Replaces the network: answers the one request of the page, and prints it. */
const MOCK_FETCH = `globalThis.fetch = async (input, init) => {
  const { method, url, headers } = new Request(input, init);
  console.error(method, url, headers.get("authorization"), headers.get("user-agent"));
  return Response.json({ full_name: "octokit/webhooks" });
};
`;

/** @throws Failure unless both programs compile, one sends and the other receives. */
export async function runSamples(
  { sender, receiver }: Samples,
  { sdk, runtime, folder }: Readonly<Record<"sdk" | "runtime" | "folder", string>>,
): Promise<void> {
  npm(["pack"], sdk);
  const tools = ["typescript@~5.9.3", "@types/node@^20.19.0"];
  installInto(folder, [join(sdk, "hub-0.1.0.tgz"), runtime, ...tools]);
  writeFileSync(join(folder, "sender.ts"), sender);
  writeFileSync(join(folder, "receiver.ts"), receiver);
  writeFileSync(join(folder, "mock-fetch.js"), MOCK_FETCH);
  compile(folder);
  await expectSending(folder);
  await expectReceiving(folder);
}

async function expectSending(folder: string): Promise<void> {
  const child = start(["--import", "./mock-fetch.js", "out/sender.js"], folder, {
    GITHUB_TOKEN: "ghp_token",
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expectText(out, /^octokit\/webhooks$/m);
  const request = "GET https://api.github.com/repos/octokit/webhooks Bearer ghp_token hub/0.1.0 ";
  expectText(err, new RegExp(`^${request}typewire/`, "m"));
}

async function expectReceiving(folder: string): Promise<void> {
  const port = await findPort();
  const secret = "It's a secret";
  const child = start(["out/receiver.js"], folder, {
    PORT: String(port),
    WEBHOOK_SECRET: secret,
  });
  const output = text(child.stdout);
  try {
    const body = JSON.stringify({ action: "opened", issue: { title: "It works" } });
    const response = await sendUntilItListens(`http://127.0.0.1:${port}/api/github/webhooks`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "X-GitHub-Event": "issues",
        "X-GitHub-Delivery": "delivery-1",
        "X-Hub-Signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
      },
    });
    if (response.status !== 200) throw new Failure(`The receiver answers ${response.status}.`);
  } finally {
    child.kill();
  }
  expectText(await output, /^delivery-1 It works$/m);
}

function start(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, argv, {
    cwd,
    env: { ...process.env, ...env },
  }) satisfies ChildProcess;
}

/** Sends a request again and again, for as long as a start may take on a busy machine. */
async function sendUntilItListens(url: string, request: RequestInit): Promise<Response> {
  const end = Date.now() + HANG_LIMIT;
  for (;;) {
    try {
      return await fetch(url, request);
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The programs of the page. */
export interface Samples {
  readonly sender: string;
  readonly receiver: string;
}
