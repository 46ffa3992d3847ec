/** `typewire add` for known services, by their names. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findService, SERVICES } from "../../cli/app/services.js";
import { readAnswers } from "../../cli/init/answers.js";
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

  const bySource: readonly (readonly [argv: readonly string[], name: string])[] = [
    [["resend"], "resend"],
    [["mail", "--from", "resend"], "mail"],
  ];
  it.each(bySource)("are downloaded: add %o", async (argv, name) => {
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
    // A component that GitHub's description has, and that one of the known corrections is for.
    const repository = {
      type: "object",
      required: ["id", "node_id"],
      additionalProperties: false,
      properties: { id: { type: "integer" }, node_id: { type: "string" } },
    };
    const hub = describeApp("https://api.github.example", { "repository-webhooks": repository });
    const text = JSON.stringify(hub).replaceAll("schemas/User", "schemas/repository-webhooks");
    const corrected = await cli.run(["add", "hub", "--from", "github"], {
      fetch: () => Promise.resolve(new Response(text)),
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
