import type { HeaderRecord } from "../endpoint/headers.js";
import { describe } from "../endpoint/errors.js";
import type { QueryGuard } from "./query-guard.js";

/** Headers that are credentials, whoever sets them. */
export const SENSITIVE = ["authorization", "proxy-authorization", "cookie"];

/** How a service takes credentials, from `auth` in the YAML. */
export interface AuthScheme {
  readonly name: string;
  readonly in: "header" | "query";
  /** The header, in lowercase, or the query parameter. */
  readonly key: string;
  /** Stands before the credential. */
  readonly prefix?: string;
  /** The credential is `<user>:<password>`, and sent in base64 (RFC 7617). */
  readonly isBasic?: boolean;
}

/** A credential, or what gives one: it is asked once, and again after a 401. */
export type Credential = string | (() => string | Promise<string>);

/** What a request gets on its way to the service. */
export interface Credentials {
  readonly header: HeaderRecord;
  /** Parameters of the query. */
  readonly query: HeaderRecord;
  /** What no error may show. */
  readonly secrets: readonly string[];
}

export const NO_CREDENTIALS: Credentials = { header: {}, query: {}, secrets: [] };

/** A request that may bring credentials of its own. */
export interface Bearing {
  readonly url: string;
  readonly headers: HeaderRecord;
}

/** Gives credentials to requests. */
export interface Authenticator {
  /**
   * The credentials of a request. One that the request brings itself takes the place of that of the
   * same scheme, whose function is not called. The function may therefore use the same client to get
   * a token.
   * @param defaults The default headers, which do not count as the request's own.
   */
  read(request: Bearing, defaults: Readonly<HeaderRecord>): Credentials | Promise<Credentials>;
  /**
   * Makes the next `read()` ask again, unless it was asked meanwhile. Returns whether that may give
   * other credentials: it may not where none were sent, as to another origin.
   */
  renew(refused: Credentials): boolean;
  /** For schemes that are parameters of the query. */
  readonly guard?: QueryGuard | undefined;
}

export const BEARER: AuthScheme = {
  name: "bearer",
  in: "header",
  key: "authorization",
  prefix: "Bearer ",
};

export type Given = Credential | { readonly [scheme: string]: Credential | undefined } | undefined;

/** Reads the option `auth`. @throws TypeError */
export type CreateAuthenticator = (
  given: Given,
  schemes: readonly AuthScheme[] | undefined,
) => Authenticator;

/** For services with one scheme, which is a header. */
export const createAuthenticator: CreateAuthenticator = (given, [scheme = BEARER] = []) => {
  const write = (text: unknown): Credentials => writeCredential(scheme, text);
  if (given === undefined) return holdCredentials(NO_CREDENTIALS);
  const holder = holdCredentials(
    typeof given === "function" ? async () => write(await given()) : write(given),
  );
  return {
    read: (request, defaults) =>
      hasOwnHeader(request, scheme.key, defaults) ? NO_CREDENTIALS : holder.read(),
    renew: (refused) => holder.renew(refused),
  };
};

/** Whether the caller or a hook has set a header, or removed the default one. */
export function hasOwnHeader(
  { headers }: Bearing,
  name: string,
  defaults: Readonly<HeaderRecord>,
): boolean {
  return headers[name] !== defaults[name];
}

/** The credentials of one source. */
export interface Holder extends Pick<Authenticator, "renew"> {
  read(): Credentials | Promise<Credentials>;
}

/** @param source Requests that need credentials at the same time share one call of a function. */
export function holdCredentials(source: Credentials | (() => Promise<Credentials>)): Holder {
  if (typeof source !== "function") return { read: () => source, renew: () => false };
  let known: Credentials | Promise<Credentials> | undefined;
  const ask = async (): Promise<Credentials> => {
    try {
      return (known = await source());
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
  return {
    read: () => (known ??= ask()),
    renew(refused) {
      if (known === refused) known = undefined;
      return refused !== NO_CREDENTIALS;
    },
  };
}

/** What can stand in a header: visible characters and spaces of Latin-1. */
const PRINTABLE = /^[\x20-\x7e\xa0-\xff]+$/;

export function writeCredential(
  { in: location, key, prefix = "" }: AuthScheme,
  text: unknown,
): Credentials {
  if (typeof text !== "string" || !PRINTABLE.test(text)) {
    const got = typeof text === "string" ? "empty or cannot stand in a header" : describe(text);
    // A credential is never shown, not even one that is passed by mistake.
    throw new TypeError(`The credential is ${got}; expected visible characters of Latin-1.`);
  }
  return { ...NO_CREDENTIALS, [location]: { [key]: prefix + text }, secrets: [text] };
}

/** Takes default headers that are credentials from a request to another origin. */
export function dropDefaults(
  headers: HeaderRecord,
  defaults: Readonly<HeaderRecord>,
  names: readonly string[],
): void {
  for (const name of names)
    if (headers[name] === defaults[name]) Reflect.deleteProperty(headers, name);
}
