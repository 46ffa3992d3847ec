/** The manifest and the pages of a package that `init` makes. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTestCli } from "./cli.js";
import { forEachTest } from "./for-each-test.js";

const cli = forEachTest(createTestCli);

const ITEM = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const json = (schema: object) => ({ "application/json": { schema } });
const answer = (status: number, schema?: object) => ({
  [status]: { description: "", ...(schema && { content: json(schema) }) },
});
const ID = { in: "path", name: "id", required: true, schema: { type: "string" } };

const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Acme", version: "1" },
  servers: [{ url: "https://api.acme.example" }],
  paths: {
    "/a": { get: { operationId: "a", summary: "Deprecated. Old list.", responses: answer(200) } },
    "/b": { get: { operationId: "status", summary: "Status.", responses: answer(200, ITEM) } },
    "/items": {
      get: { operationId: "list", responses: answer(200, { type: "array", items: ITEM }) },
      post: {
        operationId: "create",
        requestBody: { required: true, content: json(ITEM) },
        responses: answer(201, ITEM),
      },
    },
    "/items/{id}": {
      parameters: [ID],
      get: { operationId: "get", responses: answer(200, ITEM) },
      delete: { operationId: "delete", responses: answer(204) },
    },
  },
};

describe("a made package", () => {
  it("shows a list, a read and a creation, and nothing that is deprecated", async () => {
    const { readme } = await init();
    const routes = [...readme.matchAll(/endpoint\("([^"]+)"/g)].map(([, route]) => route);
    expect(routes).toEqual(["GET /items", "GET /items/{id}", "POST /items"]);
  });

  it("mocks a reply that the description has", async () => {
    const { readme } = await init();
    expect(readme).toMatch(
      /mock\.reply\("GET \/items", Response\.json\(\[.*\], \{ status: 200 \}\)\)/s,
    );
    expect(await cli.read("sdk/test/client.test.ts")).toContain(
      "assert.equal(response.status, 200)",
    );
  });

  it("tells its maintainers about the schema on a page of their own", async () => {
    const { readme } = await init();
    expect(readme).not.toContain("schema/");
    expect(await cli.read("sdk/CONTRIBUTING.md")).toContain("`schema/` describes the API");
  });

  it("has keywords, and no repository where none is known", async () => {
    await init();
    const manifest = await readManifest();
    expect(manifest["keywords"]).toEqual(["sdk", "api", "client", "typescript"]);
    expect(manifest).not.toHaveProperty("repository");
  });

  it.each<[what: string, config: string, more: readonly string[], url: string]>([
    ["that is given", "", ["--repository", "https://a.example/x"], "https://a.example/x"],
    [
      "of git, without the credentials in it",
      '[core]\n[remote "other"]\n\turl = no\n[remote "origin"]\n\turl = https://me:key@git.example/x.git\n',
      [],
      "https://git.example/x.git",
    ],
    [
      "of git, as npm writes it",
      '[remote "origin"]\n\turl = git@github.com:acme/acme-sdk.git\n',
      [],
      "git+https://github.com/acme/acme-sdk.git",
    ],
  ])("names the repository %s", async (_, config, more, url) => {
    await mkdir(join(cli.folder, ".git"));
    await writeFile(join(cli.folder, ".git/config"), config);
    await init(...more);
    expect((await readManifest())["repository"]).toMatchObject({ type: "git", url });
  });

  it("names its folder in the repository, and the page of issues", async () => {
    await mkdir(join(cli.folder, ".git"));
    const config = '[remote "origin"]\n\turl = https://github.com/acme/sdks.git\n';
    await writeFile(join(cli.folder, ".git/config"), config);
    await init();
    expect(await readManifest()).toMatchObject({
      homepage: "https://github.com/acme/sdks/tree/HEAD/sdk#readme",
      bugs: { url: "https://github.com/acme/sdks/issues" },
      repository: { url: "git+https://github.com/acme/sdks.git", directory: "sdk" },
    });
  });

  it("does not name a repository that nobody else can find", async () => {
    await mkdir(join(cli.folder, ".git"));
    await writeFile(join(cli.folder, ".git/config"), '[remote "origin"]\n\turl = /srv/x.git\n');
    await init();
    expect(await readManifest()).not.toHaveProperty("repository");
    const argv = ["init", "other", "--from", "openapi.json", "--repository", "/srv/x.git"];
    const { code, err } = await cli.run(argv);
    expect(code).toBe(2);
    expect(err).toContain("The value of --repository is /srv/x.git; expected");
    expect(await cli.list("other").catch(() => [])).toEqual([]);
  });

  it("shows badges of npm, and of the workflow that tests", async () => {
    const { readme } = await init("--repository", "https://github.com/acme/sdk");
    expect(readme).toContain(
      "[![npm](https://img.shields.io/npm/v/sdk)](https://www.npmjs.com/package/sdk)",
    );
    expect(readme).not.toContain("badge.svg");
    await mkdir(join(cli.folder, "sdk/.github/workflows"), { recursive: true });
    await writeFile(join(cli.folder, "sdk/.github/workflows/test.yml"), "on: push\n");
    const folders = ["--schema", "sdk/schema", "--out", "sdk/src/generated"];
    const check = await cli.run(["generate", "--check", ...folders]);
    expect(check.code).toBe(1);
    expect(check.err).toContain("README.md: out of");
    expect((await cli.run(["generate", ...folders])).code).toBe(0);
    const page = "https://github.com/acme/sdk/actions/workflows/test.yml";
    expect(await cli.read("sdk/README.md")).toContain(`[![tests](${page}/badge.svg)](${page})`);
  });

  it("shows no badge of npm if it is private", async () => {
    await init();
    const manifest = { ...(await readManifest()), private: true };
    await writeFile(join(cli.folder, "sdk/package.json"), JSON.stringify(manifest));
    const folders = ["--schema", "sdk/schema", "--out", "sdk/src/generated"];
    expect((await cli.run(["generate", ...folders])).code).toBe(0);
    expect(await cli.read("sdk/README.md")).not.toContain("img.shields.io");
  });

  it("is announced first, and what comes next is said last", async () => {
    const { out } = await init();
    expect(out).toMatch(/^Made a package in sdk: 6 routes, 0 events\./);
    expect(out).toMatch(/ {2}npm test$/);
  });
});

/** Makes the package `sdk`. Returns the output of the command, and the README. */
async function init(...options: readonly string[]) {
  await cli.write("openapi.json", JSON.stringify(DESCRIPTION));
  const { code, out } = await cli.run(["init", "sdk", "--from", "openapi.json", ...options]);
  expect(code).toBe(0);
  return { out, readme: await cli.read("sdk/README.md") };
}

async function readManifest(): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await cli.read("sdk/package.json")) as Readonly<Record<string, unknown>>;
}
