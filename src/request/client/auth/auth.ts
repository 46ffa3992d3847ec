/** Credentials of a client: looks them up, keeps them, and writes them as headers or query parameters. */
import { explain } from "../../../base/explain.js";
import { writeMessage } from "../../../base/package.js";
import { describeKind } from "../../../base/values.js";
import type { AuthScheme, ClientCatalog } from "../../../catalog/client.js";
import type { HeaderRecord } from "../../endpoint/headers.js";
import type { FetchInit } from "../../endpoint/to-request.js";
import type { RequestOptions } from "../../endpoint/types.js";

/** Headers that are always credentials. */
export const SENSITIVE_HEADERS = ["authorization", "proxy-authorization", "cookie"];

export const NO_CREDENTIALS: Credentials = { header: {}, query: {}, secrets: [] };

/** The scheme of a service that declares none (RFC 6750). */
export const BEARER: AuthScheme = {
  name: "bearer",
  in: "header",
  key: "authorization",
  prefix: "Bearer ",
};

/** The route of token requests, which a mock answers by itself. */
export const TOKEN_ROUTE = "POST token";

/** Reads the credential of services with one scheme, which is a header. */
export const createAuthenticator: CreateAuthenticator = (auth, [scheme = BEARER] = []) => {
  const write = (text: unknown): Credentials => writeCredential(scheme, text);
  if (auth === undefined) return holdCredentials(NO_CREDENTIALS);
  const holder = holdCredentials(
    typeof auth === "function" ? async () => write(await auth()) : write(auth),
  );
  return {
    read: (request, defaults) =>
      hasOwnHeader(request, scheme.key, defaults) ? NO_CREDENTIALS : holder.read(),
    renew: (refused) => holder.renew(refused),
  };
};

/** Tells whether the caller or a hook has set a header, or removed the default one. */
export function hasOwnHeader(
  { headers }: RequestOptions,
  name: string,
  defaults: Readonly<HeaderRecord>,
): boolean {
  return headers[name] !== defaults[name];
}

/**
 * Holds the credentials of a source until the service refuses them.
 * @param source A function is called once for all requests that need credentials at the same time.
 */
export function holdCredentials(source: Credentials | (() => Promise<Credentials>)): Holder {
  if (typeof source !== "function") return { read: () => source, renew: () => false };
  let latest: Credentials | Promise<Credentials> | undefined;
  const ask = async (): Promise<Credentials> => {
    try {
      return (latest = await source());
    } catch (error) {
      latest = undefined;
      throw error;
    }
  };
  return {
    read: () => (latest ??= ask()),
    renew(refused) {
      if (latest === refused) latest = undefined;
      return refused !== NO_CREDENTIALS;
    },
  };
}

/** Text that a header can hold: visible characters and spaces of Latin-1. */
const PRINTABLE = /^[\x20-\x7e\xa0-\xff]+$/;

/**
 * Writes a credential as its scheme sends it.
 * @throws TypeError for text that no header can hold.
 */
export function writeCredential(
  { in: location, key, prefix = "" }: AuthScheme,
  text: unknown,
): Credentials {
  if (typeof text !== "string" || !PRINTABLE.test(text)) {
    const detail = explain(() => {
      // A credential is never shown, not even one that is passed by accident.
      const got =
        typeof text === "string" ? "empty or cannot stand in a header" : describeKind(text);
      return `is ${got}; expected visible characters of Latin-1`;
    });
    throw new TypeError(writeMessage("INVALID_OPTION", "The credential", detail));
  }
  return { ...NO_CREDENTIALS, [location]: { [key]: prefix + text }, secrets: [text] };
}

/** The route for errors: a caller may have written a credential into its query. */
export function showRoute({ guard }: Authenticator, route: string): string {
  return guard?.hide(route) ?? route;
}

// ---- Types

/** A credential, or a function that gives one: it is called once, and again after a 401. */
export type Credential = string | (() => string | Promise<string>);

/** The credentials of a request, as they are sent. */
export interface Credentials {
  readonly header: HeaderRecord;
  /** Parameters of the query. */
  readonly query: HeaderRecord;
  /** Texts that errors must not show. */
  readonly secrets: readonly string[];
}

/** The option `auth`: a credential, or an object with credentials or with what OAuth 2 needs. */
export type AuthOption = Credential | { readonly [key: string]: unknown } | undefined;

/**
 * Reads the option `auth`.
 * @throws TypeError for a credential that no header can hold, and for an option of another type.
 */
export type CreateAuthenticator = (
  auth: AuthOption,
  schemes: readonly AuthScheme[] | undefined,
  context: AuthContext,
) => Authenticator;

/** The client, for authenticators that send requests themselves. */
export interface AuthContext {
  readonly baseUrl: string;
  /** The client's options for each call of `fetch`, such as a dispatcher. */
  readonly init: object | undefined;
  /** Read for each request, because a mock replaces `fetch`. */
  readonly sender: () => {
    readonly fetch?:
      ((url: string, init: FetchInit, route: string) => Promise<Response>) | undefined;
    readonly retry: number;
    readonly maxRetryDelay: number;
    readonly now: () => number;
    readonly sleep: (delay: number, signal: undefined) => Promise<void>;
    readonly catalog: ClientCatalog;
  };
}

/** Gives credentials to requests. */
export interface Authenticator {
  /**
   * Returns the credentials of a request, without those of schemes for which the request has its own. Does
   * not call the functions of these, so that a function may use the same client to get a token.
   * @param defaults The default headers, which do not count as the request's own.
   */
  read(
    request: RequestOptions,
    defaults: Readonly<HeaderRecord>,
  ): Credentials | Promise<Credentials>;
  /**
   * Discards `refused`, so that the next `read()` asks again. Returns false if no credentials were sent, as
   * to another origin: sending again would change nothing.
   * @param isLast Set for a request that is not sent again, because its credentials are new ones.
   */
  renew(refused: Credentials, isLast?: boolean): boolean;
  /** For schemes that are parameters of the query. */
  readonly guard?: QueryGuard | undefined;
}

/** The credentials of one source. */
export interface Holder extends Pick<Authenticator, "renew"> {
  read(): Credentials | Promise<Credentials>;
}

/** Keeps credentials in the query out of errors and hooks (contract F.9). */
export interface QueryGuard {
  /** The credentials in the query of a URL. */
  find(url: string): readonly string[];
  /** Removes them from a route. */
  hide(route: string): string;
  /** The event for hooks of an attempt that was sent. */
  showEvent<Event extends SentEvent>(event: Event): Event;
  /** @param url Of the response, without the client's additions. */
  showResponse(response: Response, url: string): Response;
}

interface SentEvent {
  readonly route: string;
  readonly request: RequestOptions;
}
