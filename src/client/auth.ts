import type { HeaderRecord } from "../endpoint/headers.js";
import { describe } from "../endpoint/errors.js";

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
  readonly headers: HeaderRecord;
  /** `key=value`, encoded. */
  readonly query: string;
  /** What no error may show. */
  readonly secrets: readonly string[];
}

export const NO_CREDENTIALS: Credentials = { headers: {}, query: "", secrets: [] };

/** Gives credentials to requests. */
export interface Authenticator {
  read(): Credentials | Promise<Credentials>;
  /**
   * Makes the next `read()` ask again, unless it was asked meanwhile. Returns whether there is
   * anything to ask.
   */
  renew(refused: Credentials): boolean;
}

const BEARER: AuthScheme = {
  name: "bearer",
  in: "header",
  key: "authorization",
  prefix: "Bearer ",
};

/**
 * @param given One credential for the first of the schemes, or credentials by the names of schemes.
 * @throws TypeError
 */
export function createAuthenticator(
  schemes: readonly AuthScheme[] = [BEARER],
  given: Credential | { readonly [scheme: string]: Credential | undefined } | undefined,
): Authenticator {
  const [first = BEARER] = schemes;
  const named =
    typeof given === "object" ? given : given === undefined ? {} : { [first.name]: given };
  const sources = Object.entries(named).map(([name, source]): [AuthScheme, Credential] => {
    const scheme = schemes.find((each) => each.name === name);
    if (scheme !== undefined && (typeof source === "string" || typeof source === "function"))
      return [scheme, source];
    const names = schemes.map((each) => each.name).join(", ");
    const expected = `a string or a function under one of the names ${names}`;
    // A credential is never shown, not even one that is passed by mistake.
    throw new TypeError(
      `Option "auth" has ${describe(source)} as "${name}"; expected ${expected}.`,
    );
  });
  const isRenewable = sources.some(([, source]) => typeof source === "function");
  let known: Credentials | undefined;
  let asked: Promise<Credentials> | undefined;
  if (!isRenewable)
    known = combine(sources.map(([scheme, source]) => writeCredential(scheme, source)));

  async function ask(): Promise<Credentials> {
    try {
      const parts = sources.map(async ([scheme, source]) =>
        writeCredential(scheme, typeof source === "function" ? await source() : source),
      );
      return (known = combine(await Promise.all(parts)));
    } finally {
      asked = undefined;
    }
  }
  return {
    read: () => known ?? (asked ??= ask()),
    renew(refused) {
      if (isRenewable && known === refused) known = undefined;
      return isRenewable;
    },
  };
}

/** What can stand in a header: visible characters and spaces of Latin-1. */
const PRINTABLE = /^[\x20-\x7e\xa0-\xff]+$/;

function writeCredential(
  { in: location, key, prefix = "", isBasic }: AuthScheme,
  credential: unknown,
): Credentials {
  const value = isBasic && typeof credential === "string" ? toBase64(credential) : credential;
  if (typeof value !== "string" || !PRINTABLE.test(value)) {
    const got = typeof value === "string" ? "empty or has a line break" : describe(value);
    throw new TypeError(`The credential is ${got}; expected text of visible characters.`);
  }
  const secrets = [value];
  // A password by itself is a secret, too.
  if (isBasic) secrets.push(String(credential), String(credential).replace(/^[^:]*:/, ""));
  return location === "header"
    ? { headers: { [key]: prefix + value }, query: "", secrets }
    : { headers: {}, query: `${encodeURIComponent(key)}=${encodeURIComponent(value)}`, secrets };
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function combine(parts: readonly Credentials[]): Credentials {
  return {
    headers: Object.assign({}, ...parts.map(({ headers }) => headers)) as HeaderRecord, // of these
    query: parts
      .map(({ query }) => query)
      .filter(Boolean)
      .join("&"),
    secrets: parts.flatMap(({ secrets }) => secrets),
  };
}

// ---- Where credentials may go

/** Headers that are credentials, whoever sets them. */
const SENSITIVE = ["authorization", "proxy-authorization", "cookie"];

/** Takes all credentials out of the headers of a request that leaves for another origin. */
export function dropCredentials(headers: HeaderRecord, { headers: own }: Credentials): void {
  for (const name of [...SENSITIVE, ...Object.keys(own)]) Reflect.deleteProperty(headers, name);
}

/** The same for credentials that are default headers: those of a single call are meant to be sent. */
export function dropDefaults(headers: HeaderRecord, defaults: Readonly<HeaderRecord>): void {
  for (const name of SENSITIVE)
    if (headers[name] === defaults[name]) Reflect.deleteProperty(headers, name);
}

/** The credentials of a request, and their parts: what no error may show. */
export function findSecrets(headers: HeaderRecord, { secrets }: Credentials): ReadonlySet<string> {
  const values = SENSITIVE.map((name) => headers[name] ?? "").filter(Boolean);
  const parts = values
    .flatMap((value) => value.split(/[\s;=,]+/))
    .filter((part) => part.length > 5);
  // Longer ones first, so that none is left in pieces.
  return new Set([...secrets, ...values, ...parts].sort((one, other) => other.length - one.length));
}
