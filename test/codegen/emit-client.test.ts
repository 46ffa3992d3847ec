/** Credentials in the generated client: its catalog and its types. */
import { describe, expect, it } from "vitest";
import { emitFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";

const ROUTE = "GET /a:\n  operation: a/a\n";

describe("the catalog of the client", () => {
  it("has the schemes, without what only documentation needs", async () => {
    const catalog = await printCatalog({
      vendor: "auth: { key: { header: X-Key, with: [app] }, app: { query: app } }",
      routes: `${ROUTE}GET /b:\n  operation: a/b\n  auth: false\nGET /c:\n  operation: a/c\n  auth: app\n`,
    });
    expect(catalog).toBe(`export const clientCatalog = {
  service: "acme",
  auth: [
    { name: "key", in: "header", key: "x-key" },
    { name: "app", in: "query", key: "app" },
  ],
} as const;
`);
  });
});

describe("[F.12] the header for idempotency keys", () => {
  const ROUTES = ["GET", "POST", "PATCH", "PUT"]
    .map(
      (method) =>
        `${method} /a:\n  operation: a/${method.toLowerCase()}\n  header: { Idempotency-Key: string, X-Kind: string }\n`,
    )
    .join("");

  it("is in the catalog for each route that declares it and whose method cannot be repeated without it", async () => {
    expect(await printCatalog({ routes: `${ROUTES}POST /b:\n  operation: b/b\n` })).toContain(
      `idempotencyOf: { "POST /a": "idempotency-key", "PATCH /a": "idempotency-key" },`,
    );
  });

  it("is in the catalog once where the vendor names it", async () => {
    const catalog = await printCatalog({
      vendor: "idempotency: { header: Idempotency-Key }",
      routes: ROUTES,
    });
    expect(catalog).toContain(`idempotency: "idempotency-key",`);
    expect(catalog).not.toContain("idempotencyOf");
  });
});

describe("[H.8] the bodies of errors by their classes", () => {
  const ROUTES = `GET /a:
  operation: a/a
  responses:
    404: { schema: { $ref: components/api.yaml#/missing } }
    "4XX": { schema: { $ref: components/api.yaml#/problem } }
    429: null
GET /b:
  operation: a/b
  responses: { 500: { schema: { $ref: components/api.yaml#/problem } }, default: { schema: { $ref: components/api.yaml#/failure } } }
`;
  const COMPONENTS = ["missing", "problem", "failure"]
    .map((name) => `${name}: { type: object, properties: { ${name}: { type: string } } }\n`)
    .join("");

  it.each<[title: string, name: string, routes: string, bodies: string]>([
    [
      "of the status, and of `default` where a route does not have it",
      "NotFoundError",
      ROUTES,
      "$responses.Missing | $responses.Failure",
    ],
    [
      "of the class of the status",
      "ConflictError",
      ROUTES,
      "$responses.Problem | $responses.Failure",
    ],
    ["without a body", "RateLimitError", ROUTES, "undefined | $responses.Failure"],
    [
      "of several statuses",
      "InternalServerError",
      ROUTES,
      "$responses.Problem | $responses.Failure",
    ],
    ["of no route", "NotFoundError", ROUTE, "unknown"],
  ])("are those of responses %s", async (_title, name, routes, bodies) => {
    const text = await print("client-types.ts", { routes, components: COMPONENTS });
    const [, map = ""] = text.split("export interface ErrorBodies {");
    expect(new RegExp(`\\b${name}:([^;]*);`).exec(map)?.[1]?.trim()).toBe(bodies);
  });

  it("are the types of the classes that the module of the class exports", async () => {
    const text = await print("sdk.ts", { routes: ROUTES, components: COMPONENTS });
    expect(text).toContain(`export const NotFoundError: ErrorClass<NotFoundError> = NotFoundErrorOf;
export type NotFoundError<Data = ErrorBodies["NotFoundError"]> = NotFoundErrorOf<Data>;`);
  });
});

describe("OAuth 2", () => {
  it("is in the catalog without what only types need", async () => {
    const scheme =
      "{ oauth2: token, refreshUrl: /r, clientAuthentication: post, flows: [refreshToken], scopes: { a: A } }";
    const catalog = await printCatalog({ vendor: `auth: ${scheme}` });
    expect(catalog).toContain(
      `oauth: { tokenUrl: "token", refreshUrl: "/r", clientAuthentication: "post" } },`,
    );
    expect(catalog).not.toMatch(/scopes|flows/);
  });

  it.each<[title: string, scheme: string, grants: string, scopes: string]>([
    [
      "both flows",
      "{ oauth2: /t, scopes: { a: Reads., 'b:`': } }",
      "readonly oauth2: ClientCredentials<OAuthScope> | RefreshTokens<OAuthScope>;",
      ' * - `a`: Reads.\n * - `b:`\n */\nexport type OAuthScope = "a" | "b:`";',
    ],
    [
      "client credentials",
      "{ oauth2: /t, flows: [clientCredentials] }",
      "readonly oauth2: ClientCredentials<OAuthScope>;",
      "export type OAuthScope = string;",
    ],
    [
      "refresh tokens beside another scheme",
      "{ key: { header: X-Key }, o-auth: { oauth2: /t, flows: [refreshToken] } }",
      `readonly "o-auth": RefreshTokens<OAuthScope>;`,
      "export type OAuthScope = string;",
    ],
  ])("has types for %s", async (_title, scheme, grants, scopes) => {
    const text = await print("client.ts", { vendor: `auth: ${scheme}` });
    expect(text).toContain(grants);
    expect(text).toContain(scopes);
    expect(text).toContain("createAuthenticator: createOAuthAuthenticator");
    expect(text).toContain("unknown,\n  OAuthGrants\n>");
    expect(text).not.toContain("createSchemeAuthenticator");
  });

  it("is the type argument after the variables of the address", async () => {
    const text = await print("client.ts", {
      vendor: "auth: { oauth2: /t }\nvariables: { r: { default: eu } }",
      baseUrl: "https://{r}.example",
    });
    expect(text).toContain("never,\n  ServerOptions,\n  OAuthGrants\n>");
  });

  it.each<[auth: string, options: string]>([
    [
      "{ oauth2: /t }",
      `credentials: [{ option: "accessToken", env: "ACME_ACCESS_TOKEN", scheme: "oauth2", client: { id: { option: "clientId", env: "ACME_CLIENT_ID" }, secret: { option: "clientSecret", env: "ACME_CLIENT_SECRET" } } }]`,
    ],
    [
      "{ oauth2: /t, flows: [refreshToken] }",
      `credentials: [{ option: "accessToken", env: "ACME_ACCESS_TOKEN", scheme: "oauth2" }]`,
    ],
    [
      "{ clientId: { header: X }, two: { oauth2: /t, clientSecret: { option: key, env: KEY } } }",
      `credentials: [{ option: "clientId", env: "ACME_CLIENT_ID", scheme: "clientId" }, { option: "two", env: "ACME_TWO", scheme: "two", client: { id: { option: "clientIdKey", env: "ACME_CLIENT_ID_KEY" }, secret: { option: "key", env: "KEY" } } }]`,
    ],
  ])("gives the class options: %s", async (auth, options) => {
    expect(await print("sdk-catalog.ts", { vendor: `auth: ${auth}` })).toContain(options);
  });
});

describe("the types of the client", () => {
  it("import no module whose types stand only in a URL", async () => {
    const text = await print("client-types.ts", {
      routes:
        "GET /$shared.Item/Grosse:\n  operation: a/a\n  responses:\n    200: { $ref: components/api.yaml#/grosse }\n",
      components:
        "Item: { type: object, properties: { id: { type: string } } }\ngrosse: { type: array, items: { $ref: '#/Item' } }\n",
    });
    expect(text.match(/^import .*/gm)).toEqual([
      'import type * as $responses from "./responses.js";',
    ]);
  });

  it("may have the names of types of the API", async () => {
    const text = await print("client-types.ts", {
      vendor: "pagination: { pages: { style: link } }",
      routes:
        "GET /a:\n  operation: a/a\n  pagination: pages\n  responses:\n    200: { $ref: components/api.yaml#/success }\n",
      components:
        "item: { type: object, properties: { id: { type: string } } }\nsuccess: { type: array, items: { $ref: '#/item' } }\n",
    });
    expect(text).toContain("{ success: Success<200, $responses.Success>; errors: {} };");
    expect(text).toContain('"GET /a": Item<$responses.Success>;');
  });
});

/** A file that is generated for a service of some lines of YAML. */
async function print(file: string, service: Partial<Service>): Promise<string> {
  const { vendor = "", routes = ROUTE, components = "{}", baseUrl = "https://a.example" } = service;
  const text = `name: acme\ntitle: Acme\nbaseUrl: ${baseUrl}\n${vendor}\n`;
  const model = readSchema([
    { path: "vendor.yaml", text },
    { path: "routes.yaml", text: routes },
    { path: "components/api.yaml", text: components },
  ]);
  return emitFile(model, file);
}

async function printCatalog(service: Partial<Service>): Promise<string> {
  const text = await print("client-catalog.ts", service);
  return text.slice(text.indexOf("export const"));
}

interface Service {
  readonly vendor: string;
  readonly routes: string;
  readonly components: string;
  readonly baseUrl: string;
}
