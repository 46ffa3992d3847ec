/** `dev` with an entry of another service than the built-in one, in a folder without a schema folder. */
import { createHmac } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../until.js";
import { createTestCli, type TestCli } from "../cli.js";
import { type DevProcess, startDev } from "./dev-process.js";
import { printOtherService } from "./entries.js";

const SECRET = "plain text";

let cli: TestCli;

beforeAll(async () => {
  cli = await createTestCli();
});
afterAll(() => cli.remove());

describe("dev with an entry of another service", () => {
  it("takes the scheme of the entry, with a secret that is plain text", async () => {
    const dev = await startForTest("alone", FROM_ENVIRONMENT, "github");
    expect(dev.printed.err).not.toContain("does not fit");
    expect((await deliver(dev)).status).toBe(200);
  });

  it.each([
    ["a secret of its own", "own-secret", '"only here"', "github"],
    ["a secret that is looked up", "looked-up", `() => ${FROM_ENVIRONMENT}`, "github"],
    ["a signed time", "signed-time", '"only here"', "createAnyScheme(PRESETS.slack)"],
  ])("signs what the page sends as the entry does, with %s", async (_, folder, secret, scheme) => {
    const { api } = await startForTest(folder, secret, scheme);
    const answer = await api("send", { event: "note.opened", body: '{"action":"opened"}' });
    expect(answer).toMatchObject({ status: 200 });
    const { key } = answer as { readonly key: string };
    expect(await api("resend", { key })).toMatchObject({ status: 200 });
  });

  it("names the variable, the service and the remedy if neither can sign", async () => {
    const scheme = "createAnyScheme(PRESETS['standard-webhooks'])";
    const { api } = await startForTest("unsigned", "() => undefined", scheme);
    const answer = JSON.stringify(await api("send", { event: "note", body: "{}" }));
    expect(answer).toMatch(/WEBHOOK_SECRET cannot sign deliveries of the service of the entry/);
    expect(answer).toMatch(/Set one that signs/);
  });

  it("goes on when the check of a payload fails, and says so", async () => {
    const dev = await startForTest("failing", FROM_ENVIRONMENT, "github", WHOLE_PACKAGE);
    expect((await deliver(dev, UNCHECKED)).status).toBe(200);
    await until(() => expect(dev.printed.err).toContain("payload of note.opened failed: "));
    expect((await deliver(dev)).status).toBe(200);
    await until(() => expect(dev.printed.out.match(/verified/g)).toHaveLength(2));
  });

  describe("in the package that the entry imports", () => {
    let dev: DevProcess;
    beforeAll(async () => {
      dev = await startService("packaged", FROM_ENVIRONMENT, "github", WHOLE_PACKAGE);
    });
    afterAll(() => dev.end());

    it("finds the description, and says what differs from it", async () => {
      expect((await deliver(dev)).status).toBe(200);
      await until(() => expect(dev.printed.out).toContain(`/a ${DEVIATION}`));
      const deviations = [{ at: "/a", text: DEVIATION }];
      const types = { "/a": { type: "integer" } };
      expect(await dev.api("delivery?key=1")).toMatchObject({ description: { deviations, types } });
    });

    it("finds events and samples", async () => {
      expect(await dev.api("source")).toMatchObject({ events: ["note", "note.opened"] });
      const sample = await dev.api("sample?event=note.opened");
      expect(JSON.stringify(sample)).toContain("note.opened");
    });
  });
});

/** Code of a secret, as most entries have it. */
const FROM_ENVIRONMENT = "process.env.WEBHOOK_SECRET";

/**
 * Starts `dev` in a folder, with an entry that imports the package of the service. Whoever starts it ends it.
 * @param secret Code of the secret of the entry.
 * @param scheme Code of its signature scheme.
 * @param modules Modules of the package beside its main one, which has nothing. Default: none.
 */
async function startService(
  folder: string,
  secret: string,
  scheme: string,
  modules: Readonly<Record<string, string>> = {},
): Promise<DevProcess> {
  await installPackage(folder, modules);
  await cli.write(`${folder}/entry.mjs`, await printOtherService(secret, scheme));
  return startDev(join(cli.folder, folder), ["entry.mjs"], SECRET);
}

/** Starts `dev` in the same way, and ends it with the test. */
async function startForTest(...service: Parameters<typeof startService>): Promise<DevProcess> {
  const dev = await startService(...service);
  onTestFinished(async () => void (await dev.end()));
  return dev;
}

/** Installs the package of the service, with these modules beside its main one. */
async function installPackage(folder: string, modules: Readonly<Record<string, string>>) {
  const target = `${folder}/node_modules/acme-hooks`;
  await mkdir(join(cli.folder, target), { recursive: true });
  const files = { "package.json": PACKAGE, "index.js": "export {};\n", ...modules };
  for (const [path, text] of Object.entries(files)) await cli.write(`${target}/${path}`, text);
}

const PACKAGE = JSON.stringify({
  name: "acme-hooks",
  type: "module",
  exports: {
    ".": "./index.js",
    "./testing": "./testing.js",
    "./validate": "./validate.js",
    "./schemas": "./schemas.js",
    "./schemas/json-schema": "./json-schema.js",
  },
});

/** The number in a payload for which the check of the package fails: it returns no promise. */
const UNCHECKED = 2;

/** The message of the check of the package, which has the name of the event and the number that it was given. */
const DEVIATION = "of note.opened is 1";

/** Modules with the samples, the checks and the schemas of a service. */
const WHOLE_PACKAGE = {
  "testing.js": "export const createDelivery = async (event) => ({ payload: { event } });\n",
  "validate.js": `
export function validatePayload(name, payload) {
  if (payload.a === ${UNCHECKED}) return {};
  return Promise.resolve({
    valid: false,
    errors: [{ path: "/a", keyword: "type", message: \`of \${name} is \${payload.a}\` }],
  });
}
`,
  "schemas.js":
    'export const NoteOpenedPayloadSchema = { properties: { a: { type: "integer" } } };\n',
  "json-schema.js": `
export const withJsonSchema = (schema) => ({
  "~standard": { jsonSchema: { input: () => schema } },
});
`,
};

/** Sends a signed delivery of `note.opened`. */
function deliver({ url }: DevProcess, a = 1): Promise<Response> {
  const body = `{"action":"opened","a":${a}}`;
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-event": "note",
    "x-delivery": "1",
    "x-hub-signature-256": `sha256=${signature}`,
  };
  return fetch(url, { method: "POST", headers, body });
}
