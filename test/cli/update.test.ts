/** `typewire update` of packages that `init` has made. */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestCli, runCli, type TestCli } from "./cli.js";
import { DESCRIPTION, MINOR, NEXT } from "./fixtures/acme-api.js";

const ADDRESS = "https://api.acme.example/openapi.yaml";

/** A folder with a package, which each test has a copy of. */
let made: string;
let cli: TestCli;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "typewire-made-"));
  await runCli(made, ["init", "acme", "--from", ADDRESS, "--yes"], { fetch: serve(DESCRIPTION) });
});

afterAll(() => rm(made, { recursive: true }));

beforeEach(async () => {
  cli = await createTestCli();
  await cp(join(made, "acme"), cli.folder, { recursive: true });
});

afterEach(() => cli.remove());

describe("typewire update", () => {
  it("has nothing to do for the description that the package was made from", async () => {
    const before = await snapshot();
    const { code, out } = await update(DESCRIPTION);
    expect({ code, out }).toEqual({
      code: 0,
      out: "The description has not changed since the last update. There is nothing to do.",
    });
    expect(await snapshot()).toEqual(before);
  });

  it("writes schema, code, version and changelog", async () => {
    await cli.write(
      "package-lock.json",
      '{"version":"0.1.0","packages":{"":{"version":"0.1.0"}}}\n',
    );
    const { code, out } = await update(NEXT);
    expect(code).toBe(0);
    expect(out).toContain("The changes are major (1 major). The version after 0.1.0 is 0.2.0.");
    expect(await cli.read("schema/routes.yaml")).toContain("maximum: 50");
    expect(await cli.read("schema/vendor.yaml")).toContain('version: "0.2.0"');
    expect(await readVersion()).toBe("0.2.0");
    expect(JSON.parse(await cli.read("package-lock.json"))).toEqual({
      version: "0.2.0",
      packages: { "": { version: "0.2.0" } },
    });
    expect(await cli.read("CHANGELOG.md")).toMatch(
      /\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Changed\n\n- \*\*Breaking:\*\* `GET \/things`: `query limit` is stricter/,
    );
    expect(await cli.run(["generate", "--check", "--package"])).toMatchObject({ code: 0 });
  });

  it("changes nothing when it is run twice", async () => {
    await update(NEXT);
    const before = await snapshot();
    expect(await update(NEXT)).toMatchObject({ code: 0 });
    expect(await update(NEXT, "--check")).toMatchObject({ code: 0 });
    expect(await snapshot()).toEqual(before);
  });

  it.each([
    ["--dry-run", 0, "Would change schema/routes.yaml"],
    ["--check", 1, "files would change. Nothing was written."],
  ])("writes nothing with %s", async (option, code, text) => {
    const before = await snapshot();
    const outcome = await update(NEXT, option);
    expect(outcome.code).toBe(code);
    expect(outcome.out).toContain(text);
    expect(outcome.out).toContain("**Breaking:** `GET /things`");
    expect(await snapshot()).toEqual(before);
  });

  it("finds no change in a description that is written otherwise", async () => {
    const before = await snapshot();
    const { code, out } = await update(`# A comment\n${DESCRIPTION}`);
    expect({ code, out }).toEqual({
      code: 0,
      out: `Nothing changes by ${ADDRESS}. There is nothing to do.`,
    });
    expect(await update(`# A comment\n${DESCRIPTION}`, "--check")).toMatchObject({ code: 0 });
    expect(await snapshot()).toEqual(before);
  });

  it("removes what the description lost, and keeps what a person wrote", async () => {
    const routes = await cli.read("schema/routes.yaml");
    const ownRoute =
      "POST /things:\n  operation: things/create\n  responses: { 201: { description: Made. } }\n";
    await cli.write("schema/routes.yaml", `${routes}\n${ownRoute}`);
    await cli.write("README.md", "# Mine\n");
    await cli.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n- Mine\n");
    const without = DESCRIPTION.replace(/ {2}\/things\/\{id\}:[^]*?(?=\ncomponents)/, "");
    const { out, err } = await update(without);
    expect(err).toBe("");
    expect(out).toContain("- **Breaking:** `GET /things/{id}`: is gone");
    expect(await cli.read("schema/routes.yaml")).toContain("POST /things:");
    expect(await cli.read("schema/routes.yaml")).not.toContain("GET /things/{id}");
    expect(await cli.read("README.md")).toBe("# Mine\n");
    expect(await cli.read("CHANGELOG.md")).toContain("## [Unreleased]\n\n- Mine\n\n## [0.2.0] - ");
  });

  it("keeps a page to which somebody has added something below, and says so", async () => {
    const added = `${await cli.read("README.md")}\n## Mine\n`;
    await cli.write("README.md", added);
    const { code, err } = await update(
      DESCRIPTION.replaceAll("things", "parts"),
      "--label",
      "openapi",
    );
    expect(code).toBe(0);
    expect(err).toContain("README.md: edited by hand, and kept");
    expect(await cli.read("README.md")).toBe(added);
  });

  it("writes a changeset in place of version and changelog", async () => {
    await mkdir(join(cli.folder, ".changeset"));
    await cli.write(".changeset/config.json", "{}");
    const changelog = await cli.read("CHANGELOG.md");
    const { out } = await update(NEXT);
    expect(out).toContain("Changesets set the version: minor.");
    const [file] = (await cli.list(".changeset")).filter((name) => name.endsWith(".md"));
    expect(await cli.read(`.changeset/${file ?? ""}`)).toMatch(
      /^---\n"acme": minor\n---\n\n### Changed/,
    );
    expect(await readVersion()).toBe("0.1.0");
    expect(await cli.read("CHANGELOG.md")).toBe(changelog);
    expect(await update(NEXT, "--check")).toMatchObject({ code: 0 });
  });

  it.each([
    ["0.1.0", MINOR, "0.1.1"],
    ["1.2.3", MINOR, "1.3.0"],
    ["1.2.3", NEXT, "2.0.0"],
    ["1.2.3", DESCRIPTION.replace("get:\n", "get:\n      summary: All things.\n"), "1.2.4"],
  ])("sets the version after %s", async (version, text, next) => {
    const manifest = await cli.read("package.json");
    await cli.write(
      "package.json",
      manifest.replace('"version": "0.1.0"', `"version": "${version}"`),
    );
    await update(text);
    expect(await readVersion()).toBe(next);
  });

  it("takes another description, and remembers it", async () => {
    await cli.write("next.yaml", NEXT);
    expect(await cli.run(["update", "--from", "next.yaml"])).toMatchObject({ code: 0 });
    expect(await cli.read("schema/import.yaml")).toContain("source: ../next.yaml");
    await cli.write("next.yaml", MINOR);
    expect((await cli.run(["update"])).out).toContain("`Thing.size` is new");
  });

  it("reads a description from standard input, and remembers where the last one was", async () => {
    await cli.run(["update", "--from", "-"], { input: NEXT });
    expect(await readVersion()).toBe("0.2.0");
    expect(await cli.read("schema/import.yaml")).toContain(`source: ${ADDRESS}`);
  });

  it("does not remember an address with a credential", async () => {
    await update(NEXT, "--from", "https://api.acme.example/openapi.yaml?token=secret");
    expect(await cli.read("schema/import.yaml")).not.toContain("secret");
  });

  it("takes the texts of the description, where nobody has written others", async () => {
    const withTexts = (text: string): string =>
      DESCRIPTION.replace("things/list", `things/list\n      summary: ${text}`)
        .replace("things/get", `things/get\n      summary: ${text}`)
        .replace("id: { type: string }", `id: { type: string, description: ${text} }`);
    await update(withTexts("First"));
    const routes = await cli.read("schema/routes.yaml");
    await cli.write("schema/routes.yaml", routes.replace("summary: First", "summary: By hand"));
    await update(withTexts("Second"));
    const texts = (await cli.read("schema/routes.yaml")).match(/summary: .*/g);
    expect(texts).toEqual(["summary: By hand", "summary: Second"]);
    expect(await cli.read("schema/components/openapi.yaml")).toContain("description: Second");
    await update(DESCRIPTION);
    expect((await cli.read("schema/routes.yaml")).match(/summary: .*/g)).toEqual([
      "summary: By hand",
    ]);
  });

  it("applies the overlays and names that it remembers", async () => {
    const overlay = `overlay: 1.0.0
info: { title: Fixes, version: 1.0.0 }
actions: [{ target: "$.paths['/things'].get", update: { summary: From the overlay. } }]
`;
    await cli.write("fixes.yaml", overlay);
    await update(DESCRIPTION, "--overlay", "fixes.yaml");
    expect(await cli.read("schema/import.yaml")).toContain("overlays: [../fixes.yaml]");
    await update(MINOR);
    expect(await cli.read("schema/routes.yaml")).toContain("From the overlay.");
    await cli.write("fixes.yaml", overlay.replace("From the overlay.", "From the next one."));
    await update(MINOR);
    expect(await cli.read("schema/routes.yaml")).toContain("From the next one.");
  });
});

describe("typewire update of a description that it does not take", () => {
  it("takes another title when it is told which description it follows", async () => {
    const renamed = NEXT.replace("Acme API", "Sprocket").replace("api.acme.example", "new.example");
    const refused = await update(renamed);
    expect(refused.err).toContain("--label openapi");
    expect(await update(renamed, "--label", "openapi")).toMatchObject({ code: 0 });
    expect(await cli.read("schema/import.yaml")).toContain("title: Sprocket");
  });

  it.each(["Acme API v2", "ACME", "Acme REST API 3.1"])("takes the title %s", async (title) => {
    expect(await update(NEXT.replace("Acme API", title))).toMatchObject({ code: 0 });
  });

  it("says how to begin where no source is remembered", async () => {
    const imported = await cli.read("schema/import.yaml");
    await cli.write("schema/import.yaml", imported.replace(/^ +(?:source|digest):.*\n/gm, ""));
    const { code, err } = await cli.run(["update"]);
    expect(code).toBe(1);
    expect(err).toContain("does not remember where openapi.yaml came from");
    expect(err).toContain("npx typewire update --from FILE|URL");
    expect(await update(DESCRIPTION, "--from", ADDRESS)).toMatchObject({ code: 0 });
    expect(await cli.read("schema/import.yaml")).toContain(`source: ${ADDRESS}`);
    expect(await readVersion()).toBe("0.1.0");
  });

  it("refuses a package that was made without a description", async () => {
    await runCli(cli.folder, ["init", "own", "--yes"]);
    const { code, err } = await runCli(join(cli.folder, "own"), ["update", "--from", "x.yaml"]);
    expect(code).toBe(1);
    expect(err).toContain("was not made from a description");
  });

  it.each([
    [["--check", "--dry-run"], "expected one of them"],
    [["--label", "x"], "expected a description of"],
    [["--from", "a", "--from", "b", "--label", "x"], "expected one --from"],
  ])("refuses %s", async (argv, message) => {
    const { code, err } = await cli.run(["update", ...argv]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

/** A `fetch` that answers with a description. */
function serve(text: string): typeof fetch {
  return () => Promise.resolve(new Response(text));
}

/** Runs `update` while a description is at its address. */
function update(text: string, ...options: readonly string[]) {
  return cli.run(["update", ...options], { fetch: serve(text) });
}

/** Reads all files, by path. */
async function snapshot(): Promise<Readonly<Record<string, string>>> {
  const paths = await cli.list(".");
  const texts = await Promise.all(paths.map(async (path) => [path, await cli.read(path)] as const));
  return Object.fromEntries(texts);
}

async function readVersion(): Promise<unknown> {
  return (JSON.parse(await cli.read("package.json")) as { version: unknown }).version;
}
