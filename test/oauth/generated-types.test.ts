/** The types of a generated package of a service with OAuth 2: the options `auth` that a compiler and an editor know. */
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { openEditor } from "../types/editor.js";
import {
  AUTH,
  createRunFolder,
  generateClient,
  STAINLESS,
  writeFiles,
} from "./generated-package.js";

const runFolder = createRunFolder();

/** First lines of each program. */
const IMPORTS = `import { createClient, type OAuthGrants, type OAuthScope } from "./client.js";
import { Acme } from "./index.js";
const save = async (token: string): Promise<void> => void token;
const clientId = process.env["ID"];
const clientSecret = process.env["SECRET"];
`;

/** Options that the types take. */
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
    expect(typeErrors(await generateClient(AUTH), IMPORTS + LEGAL)).toEqual([]);
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
    const program = `${IMPORTS}export const calls = [\n${lines.join("\n")}\n];
export const all = [Acme, createClient, save, clientId, clientSecret] as const;
export type All = [OAuthGrants, OAuthScope];`;
    expect(typeErrors(await generateClient(auth), program)).toEqual([]);
  });

  it("of several schemes take the name of one, or none", async () => {
    const program = `${IMPORTS}
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

  it("complete in an editor", async () => {
    writeFiles(join(runFolder, "generated"), await generateClient(AUTH));
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
