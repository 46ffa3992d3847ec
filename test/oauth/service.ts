/** A client of a small service with OAuth 2, whose endpoints each test chooses. */
import type { AuthScheme, ClientCatalog, OAuthScheme } from "../../src/catalog/client.js";
import { createClientFactory } from "../../src/request/client/client.js";
import type { ClientOptions } from "../../src/request/client/types.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { createOAuthAuthenticator } from "../../src/request/oauth/oauth.js";
import type { ClientCredentials, RefreshTokens } from "../../src/request/oauth/token-options.js";

export function createService(
  options: Options,
  oauth: Partial<OAuthScheme> = {},
  otherSchemes: readonly AuthScheme[] = [],
) {
  const endpoint = createEndpoint<Routes>({
    baseUrl: "https://api.acme.example/v1",
    accept: "application/json",
    routes: {},
    mediaTypePrefix: "application/vnd.acme",
  });
  const scheme: AuthScheme = {
    name: "oauth",
    in: "header" as const,
    key: "authorization",
    prefix: "Bearer ",
    oauth: { tokenUrl: "/oauth/token", ...oauth },
  };
  const catalog: ClientCatalog = { auth: [scheme, ...otherSchemes] };
  return createClientFactory<Routes, {}, {}, "oauth" | "key", unknown, Grants>(endpoint, catalog, {
    createAuthenticator: createOAuthAuthenticator,
  })(options);
}

export interface Grants {
  readonly oauth: ClientCredentials<"read" | "write"> | RefreshTokens<"read" | "write">;
}

interface Routes {
  "GET /things": [parameters?: object];
  [route: string]: [parameters?: object];
}

export type Options = ClientOptions<"oauth" | "key", Grants>;
