/** A service with an authorization server of its own: `oidc-provider`, and an API that asks it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider, { type Client } from "oidc-provider";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeServer, listenOn } from "../http/server.js";

/** With characters that a form, a URL and JSON spell differently. */
export const CLIENT = { clientId: "acme app", clientSecret: 's3cret/"w0rd"+&=:%' };
export const POST_CLIENT = { clientId: "acme-post", clientSecret: "p0st-s3cret/+&=" };

/** Starts one service for the tests of a file. */
export function startService(): Service {
  const service = new ProviderService();
  beforeAll(() => service.start());
  beforeEach(() => service.reset());
  afterAll(() => service.close());
  return service;
}

export interface Service {
  /** Address of the API, as `baseUrl`. */
  readonly url: string;
  /** Number of token requests since the test began. */
  readonly tokenRequests: number;
  /** The `authorization` of each request of the API since the test began. */
  readonly calls: readonly (string | undefined)[];
  createRefreshToken(clientId?: string): Promise<string>;
  /** Ends an access token. */
  revoke(token: string): Promise<void>;
  /** Tells if a refresh token was used. */
  isUsed(refreshToken: string): Promise<boolean>;
}

class ProviderService implements Service {
  url = "";
  tokenRequests = 0;
  readonly calls: (string | undefined)[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #provider!: Provider; // from `start` on

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listenOn(this.#server)}`;
    this.#provider = createProvider(this.url);
  }

  reset(): void {
    this.tokenRequests = 0;
    this.calls.length = 0;
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  async createRefreshToken(clientId: string = CLIENT.clientId): Promise<string> {
    const client = (await this.#provider.Client.find(clientId)) as Client; // it was registered
    const grant = new this.#provider.Grant({ accountId: "user", clientId });
    grant.addOIDCScope("openid offline_access read");
    const token = new this.#provider.RefreshToken({
      accountId: "user",
      client,
      grantId: await grant.save(),
      gty: "authorization_code",
      scope: "openid offline_access read",
      expiresWithSession: false,
    });
    return token.save();
  }

  async revoke(token: string): Promise<void> {
    await (await this.#findToken(token))?.destroy();
  }

  async isUsed(refreshToken: string): Promise<boolean> {
    return (await this.#provider.RefreshToken.find(refreshToken))?.consumed !== undefined;
  }

  /** Leaves `/oauth/` to the provider; everything else is the API. */
  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.startsWith("/oauth/") !== true) {
      void this.#answerCall(request, response);
      return;
    }
    this.tokenRequests++;
    request.url = request.url.replace("/oauth", "");
    void this.#provider.callback()(request, response);
  }

  /** Answers a call of the API with the scope of its token; with 401 if that is not valid. */
  async #answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization } = request.headers;
    this.calls.push(authorization);
    const token = await this.#findToken(authorization?.replace("Bearer ", "") ?? "");
    response.writeHead(token?.isValid ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ scope: token?.scope ?? null }));
  }

  async #findToken(token: string) {
    const { ClientCredentials, AccessToken } = this.#provider;
    return (await ClientCredentials.find(token)) ?? (await AccessToken.find(token));
  }
}

function createProvider(url: string): Provider {
  return new Provider(url, {
    clients: [describeClient(CLIENT, "basic"), describeClient(POST_CLIENT, "post")],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    scopes: ["openid", "offline_access", "read", "write", "admin"],
    ttl: { ClientCredentials: 600, AccessToken: 600, RefreshToken: 86_400, Grant: 86_400 },
    rotateRefreshToken: true,
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  });
}

function describeClient({ clientId, clientSecret }: typeof CLIENT, method: "basic" | "post") {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    scope: "openid offline_access read write",
    grant_types: ["client_credentials", "refresh_token", "authorization_code"],
    redirect_uris: ["https://app.example/callback"],
    token_endpoint_auth_method: `client_secret_${method}` as const,
  };
}
