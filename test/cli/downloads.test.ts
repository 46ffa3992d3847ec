/** `typewire add` of descriptions that are downloaded: whole ones are taken, and others change nothing. */
import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { close, listen } from "../../cli/io/servers.js";
import { createAppCli } from "./app-cli.js";
import type { TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createAppCli();
});
afterEach(() => cli.remove());

describe("[N.5] downloads", () => {
  const body = JSON.stringify(describeApp());
  const answers: readonly (readonly [what: string, answer: RequestListener, complaint: string])[] =
    [
      ["JSON", (_, response) => response.end(body), ""],
      ["gzip as a file", (_, response) => response.end(gzipSync(body)), ""],
      [
        "gzip on the way",
        (_, response) =>
          response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body)),
        "",
      ],
      [
        "a redirect",
        ({ url }, response) =>
          url === "/next.json"
            ? response.end(body)
            : response.writeHead(302, { location: "/next.json" }).end(),
        "",
      ],
      ["404", (_, response) => response.writeHead(404).end("gone"), "answered with status 404"],
      [
        "a page in HTML",
        (_, response) => response.end("<!doctype html>\n<html><body>Sign in</body></html>"),
        "Nothing was written.",
      ],
      ["nothing", (_, response) => response.end(), "Nothing was written."],
      ["half of it", (_, response) => response.end(body.slice(0, 500)), "Nothing was written."],
      ["a closed connection", ({ socket }) => socket.destroy(), "cannot be reached"],
    ];
  it.each(answers)("%s", async (_what, answer, complaint) => {
    const server = createServer(answer);
    const { origin } = await listen(server, 0, "127.0.0.1");
    onTestFinished(() => close(server));
    const argv = ["add", "acme", "--from", `${origin}/api.json`];
    const { code, err } = await cli.run(argv, { fetch: (...args) => fetch(...args) });
    expect(code).toBe(complaint === "" ? 0 : 1);
    expect(err).toContain(complaint);
    const isAdded = (await cli.list("src")).length > 0;
    expect(isAdded).toBe(complaint === "");
  });

  it("without a network", async () => {
    const { code, err } = await cli.run(["add", "github"]);
    expect(code).toBe(1);
    expect(err).toContain("download the description and name its file");
    expect(err).toContain("npx typewire-cli add github --from FILE");
    expect(await cli.list("src")).toEqual([]);
  });
});
