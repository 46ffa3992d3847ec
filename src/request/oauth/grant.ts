/**
 * Reads the caller's options for tokens (contract L.1, L.2). No message shows a value. There are two forms: a refresh
 * token of a user, with a function that saves the next one, or else id and secret of a program that acts for itself.
 */
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
  const client = {
    id: readTextOption("clientId", options),
    secret: readTextOption("clientSecret", options),
  };
  const refreshToken = readTextOption("refreshToken", options);
  const { save, load } = options;
  const isForUser = Object.hasOwn(options, "refreshToken") || (save ?? load) !== undefined;
  const isAbsent = isForUser
    ? refreshToken === undefined
    : client.id === undefined && client.secret === undefined;
  if (isAbsent) return undefined;
  const missing = isForUser ? findMissingOfUser(options) : findMissingOfProgram(client);
  if (missing !== undefined) throw wrongAuth(`has no "${missing}"`, FORMS);
  if (load !== undefined && typeof load !== "function")
    throw wrongAuth(`has ${describeKind(load)} as "load"`, "a function");
  const form = writeForm(options, isForUser ? "refresh_token" : "client_credentials");
  const declaredUrl = (isForUser ? scheme.refreshUrl : undefined) ?? scheme.tokenUrl;
  return {
    url: readTokenUrl(readTextOption("tokenUrl", options) ?? declaredUrl, baseUrl),
    form,
    client,
    isPost: scheme.clientAuthentication === "post",
    refreshToken,
    load: load as Grant["load"], // checked
    save: save as Grant["save"], // checked for a user; a program has no refresh token to save
  };
}

const OTHER_KEYS = ["load", "scopes", "parameters", "tokenUrl"];
const KNOWN_KEYS = ["clientId", "clientSecret", "refreshToken", "save", ...OTHER_KEYS];
const FORMS = `"clientId" with "clientSecret", or "refreshToken" with the function "save"`;

/** The option that is missing for a program that acts for a user. */
function findMissingOfUser({ save }: UnknownRecord): string | undefined {
  return typeof save === "function" ? undefined : "save";
}

/** The option that is missing for a program that acts for itself. */
function findMissingOfProgram({ id, secret }: Grant["client"]): string | undefined {
  if (id === undefined) return "clientId";
  return secret === undefined ? "clientSecret" : undefined;
}

/** The fields that every token request of the grant has. */
function writeForm(
  { parameters = {}, scopes = [] }: UnknownRecord,
  grantType: string,
): Grant["form"] {
  const form: Record<string, string> = { ...readParameters(parameters), grant_type: grantType };
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
