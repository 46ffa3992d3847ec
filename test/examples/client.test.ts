/** The four tasks of `examples/client`, against a server, and how short they are. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { closeServer, listenOn } from "../http/server.js";
import { bundleProgram } from "../programs/programs.js";
import { answerVendor, createService } from "./services.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EXAMPLE = "examples/client/four-tasks.ts";
const CLASS_EXAMPLE = "examples/class/four-tasks.ts";

it("[F.1] [F.15] the four tasks run", async () => {
  const { stderr, lines, received } = await runTasks(EXAMPLE, { VENDOR_TOKEN: "0123" });
  expect({ stderr, lines }).toEqual({
    stderr: "",
    lines: [
      "acme/one",
      "acme/two",
      "Opened #7",
      "Uploaded 4 bytes",
      "There is no such repository: Not Found",
    ],
  });
  expect(received).toEqual(
    [
      { request: "GET /orgs/acme/repos", body: "" },
      { request: "GET /orgs/acme/repos?page=2", body: "" },
      {
        request: "POST /repos/acme/site/issues",
        body: '{"title":"The logo is missing","labels":["bug"]}',
      },
      { request: "POST /repos/acme/site/releases/1/assets?name=site.txt", body: "site" },
      { request: "GET /repos/acme/missing", body: "" },
    ].map((each) => ({ ...each, authorization: "Bearer 0123", key: undefined })),
  );
});

it("[H.1] [H.4] the four tasks run by the class, in ten lines", async () => {
  const { stderr, lines, received } = await runTasks(CLASS_EXAMPLE, { VENDOR_API_KEY: "0123" });
  const missing = '"GET /repos/{owner}/{repo}" got status 404: Not Found.';
  expect({ stderr, lines }).toEqual({
    stderr: "",
    lines: ["acme/one", "acme/two", "7 4", missing],
  });
  expect(received.map(({ authorization, request }) => [authorization, request])).toEqual(
    [
      "GET /orgs/acme/repos",
      "GET /orgs/acme/repos?page=2",
      "POST /repos/acme/site/issues",
      "POST /repos/acme/site/releases/1/assets?name=site.txt",
      "GET /repos/acme/gone",
    ].map((request) => ["Bearer 0123", request]),
  );
  expect(readCode(CLASS_EXAMPLE).length).toBeLessThanOrEqual(10);
});

it("the four tasks have no cast", () => {
  expect(readCode(EXAMPLE).join("\n")).not.toMatch(/\bas\b|<any>|!\./);
});

it.each([EXAMPLE, "examples/vendors/stripe-like/client.ts"])(
  "[F.1] %s has at most ten lines more than the same tasks with octokit",
  (path) => {
    const peer = readCode("test/fixtures/octokit/four-tasks.ts").length;
    expect(peer).toBeGreaterThan(10);
    expect(readCode(path).length).toBeLessThanOrEqual(peer + 10);
  },
);

/** Runs a program against a service. Returns what it printed, and what the service has got. */
async function runTasks(path: string, environment: Readonly<Record<string, string>>) {
  const { server, received } = createService(answerVendor);
  const port = await listenOn(server);
  try {
    const child = spawn(process.execPath, [await bundleProgram(path)], {
      cwd: ROOT,
      env: { ...process.env, VENDOR_URL: `http://127.0.0.1:${port}`, ...environment },
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { stderr, lines: stdout.trim().split("\n"), received };
  } finally {
    await closeServer(server);
  }
}

/** The lines of a program that are code. */
function readCode(path: string): readonly string[] {
  const lines = readFileSync(`${ROOT}/${path}`, "utf8").split("\n");
  return lines.filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line));
}
