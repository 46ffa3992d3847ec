/** Reads the caller's options for tokens (contract L.1, L.2). No message shows a value. */
import { describeKind, isObject } from "../../base/values.js";
import type { OAuthScheme } from "../../catalog/client.js";
import { hideUserInfo } from "../client/hide-credentials.js";
import type { UnknownRecord } from "../endpoint/values.js";

/**
 * Reads and checks the options; `undefined` if all credentials are undefined.
 * @throws TypeError for options that are missing, unknown or of another type, and for an unsafe address.
 */
export function readGrant(
  options: UnknownRecord,
  scheme: OAuthScheme,
  baseUrl: string,
): Grant | undefined {
  for (const key of Object.keys(options))
    if (!KNOWN_KEYS.includes(key))
      throw wrongAuth(`has "${key}"`, `${FORMS}; beside them ${OTHER_KEYS.join(", ")}`);
  const { save, load } = options;
  const client = {
    id: readTextOption("clientId", options),
    secret: readTextOption("clientSecret", options),
  };
  const refreshToken = readTextOption("refreshToken", options);
  const refreshes = Object.hasOwn(options, "refreshToken") || (save ?? load) !== undefined;
  const hasClient = client.id !== undefined || client.secret !== undefined;
  if (refreshToken === undefined && (refreshes || !hasClient)) return undefined;
  expectComplete(options, client, refreshes);
  const form = writeForm(options, refreshes);
  const declared = (refreshes ? scheme.refreshUrl : undefined) ?? scheme.tokenUrl;
  return {
    url: readTokenUrl(readTextOption("tokenUrl", options) ?? declared, baseUrl),
    form,
    client,
    isPost: scheme.clientAuthentication === "post",
    refreshToken,
    load: load as Grant["load"], // checked
    save: save as Grant["save"], // checked, or never called
  };
}

const OTHER_KEYS = ["load", "scopes", "parameters", "tokenUrl"];
const KNOWN_KEYS = ["clientId", "clientSecret", "refreshToken", "save", ...OTHER_KEYS];
const FORMS = `"clientId" with "clientSecret", or "refreshToken" with the function "save"`;

/** @throws TypeError if a key is missing that its form needs, or if `load` is no function. */
function expectComplete(
  { save, load }: UnknownRecord,
  { id, secret }: Grant["client"],
  refreshes: boolean,
): void {
  if (refreshes ? typeof save !== "function" : id === undefined || secret === undefined) {
    const missing = refreshes ? "save" : id === undefined ? "clientId" : "clientSecret";
    throw wrongAuth(`has no "${missing}"`, FORMS);
  }
  if (load !== undefined && typeof load !== "function")
    throw wrongAuth(`has ${describeKind(load)} as "load"`, "a function");
}

/** The fields that every token request of the grant has. */
function writeForm(
  { parameters = {}, scopes = [] }: UnknownRecord,
  refreshes: boolean,
): Grant["form"] {
  const form: Record<string, string> = {
    ...readParameters(parameters),
    grant_type: refreshes ? "refresh_token" : "client_credentials",
  };
  const scope = readScopes(scopes);
  if (scope !== "") form["scope"] = scope;
  return form;
}

function wrongAuth(got: string, expected: string): TypeError {
  return new TypeError(`Option "auth" ${got}; expected ${expected}.`);
}

function readTextOption(name: string, { [name]: value }: UnknownRecord): string | undefined {
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  const got = value === "" ? "an empty text" : describeKind(value);
  throw wrongAuth(`has ${got} as "${name}"`, "text");
}

function readParameters(parameters: unknown): Readonly<Record<string, string>> {
  if (isObject(parameters) && Object.values(parameters).every((each) => typeof each === "string"))
    return parameters as Record<string, string>;
  throw wrongAuth(`has ${describeKind(parameters)} as "parameters"`, "an object with texts");
}

/** Joins the scopes by spaces (RFC 6749, section 3.3). */
function readScopes(scopes: unknown): string {
  if (
    Array.isArray(scopes) &&
    scopes.every((each) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(String(each)))
  )
    return scopes.join(" ");
  throw wrongAuth(
    `has ${describeKind(scopes)} as "scopes"`,
    "a list of scopes, each without spaces",
  );
}

/** Hosts of this machine: requests to them do not go over a network. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Resolves a relative URL against the base address, or against its origin after a leading slash. */
function readTokenUrl(text: string, baseUrl: string): string {
  const base = `${baseUrl}/`;
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (url && isSafe && url.username + url.password === "") {
    url.hash = "";
    return url.href;
  }
  const shown = hideUserInfo(url?.href ?? text).replace(/[?#].*/s, "");
  const expected = "an https: address without user and password, or an http: one of this machine";
  throw new TypeError(`The token URL is ${JSON.stringify(shown)}; expected ${expected}.`);
}

/** The parts of token requests. */
export interface Grant {
  readonly url: string;
  /** The fields of the request, without those of the client and the refresh token. */
  readonly form: Readonly<Record<string, string>>;
  readonly client: { readonly id: string | undefined; readonly secret: string | undefined };
  /** Id and secret are fields of the request, too. */
  readonly isPost: boolean;
  /** The first refresh token; `undefined` for client credentials. */
  readonly refreshToken: string | undefined;
  readonly load: (() => unknown) | undefined;
  readonly save: (refreshToken: string) => unknown;
}

// ---- The option `auth` of a client that gets its tokens itself (contract L.1)

interface TokenOptions<Scope extends string> {
  /** Default: the scopes that the service grants by itself. */
  readonly scopes?: readonly (Scope | (string & {}))[] | undefined;
  /** Further fields of each token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Replaces the service's token URL. */
  readonly tokenUrl?: string | undefined;
}

/**
 * Credentials of a program that acts for itself (RFC 6749, section 4.4). If id and secret are both
 * `undefined`, no credential is sent.
 */
export interface ClientCredentials<Scope extends string = string> extends TokenOptions<Scope> {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken?: undefined;
  readonly save?: undefined;
  readonly load?: undefined;
}

/** Tokens of a program that acts for a user who has agreed to it (RFC 6749, section 6). */
export interface RefreshTokens<Scope extends string = string> extends TokenOptions<Scope> {
  /** The latest saved refresh token. */
  readonly refreshToken: string | undefined;
  /**
   * Stores a new refresh token, which replaces the former one. It is awaited before the token that came with
   * it is used.
   */
  readonly save: (refreshToken: string) => void | Promise<void>;
  /**
   * Returns the latest saved refresh token, which another process may have replaced. It is awaited before
   * each token request, and once more if the service refuses the token. Needed where several processes share a
   * refresh token that is valid once.
   */
  readonly load?: (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}
