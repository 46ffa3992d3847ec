/** A service whose authorization server and API answer by a script, and clients of it. */
import type { AuthScheme, OAuthScheme } from "../../src/catalog/client.js";
import { json, startServer, type Step } from "../client/server.js";
import { createService, type Options } from "./service.js";

export const CLIENT = { clientId: "acme", clientSecret: "s3cret" };
export const USER = { refreshToken: "r0", save: () => undefined };

/** One service for the tests of a file. */
export function startScripted() {
  const authority = startServer();
  const api = startServer();
  const connect = (
    auth: Options["auth"] = CLIENT,
    options: Partial<Options> = {},
    oauth: Partial<OAuthScheme> = {},
    otherSchemes: readonly AuthScheme[] = [],
  ) =>
    createService(
      { baseUrl: api.url, auth, retry: 0, ...options },
      { tokenUrl: `${authority.url}/token`, ...oauth },
      otherSchemes,
    );
  /** The header `authorization` of each request of the API. */
  const sent = (): (string | undefined)[] =>
    api.arrivals.map(({ headers }) => headers.authorization);
  return { authority, api, connect, sent };
}

/** Answers a token request. */
export const grant = (token: string, fields: object = {}): Step =>
  json({ access_token: token, token_type: "Bearer", expires_in: 600, ...fields });
