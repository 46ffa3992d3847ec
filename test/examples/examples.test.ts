/** Every example runs to its end, and stops with a message when a secret or a token is missing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeServer, listenOn } from "../http/server.js";
import { bundleProgram, bundlePrograms, WITHOUT_WARNINGS } from "../programs/programs.js";
import { MODULES } from "./list.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Examples that need nothing but a secret; others have tests of their own. */
const EXAMPLES = MODULES.filter(
  (path) =>
    path.endsWith(".ts") && !/^(?:vendors|client|class|inbox-postgres|queries)\//.test(path),
);
const FETCH = "fetch/list-repos.ts";
const SERVERS = EXAMPLES.filter((path) => readExample(path).includes("Middleware(webhooks)"));

/** A module that tells at the end how many signals with a time limit a program has made. */
const COUNT_TIMEOUTS = `data:text/javascript,${encodeURIComponent(`
  const { timeout } = AbortSignal;
  let count = 0;
  AbortSignal.timeout = (delay) => (count++, timeout.call(AbortSignal, delay));
  process.once("exit", () => console.log("time limits: " + count));
`)}`;

/** A place for the inboxes of examples: their default place may have one of another version. */
const folder = mkdtempSync(join(tmpdir(), "typewire-examples-"));

let runner = "";
let bundleOf: (path: string) => string;

beforeAll(async () => {
  runner = await bundleProgram("test/readme/run-example.ts");
  bundleOf = await bundlePrograms({ paths: EXAMPLES.map((path) => `examples/${path}`) });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("examples", () => {
  it.each(EXAMPLES.filter((path) => path !== FETCH))("%s runs", async (path) => {
    const environment = {
      WEBHOOK_SECRET: "whsec_b2YgdGhlIGV4YW1wbGVz", // base64, as Standard Webhooks has it
      RELAY_FILE: join(folder, "relay.db"),
      INBOX_FILE: join(folder, `${path.replaceAll("/", "-")}.db`),
    };
    const { status, stderr } = await runToEnd(path, environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe("a server without a secret", () => {
  it.each(SERVERS)("%s does not start, and says what to set", async (path) => {
    const { status, stdout, stderr } = await runToEnd(path);
    expect(stderr).toContain("Error: Set WEBHOOK_SECRET to the secret of your webhook.");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  });
});

describe("the fetch example", () => {
  it("does not start without a token, and says what to set", async () => {
    const { status, stderr } = await runProgram({}, bundleOf(`examples/${FETCH}`));
    expect(stderr).toContain("Error: Set VENDOR_TOKEN to an access token.");
    expect(status).toBe(1);
  });

  it("gives each request a time limit of its own", async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`);
      response.end("[]");
    });
    const port = await listenOn(server);
    try {
      const environment = { VENDOR_URL: `http://127.0.0.1:${port}`, VENDOR_TOKEN: "0123" };
      const parameters = [
        "--import",
        COUNT_TIMEOUTS,
        bundleOf(`examples/${FETCH}`),
        "acme",
        "octo",
      ];
      const { stdout, stderr, status } = await runProgram(environment, ...parameters);
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      expect(stdout).toBe("acme: 200 []\nocto: 200 []\ntime limits: 2\n");
      expect(requests).toEqual([
        "/orgs/acme/repos?sort=updated token 0123",
        "/orgs/octo/repos?sort=updated token 0123",
      ]);
    } finally {
      await closeServer(server);
    }
  });
});

function readExample(path: string): string {
  return readFileSync(`${ROOT}/examples/${path}`, "utf8");
}

/** Runs an example, and closes the servers that it starts, so that it ends. */
function runToEnd(path: string, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
  return runProgram(environment, runner, bundleOf(`examples/${path}`));
}

/** Runs a program. Of the variables that examples read, it has those of `environment` alone. */
async function runProgram(
  environment: Readonly<Record<string, string>>,
  ...parameters: readonly string[]
): Promise<Run> {
  const { WEBHOOK_SECRET: _secret, VENDOR_TOKEN: _token, RELAY_URL: _url, ...rest } = process.env;
  const child = spawn(process.execPath, [WITHOUT_WARNINGS, ...parameters], {
    cwd: ROOT,
    env: { ...rest, PORT: "0", ...environment },
    timeout: 240_000,
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (bytes: Buffer) => (output.stdout += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (output.stderr += bytes.toString()));
  const [status]: unknown[] = await once(child, "close");
  return { status, ...output };
}

interface Run {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}
