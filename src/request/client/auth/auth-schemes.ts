/** Credentials of services with several schemes, or with one that is not a plain header. */
import { explain } from "../../../base/explain.js";
import { writeMessage } from "../../../base/package.js";
import { describeKind } from "../../../base/values.js";
import type { AuthScheme } from "../../../catalog/client.js";
import type { HeaderRecord } from "../../endpoint/headers.js";
import type { RequestOptions } from "../../endpoint/types.js";
import {
  BEARER,
  hasOwnHeader,
  holdCredentials,
  NO_CREDENTIALS,
  writeCredential,
  type Authenticator,
  type AuthOption,
  type CreateAuthenticator,
  type Credential,
  type Credentials,
  type Holder,
} from "./auth.js";
import { QUERY_CODE, type QueryCode } from "./query-credentials.js";

/**
 * Reads the credentials of services with several schemes, basic credentials, a cookie, or a query parameter.
 * One credential is for the first of the schemes; several are keyed by the names of schemes.
 */
export const createSchemeAuthenticator: CreateAuthenticator = (auth, schemes) =>
  joinSchemes(auth, schemes, holdCredential, QUERY_CODE);

/** The same for services of which no scheme is a query parameter. */
export const createHeaderAuthenticator: CreateAuthenticator = (auth, schemes) =>
  joinSchemes(auth, schemes, holdCredential);

/**
 * Joins the credentials of several schemes, each of which is renewed by itself.
 * @param queryCode Needed if one of them is a query parameter.
 */
export function joinSchemes(
  auth: AuthOption,
  schemes: readonly AuthScheme[] = [BEARER],
  hold: HoldSource,
  queryCode?: QueryCode,
): Authenticator {
  const holders = readHolders(auth, schemes, hold);
  /** The parts of joined credentials, of which the client knows no more than that they were refused. */
  const partsOf = new WeakMap<Credentials, readonly HeldCredentials[]>();
  const queries = schemes.filter((scheme) => scheme.in === "query").map(({ key }) => key);
  return {
    guard: queries.length > 0 ? queryCode?.createGuard(queries) : undefined,
    read(request, defaults) {
      const used = holders.filter(
        ({ scheme }) => !hasOwnCredential(scheme, request, defaults, queryCode),
      );
      const join = (all: readonly Credentials[]): Credentials => {
        const joined = combine(all, request.headers["cookie"]);
        const parts = used.map(({ holder }, index) => ({
          holder,
          credentials: all[index] ?? NO_CREDENTIALS,
        }));
        partsOf.set(joined, parts);
        return joined;
      };
      const all = used.map(({ holder }) => holder.read());
      return all.every(isReady) ? join(all) : Promise.all(all.map(async (each) => each)).then(join);
    },
    renew: (refused, isLast) =>
      (partsOf.get(refused) ?? [])
        .map(({ holder, credentials }) => holder.renew(credentials, isLast)) // each of them
        .some((isRenewed) => isRenewed),
  };
}

function isReady(credentials: Credentials | Promise<Credentials>): credentials is Credentials {
  return !(credentials instanceof Promise);
}

/** Tells whether a request has a credential of its own for a scheme. A cookie is found by its name. */
function hasOwnCredential(
  { in: location, key, prefix = "" }: AuthScheme,
  request: RequestOptions,
  defaults: Readonly<HeaderRecord>,
  queryCode: QueryCode | undefined,
): boolean {
  // Without the code, as if it had one: nothing would keep the credential out of errors.
  if (location === "query") return !queryCode || queryCode.find(request.url, [key]).length > 0;
  if (!hasOwnHeader(request, key, defaults)) return false;
  const cookies =
    key === "cookie" && prefix !== "" ? request.headers[key]?.split(/; */) : undefined;
  return cookies?.some((cookie) => cookie.startsWith(prefix)) ?? true;
}

/**
 * Combines the credentials of several schemes.
 * @param cookie The cookies that the request has already.
 */
function combine(parts: readonly Credentials[], cookie: string | undefined): Credentials {
  const header = Object.fromEntries(parts.flatMap(({ header }) => Object.entries(header)));
  if (header["cookie"] !== undefined) {
    const cookies = [cookie, ...parts.map((part) => part.header["cookie"])];
    header["cookie"] = cookies.filter((text) => text !== undefined).join("; ");
  }
  return {
    header,
    query: Object.fromEntries(parts.flatMap(({ query }) => Object.entries(query))),
    secrets: parts.flatMap(({ secrets }) => secrets),
  };
}

// ---- One scheme

/**
 * Creates a holder for each credential of the option `auth`.
 * @throws TypeError for an unknown scheme, or a credential of another type.
 */
function readHolders(
  auth: AuthOption,
  schemes: readonly AuthScheme[],
  hold: HoldSource,
): readonly SchemeHolder[] {
  const [first] = schemes;
  const byScheme = typeof auth === "object" ? auth : { [first?.name ?? ""]: auth };
  return Object.entries(auth === undefined ? {} : byScheme).flatMap(([name, source]) => {
    const scheme = schemes.find((each) => each.name === name);
    if (scheme && source === undefined) return []; // an environment variable that is not set
    const holder = scheme && hold(scheme, source);
    if (scheme && holder) return [{ scheme, holder }];
    const detail = explain(() => {
      const names = schemes.map((each) => each.name).join(", ");
      // A credential is never shown, not even one that is passed by accident.
      const got = `${describeKind(source)} as "${name}"`;
      return `has ${got}; expected a string or a function under one of the names ${names}`;
    });
    throw new TypeError(writeMessage("INVALID_OPTION", 'Option "auth"', detail));
  });
}

/** Holds a credential that the caller passes, or a function that gives one. */
export const holdCredential: HoldSource = (scheme, source) => {
  if (isCredential(source))
    return holdCredentials(
      typeof source === "string"
        ? writeWithScheme(scheme, source)
        : async () => writeWithScheme(scheme, await source()),
    );
  return undefined;
};

function isCredential(source: unknown): source is Credential {
  return typeof source === "string" || typeof source === "function";
}

function writeWithScheme(scheme: AuthScheme, credential: unknown): Credentials {
  if (!scheme.isBasic || typeof credential !== "string") return writeCredential(scheme, credential);
  if (!credential.includes(":")) {
    const detail = explain(
      () =>
        'is text without a colon; expected "<user>:<password>", in which the password may be empty ("<user>:")',
    );
    throw new TypeError(writeMessage("INVALID_OPTION", "The credential", detail));
  }
  const written = writeCredential(scheme, toBase64(credential));
  // The password alone is a secret, too.
  const secrets = [...written.secrets, credential, credential.slice(credential.indexOf(":") + 1)];
  return { ...written, secrets };
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

// ---- Types

/** A part of joined credentials, with the holder that renews it. */
interface HeldCredentials {
  readonly holder: Holder;
  readonly credentials: Credentials;
}

/** The credentials of one scheme. */
interface SchemeHolder {
  readonly scheme: AuthScheme;
  readonly holder: Holder;
}

/** Holds the credential of a scheme; `undefined` for a source of another kind. */
export type HoldSource = (scheme: AuthScheme, source: unknown) => Holder | undefined;
