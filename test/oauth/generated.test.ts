/** A generated package of a service with OAuth 2: its client and its class sign in, and its types say how. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { openEditor } from "../types/editor.js";
import { errorOf } from "../client/error-of.js";
import { prints } from "../client/looks.js";
import { CLIENT, startService } from "./provider.js";

const service = startService();

/** A folder of this run, beside the sources that the client imports. */
const runFolder = mkdtempSync(fileURLToPath(new URL(".client-", import.meta.url)));
const folder = join(runFolder, "generated");

const vendor = (auth: string): string =>
  `name: acme\ntitle: Acme\nbaseUrl: https://api.acme.example\nauth: ${auth}\n`;
const AUTH = "{ oauth2: /oauth/token, scopes: { read: Reads things., write: } }";
const ROUTES = `GET /things:
  operation: things/list
  responses:
    200: { type: object, required: [scope], properties: { scope: { type: string } } }
`;

const STAINLESS = "surface: stainless\n";

let made: Package;

/** A class with the surface of one that Stainless made. */
let Stainless: new (options: object) => { readonly things: { list(): Promise<unknown> } };

beforeAll(async () => {
  write(folder, await generateClient(AUTH));
  made = {
    ...((await import(join(folder, "client.ts"))) as Package),
    ...((await import(join(folder, "index.ts"))) as Package),
  };
  const other = join(runFolder, "stainless");
  write(other, await generateClient(AUTH, STAINLESS));
  ({ default: Stainless } = (await import(join(other, "index.ts"))) as {
    default: typeof Stainless;
  });
});

afterAll(() => rmSync(runFolder, { recursive: true, force: true }));

afterEach(() => vi.unstubAllEnvs());

describe("[L.1] a generated client", () => {
  it("signs in", async () => {
    const auth = { ...CLIENT, scopes: ["read"] };
    const client = made.createClient({ baseUrl: service.url, auth });
    expect((await client.request("GET /things")).data).toEqual({ scope: "read" });
  });

  it("has the error", async () => {
    const auth = { ...CLIENT, clientSecret: "wr0ng" };
    const client = made.createClient({ baseUrl: service.url, auth });
    expect(await errorOf(client.request("GET /things"))).toBeInstanceOf(made.OAuthError);
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
    new made.Acme({ baseUrl: service.url, ...options });

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
    const acme = connect(CLIENT);
    await acme.things.list();
    for (const [title, print] of prints) {
      const text = print(acme) + print(acme.things);
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

const imports = `import { createClient, type OAuthGrants, type OAuthScope } from "./client.js";
import { Acme } from "./index.js";
const save = async (token: string): Promise<void> => void token;
const clientId = process.env["ID"];
const clientSecret = process.env["SECRET"];
`;

const LEGAL = `
export const clients = [
  createClient({ auth: "token" }),
  createClient({ auth: async () => "token" }),
  createClient({ auth: { clientId, clientSecret } }),
  createClient({ auth: { clientId, clientSecret, scopes: ["read", "another"], parameters: { a: "b" } } }),
  createClient({ auth: { refreshToken: "r", save } }),
  createClient({ auth: { refreshToken: "r", save: (token) => void token.length, clientId, clientSecret } }),
];
export const instances = [
  new Acme({ clientId, clientSecret }),
  new Acme({ accessToken: () => "token" }),
  new Acme({ auth: { refreshToken: "r", save } }),
];
export const scopes: OAuthScope[] = ["read", "write"];
export const grant: OAuthGrants["oauth2"] = { clientId: "a", clientSecret: "b" };
`;

describe("[L.1] the types of a generated client", () => {
  it("take what the client takes", async () => {
    expect(typeErrors(await generateClient(AUTH), imports + LEGAL)).toEqual([]);
  });

  it("take what a class with the surface of Stainless takes", async () => {
    const program = `import Acme from "./index.js";
const save = async (token: string): Promise<void> => void token;
export const instances = [
  new Acme({ auth: { clientId: "a", clientSecret: "b" } }),
  new Acme({ auth: { refreshToken: "r", save }, baseURL: null, timeout: 1, maxRetries: 0 }),
  new Acme({ auth: "token", fetch: async (url: string) => new Response(url) }),
  new Acme({ clientId: "a", clientSecret: "b", accessToken: null }),
  // @ts-expect-error -- a secret is missing
  new Acme({ auth: { clientId: "a" } }),
  // @ts-expect-error -- what saves the token is missing
  new Acme({ auth: { refreshToken: "r" } }),
  // @ts-expect-error -- an option of the usual class
  new Acme({ retry: 1 }),
];`;
    expect(typeErrors(await generateClient(AUTH, STAINLESS), program)).toEqual([]);
  });

  it.each<[auth: string, wrong: readonly string[]]>([
    [
      AUTH,
      [
        "createClient({ auth: { clientId } })",
        "createClient({ auth: { clientSecret } })",
        'createClient({ auth: { refreshToken: "r" } })',
        "createClient({ auth: { clientId, clientSecret, save } })",
        "createClient({ auth: { clientId, clientSecret, scope: [] } })",
        'createClient({ auth: { clientId, clientSecret, scopes: "read" } })',
        "createClient({ auth: { oauth2: { clientId, clientSecret } } })",
        "new Acme({ auth: { clientId } })",
      ],
    ],
    [
      "{ oauth2: /t, flows: [clientCredentials] }",
      ['createClient({ auth: { refreshToken: "r", save } })'],
    ],
    [
      "{ oauth2: /t, flows: [refreshToken] }",
      ["createClient({ auth: { clientId, clientSecret } })", "new Acme({ clientId })"],
    ],
    [
      "{ a: { oauth2: /t }, b: { basic: true } }",
      ["createClient({ auth: { b: { clientId, clientSecret } } })"],
    ],
  ])("of %s refuse what is missing or unknown", async (auth, wrong) => {
    const lines = wrong.map(
      (each) => `// @ts-expect-error -- a part is missing, or another is there\n() => ${each},`,
    );
    const program = `${imports}export const calls = [\n${lines.join("\n")}\n];
export const all = [Acme, createClient, save, clientId, clientSecret] as const;
export type All = [OAuthGrants, OAuthScope];`;
    expect(typeErrors(await generateClient(auth), program)).toEqual([]);
  });

  it("of several schemes take the name of one, or none", async () => {
    const program = `${imports}
export const clients = [
  createClient({ auth: { a: { clientId, clientSecret }, b: "user:password" } }),
  createClient({ auth: { a: "token" } }),
  createClient({ auth: { clientId, clientSecret } }),
  new Acme({ auth: { a: { refreshToken: "r", save } }, clientId }),
];
export type All = [OAuthGrants, OAuthScope];`;
    const files = await generateClient("{ a: { oauth2: /t }, b: { basic: true } }");
    expect(typeErrors(files, program)).toEqual([]);
  });

  it("complete in an editor", () => {
    const editor = openEditor();
    const from = (entry: string): string =>
      `from "../oauth/${basename(runFolder)}/generated/${entry}.js";\n`;
    const client = `import { createClient } ${from("client")}`;
    expect(editor.completions(`${client}createClient({ auth: { ¦ } })`)).toEqual(
      expect.arrayContaining(["clientId", "clientSecret", "refreshToken", "save", "scopes"]),
    );
    expect(
      editor.completions(
        `${client}createClient({ auth: { clientId: "a", clientSecret: "b", scopes: ["¦"] } })`,
      ),
    ).toEqual(["read", "write"]);
    const options = editor.completions(`import { Acme } ${from("index")}new Acme({ ¦ })`);
    expect(options).toEqual(expect.arrayContaining(["accessToken", "clientId", "clientSecret"]));
  });
});

/** @param more Further keys of `vendor.yaml`. */
function generateClient(auth: string, more = ""): Promise<readonly GeneratedFile[]> {
  return generate(
    readSchema([
      { path: "vendor.yaml", text: vendor(auth) + more },
      { path: "routes.yaml", text: ROUTES },
    ]),
  );
}

function write(target: string, files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
}

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
