/** A generated package of a service with OAuth 2: its client and its classes sign in, and bundles have only what they use. */
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { errorOf } from "../client/error-of.js";
import { prints } from "../client/looks.js";
import {
  AUTH,
  createRunFolder,
  generateClient,
  STAINLESS,
  writeFiles,
} from "./generated-package.js";
import { CLIENT, startService } from "./provider.js";

const service = startService();
const runFolder = createRunFolder();

let acme: Package;

/** A class with the surface of one that Stainless made. */
let Stainless: new (options: object) => { readonly things: { list(): Promise<unknown> } };

beforeAll(async () => {
  const folder = join(runFolder, "generated");
  writeFiles(folder, await generateClient(AUTH));
  acme = {
    ...((await import(join(folder, "client.ts"))) as Package),
    ...((await import(join(folder, "index.ts"))) as Package),
  };
  const stainlessFolder = join(runFolder, "stainless");
  writeFiles(stainlessFolder, await generateClient(AUTH, STAINLESS));
  ({ default: Stainless } = (await import(join(stainlessFolder, "index.ts"))) as {
    default: typeof Stainless;
  });
});

afterEach(() => vi.unstubAllEnvs());

describe("[L.1] a generated client", () => {
  it("signs in", async () => {
    const auth = { ...CLIENT, scopes: ["read"] };
    const client = acme.createClient({ baseUrl: service.url, auth });
    expect((await client.request("GET /things")).data).toEqual({ scope: "read" });
  });

  it("has the error", async () => {
    const auth = { ...CLIENT, clientSecret: "wr0ng" };
    const client = acme.createClient({ baseUrl: service.url, auth });
    expect(await errorOf(client.request("GET /things"))).toBeInstanceOf(acme.OAuthError);
  });
});

describe("a bundle", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  it.each<[title: string, entry: string, hasOAuth: boolean]>([
    ["of a client with OAuth 2", `test/oauth/${basename(runFolder)}/generated/client.ts`, true],
    ["of a client without it", "generated/client.ts", false],
    ["of a class without it", "generated/sdk.ts", false],
  ])("%s", async (_title, entry, hasOAuth) => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      outdir: "unused",
      treeShaking: true,
      alias: { "#platform": "./src/receive/signatures/platform.node.ts" },
    });
    const [output] = Object.values(metafile.outputs);
    const parts = Object.entries(output?.inputs ?? {}).filter(
      ([path, { bytesInOutput }]) => /src\/request\/oauth\//.test(path) && bytesInOutput > 0,
    );
    expect(parts.length > 0).toBe(hasOAuth);
  });
});

describe("[L.10] a class", () => {
  const connect = (options: Partial<Options> = {}) =>
    new acme.Acme({ baseUrl: service.url, ...options });

  it("signs in with its options", async () => {
    expect(await connect(CLIENT).things.list()).toHaveProperty("scope");
    expect(service.tokenRequests).toBe(1);
  });

  it("signs in with environment variables", async () => {
    vi.stubEnv("ACME_CLIENT_ID", CLIENT.clientId);
    vi.stubEnv("ACME_CLIENT_SECRET", CLIENT.clientSecret);
    expect(await connect().things.list()).toHaveProperty("scope");
  });

  it("takes an access token first", async () => {
    await connect(CLIENT).things.list();
    const accessToken = String(service.calls[0]).replace("Bearer ", "");
    expect(await connect({ ...CLIENT, accessToken }).things.list()).toHaveProperty("scope");
    vi.stubEnv("ACME_ACCESS_TOKEN", "another");
    expect(await errorOf(connect(CLIENT).things.list())).toMatchObject({ status: 401 });
    expect(await connect({ ...CLIENT, accessToken: null }).things.list()).toHaveProperty("scope");
    expect(service.tokenRequests).toBe(2);
  });

  it("shows no secret when it is printed", async () => {
    const instance = connect(CLIENT);
    await instance.things.list();
    for (const [title, print] of prints) {
      const text = print(instance) + print(instance.things);
      const token = String(service.calls[0]).replace("Bearer ", "");
      expect([title, text.includes(CLIENT.clientSecret), text.includes(token)]).toEqual([
        title,
        false,
        false,
      ]);
    }
  });

  it("takes `auth` in place of all of them", async () => {
    const saved: string[] = [];
    const refreshToken = await service.createRefreshToken();
    const auth = { ...CLIENT, refreshToken, save: (token: string) => void saved.push(token) };
    await connect({ auth, clientId: "x", accessToken: "y" }).things.list();
    expect(saved).toHaveLength(1);
  });

  it("with the surface of Stainless signs in, too", async () => {
    const things = (options: object) => new Stainless({ baseURL: service.url, ...options }).things;
    expect(await things({ auth: CLIENT }).list()).toHaveProperty("scope");
    expect(await things(CLIENT).list()).toHaveProperty("scope");
    const saved: string[] = [];
    const refreshToken = await service.createRefreshToken();
    const save = (token: string) => void saved.push(token);
    expect(await things({ auth: { ...CLIENT, refreshToken, save } }).list()).toHaveProperty(
      "scope",
    );
    expect(saved).toHaveLength(1);
  });

  it("needs none of them, but a secret beside an id", async () => {
    expect(await errorOf(connect().things.list())).toMatchObject({ status: 401 });
    expect(() => connect({ clientId: "x" })).toThrow('Option "auth" has no "clientSecret"');
    expect(await errorOf(connect({ clientId: null }).things.list())).toMatchObject({ status: 401 });
  });
});

interface Options {
  readonly baseUrl: string;
  readonly auth?: unknown;
  readonly clientId?: string | null;
  readonly clientSecret?: string;
  readonly accessToken?: string | null;
}

/** The parts of the package that the tests use. */
interface Package {
  readonly createClient: (options: Options) => {
    request(route: string): Promise<{ readonly data: unknown }>;
  };
  readonly OAuthError: abstract new () => Error;
  readonly Acme: new (options: Options) => { readonly things: { list(): Promise<unknown> } };
}
