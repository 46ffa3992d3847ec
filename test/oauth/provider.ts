/** A service with an authorization server of its own: `oidc-provider`, and an API that asks it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider, { type Client } from "oidc-provider";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeServer, listenOn } from "../http/server.js";

/** With characters that a form, a URL and JSON spell differently. */
export const CLIENT = { clientId: "acme app", clientSecret: 's3cret/"w0rd"+&=:%' };
export const POST_CLIENT = { clientId: "acme-post", clientSecret: "p0st-s3cret/+&=" };

/** One service for the tests of a file. */
export function startService(): Service {
  let provider: Provider;
  const state = {
    url: "",
    tokenRequests: 0,
    calls: [] as (string | undefined)[],
    async createRefreshToken(clientId: string = CLIENT.clientId) {
      const client = (await provider.Client.find(clientId)) as Client;
      const grant = new provider.Grant({ accountId: "user", clientId });
      grant.addOIDCScope("openid offline_access read");
      const grantId = await grant.save();
      const token = new provider.RefreshToken({
        accountId: "user",
        client,
        grantId,
        gty: "authorization_code",
        scope: "openid offline_access read",
        expiresWithSession: false,
      });
      return token.save();
    },
    async revoke(token: string) {
      await (await findToken(token))?.destroy();
    },
    async isUsed(refreshToken: string) {
      return (await provider.RefreshToken.find(refreshToken))?.consumed !== undefined;
    },
  };
  const findToken = async (token: string) =>
    (await provider.ClientCredentials.find(token)) ?? (await provider.AccessToken.find(token));
  const callApi = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = request.headers;
    state.calls.push(authorization);
    const token = await findToken(authorization?.replace("Bearer ", "") ?? "");
    response.writeHead(token?.isValid ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ scope: token?.scope ?? null }));
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/oauth/")) {
      state.tokenRequests++;
      request.url = request.url.replace("/oauth", "");
      void provider.callback()(request, response);
    } else void callApi(request, response);
  });
  beforeAll(async () => {
    state.url = `http://127.0.0.1:${await listenOn(server)}`;
    provider = createProvider(state.url);
  });
  beforeEach(() => {
    state.tokenRequests = 0;
    state.calls.length = 0;
  });
  afterAll(() => closeServer(server));
  return state;
}

function createProvider(url: string): Provider {
  const toClient = ({ clientId, clientSecret }: typeof CLIENT, method: "basic" | "post") => ({
    client_id: clientId,
    client_secret: clientSecret,
    scope: "openid offline_access read write",
    grant_types: ["client_credentials", "refresh_token", "authorization_code"],
    redirect_uris: ["https://app.example/callback"],
    token_endpoint_auth_method: `client_secret_${method}` as const,
  });
  return new Provider(url, {
    clients: [toClient(CLIENT, "basic"), toClient(POST_CLIENT, "post")],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    scopes: ["openid", "offline_access", "read", "write", "admin"],
    ttl: { ClientCredentials: 600, AccessToken: 600, RefreshToken: 86_400, Grant: 86_400 },
    rotateRefreshToken: true,
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  });
}

export interface Service {
  /** The address of the API, as `baseUrl`. */
  readonly url: string;
  /** The number of token requests since the test began. */
  readonly tokenRequests: number;
  /** The `authorization` of each request of the API since the test began. */
  readonly calls: readonly (string | undefined)[];
  createRefreshToken(clientId?: string): Promise<string>;
  /** Ends an access token. */
  revoke(token: string): Promise<void>;
  /** Tells whether a refresh token was used. */
  isUsed(refreshToken: string): Promise<boolean>;
}
