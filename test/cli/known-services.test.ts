/** `typewire add` for known services, and of descriptions that are downloaded. */
import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findService, SERVICES } from "../../cli/app/services.js";
import { readAnswers } from "../../cli/init/answers.js";
import { close, listen } from "../../cli/io/network.js";
import { createAppCli } from "./app-cli.js";
import type { TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createAppCli();
});
afterEach(() => cli.remove());

describe("[N.5] known services", () => {
  it.each(Object.entries(SERVICES))("%s is whole", (name, { descriptions, page, answers }) => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    for (const address of [...descriptions, page]) expect(address).toMatch(/^https:\/\//);
    expect(descriptions.length).toBeGreaterThan(0);
    const { signature } = answers ?? {};
    const preset = typeof signature === "object" ? signature.preset : signature;
    if (preset !== undefined) expect(() => readAnswers({ signature: preset })).not.toThrow();
  });

  it("are at least fifteen", () => {
    expect(Object.keys(SERVICES).length).toBeGreaterThanOrEqual(15);
  });

  it("take a file in place of the address", async () => {
    const { code, err } = await cli.run(["add", "resend", "--from", "api.json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(await cli.read("typewire.yaml")).toContain(
      "service: resend\n    description: api.json\n",
    );
    const vendor = await cli.read("src/resend/schema/vendor.yaml");
    expect(vendor).toContain("signature: { preset: standard-webhooks, prefix: svix }");
    expect(vendor).toContain("title: Resend\n");
  });

  const ways: readonly (readonly [argv: readonly string[], name: string])[] = [
    [["resend"], "resend"],
    [["mail", "--from", "resend"], "mail"],
  ];
  it.each(ways)("are downloaded: add %o", async (argv, name) => {
    const asked: string[] = [];
    const send: typeof fetch = (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return Promise.resolve(Response.json(describeApp()));
    };
    expect(await cli.run(["add", ...argv], { fetch: send })).toMatchObject({ code: 0 });
    expect(asked).toEqual(findService("resend")?.descriptions);
    const list = await cli.read("typewire.yaml");
    expect(list).toContain(`  ${name}:\n    service: resend\n    folder: src/${name}\n`);
    expect(await cli.run(["update", "--check"], { fetch: send })).toMatchObject({ code: 0 });
  });

  it("leave out corrections that a description does not need", async () => {
    const { code, err } = await cli.run(["add", "github", "--from", "api.json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await cli.write(
      "hub.json",
      JSON.stringify(
        describeApp("https://api.github.example", {
          "repository-webhooks": {
            type: "object",
            required: ["id", "node_id"],
            additionalProperties: false,
            properties: { id: { type: "integer" }, node_id: { type: "string" } },
          },
        }),
      ).replaceAll("schemas/User", "schemas/repository-webhooks"),
    );
    const corrected = await cli.run(["add", "hub", "--from", "github"], {
      fetch: async () => new Response(await cli.read("hub.json")),
    });
    expect(corrected).toMatchObject({ code: 0, err: "" });
    const corrections = await cli.read("src/hub/schema/corrections.yaml");
    expect(corrections).toContain("additionalProperties: false");
    expect(corrections).not.toContain("author-association");
  });

  it("are named where the name is misspelt", async () => {
    const { code, err } = await cli.run(["add", "strip"]);
    expect(code).toBe(2);
    expect(err).toContain("Did you mean stripe?");
  });
});

describe("[N.5] downloads", () => {
  const body = JSON.stringify(describeApp());
  const ways: readonly (readonly [what: string, answer: RequestListener, expected: string])[] = [
    ["JSON", (_, response) => response.end(body), ""],
    ["gzip as a file", (_, response) => response.end(gzipSync(body)), ""],
    [
      "gzip on the way",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body)),
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
  it.each(ways)("%s", async (_what, answer, expected) => {
    const server = createServer(answer);
    const { origin } = await listen(server, 0, "127.0.0.1");
    try {
      const argv = ["add", "acme", "--from", `${origin}/api.json`];
      const { code, err } = await cli.run(argv, { fetch: (...args) => fetch(...args) });
      expect(code).toBe(expected === "" ? 0 : 1);
      expect(err).toContain(expected);
      const isThere = (await cli.list("src")).length > 0;
      expect(isThere).toBe(expected === "");
    } finally {
      close(server);
    }
  });

  it("without a network", async () => {
    const { code, err } = await cli.run(["add", "github"]);
    expect(code).toBe(1);
    expect(err).toContain("download the description and name its file");
    expect(err).toContain("npx typewire-cli add github --from FILE");
    expect(await cli.list("src")).toEqual([]);
  });
});
