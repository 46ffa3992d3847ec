import type { HeaderRecord } from "../endpoint/headers.js";
import { describe } from "../endpoint/errors.js";

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

/** Gives credentials to requests. */
export interface Authenticator {
  read(): Credentials | Promise<Credentials>;
  /**
   * Makes the next `read()` ask again, unless it was asked meanwhile. Returns whether that may give
   * other credentials: it may not where none were sent, as to another origin.
   */
  renew(refused: Credentials): boolean;
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
  return holdCredentials(
    typeof given === "function" ? async () => write(await given()) : write(given),
  );
};

/** @param source Requests that need credentials at the same time share one call of a function. */
export function holdCredentials(source: Credentials | (() => Promise<Credentials>)): Authenticator {
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

/**
 * Whether the caller or a hook has set a header of one of the schemes: one that differs from the
 * default header. Such a request gets nothing of `auth`, and a function given as `auth` is not called
 * for it. The function may therefore use the same client to get a token.
 */
export function hasCredentials(
  headers: HeaderRecord,
  defaults: Readonly<HeaderRecord>,
  schemes: readonly AuthScheme[] = [BEARER],
): boolean {
  return schemes.some(({ key }) => headers[key] !== defaults[key]);
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
