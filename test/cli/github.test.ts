/**
 * A client of GitHub's own description of its webhooks, as docs/github.md makes it, with the
 * corrections of the default vendor under another name: it receives what GitHub really sent.
 * `test/packages/check-github.ts` does it with the description of the routes, too, and from tarballs.
 */
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import recorded from "@octokit/webhooks-examples/api.github.com/index.json" with { type: "json" };
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draftImports } from "../../cli/init/draft.js";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { installPackages } from "../../scripts/install.js";
import { ROOT } from "../programs/bundle.js";
import { emitterEventNames as vendorNames } from "../../generated/event-names.js";

/** GitHub's own description. */
const DESCRIPTION = join(
  installPackages(join(ROOT, "test/long")),
  "@octokit/openapi-webhooks/generated/api.github.com.json",
);
const PACKAGES = join(ROOT, "test/cli/.packages");
const SECRET = "It's a secret";

let folder = "";
let client: Client;
let validatePayload: Validate["validatePayload"];

beforeAll(async () => {
  const unused = () => Promise.reject(new Error("Nothing is fetched."));
  const io = { out: unused, err: unused, input: process.stdin, env: {}, cwd: ROOT, fetch: unused };
  const draft = await draftImports([DESCRIPTION], "hub", io, { schema: "schema" });
  const files = [...draft.files, { path: "corrections.yaml", text: renameCorrections() }];
  const generated = await generate(readSchema(files));
  mkdirSync(PACKAGES, { recursive: true });
  folder = mkdtempSync(join(PACKAGES, "github-"));
  for (const { path, text } of generated) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  client = (await import(join(folder, "index.ts"))) as Client; // generated
  ({ validatePayload } = (await import(join(folder, "validate.ts"))) as Validate); // generated
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a client of GitHub's webhooks", () => {
  it("has all events under their real names", () => {
    const expected = vendorNames.map((name) =>
      name === "repository_dispatch.sample"
        ? "repository_dispatch.sample_collected"
        : name.replaceAll("vendor", "github"),
    );
    expect([...client.emitterEventNames].sort()).toEqual(expected.sort());
  });

  it("receives every recorded delivery as it was sent, and finds it valid", async () => {
    const invalid: object[] = [];
    const received: object[] = [];
    const sent: object[] = [];
    const validate: Validate["validatePayload"] = async (name, payload) => {
      const result = await validatePayload(name, payload);
      if (!result.valid) invalid.push({ name, errors: result.errors });
      return result;
    };
    const webhooks = new client.Webhooks({ secret: SECRET, validation: { validate } });
    webhooks.onAny((event) => received.push(event));
    const receive = client.createWebMiddleware(webhooks, { path: "/hooks" });
    for (const { name, examples } of recorded) {
      for (const payload of examples) {
        const id = `delivery-${sent.length}`;
        sent.push({ id, name, payload });
        const response = await receive(createRequest(id, name, JSON.stringify(payload)));
        expect(response.status, name).toBe(200);
      }
    }
    expect(sent).toHaveLength(329);
    expect(received).toEqual(sent);
    expect(invalid).toEqual([]);
  });
});

/** Renames the default vendor in the corrections, as the page has `sed` do it. */
function renameCorrections(): string {
  const page = readFileSync(join(ROOT, "docs/github.md"), "utf8");
  const script = /^sed '([^']+)'/m.exec(page)?.[1] ?? "";
  const edits = [...script.matchAll(/s(.)(.+?)\1(.*?)\1g/g)];
  expect(edits).toHaveLength(2);
  const text = readFileSync(join(ROOT, "schema/corrections.yaml"), "utf8");
  return edits.reduce((edited, [, , from = "", to = ""]) => edited.replaceAll(from, to), text);
}

/** Creates a signed request, with the headers that GitHub sends. */
function createRequest(id: string, name: string, body: string): Request {
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "X-GitHub-Delivery": id,
    "X-GitHub-Event": name,
    "X-Hub-Signature-256": `sha256=${signature}`,
  };
  return new Request("http://localhost/hooks", { method: "POST", headers, body });
}

interface Client {
  readonly emitterEventNames: readonly string[];
  readonly Webhooks: new (options: object) => {
    onAny(handler: (event: { id: string; name: string; payload: object }) => void): void;
  };
  readonly createWebMiddleware: (
    webhooks: object,
    options: { path: string },
  ) => (request: Request) => Promise<Response>;
}

interface Validate {
  readonly validatePayload: (
    name: string,
    payload: unknown,
  ) => Promise<{ valid: boolean; errors?: object }>;
}
