/** Checks and reads `auth` of `vendor.yaml`: how credentials are sent. */
import { entriesOf, isMap, type JsonMap } from "../../model/json.js";
import { alternatives, nearestKey } from "../../model/messages.js";
import { type DeclaredScheme, OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";

/**
 * The schemes of `auth`: a map of schemes, as in `{ user: { bearer: true }, app: { header: x-app } }`, or a single one
 * without a name of its own, as in `{ bearer: true }`.
 */
export function listSchemes(auth: unknown): readonly LocatedScheme[] {
  if (!isMap(auth)) return [];
  const named = isSingleScheme(auth) ? [] : listNamedSchemes(auth);
  if (named.length > 0) return named;
  const kind = SCHEME_KINDS.find((candidate) => candidate in auth);
  return [{ name: String(kind), path: ["auth"], scheme: auth }];
}

/** Tests for a kind with its value. A map under `bearer` is a scheme of that name. */
function isSingleScheme(auth: JsonMap): boolean {
  return SCHEME_KINDS.some((kind) => kind in auth && !isMap(auth[kind]));
}

function listNamedSchemes(auth: JsonMap): readonly LocatedScheme[] {
  return entriesOf(auth).flatMap(([name, scheme]) =>
    isMap(scheme) ? [{ name, path: ["auth", name], scheme }] : [],
  );
}

/** The kinds of schemes. A scheme has one of these keys. */
const SCHEME_KINDS = ["bearer", "basic", "header", "query", "oauth2"];

/** The names of the schemes; bearer tokens are the default. */
export function listSchemeNames({ value }: YamlDocument): readonly string[] {
  const schemes = listSchemes(valueAt(value, "auth"));
  return schemes.length === 0 ? ["bearer"] : schemes.map(({ name }) => name);
}

/** Complains about names of undeclared schemes. */
export function checkSchemeNames(
  document: YamlDocument,
  path: Path,
  schemeNames: unknown,
  names: readonly string[],
): void {
  const list: readonly unknown[] = Array.isArray(schemeNames) ? schemeNames : [schemeNames];
  for (const [index, name] of list.entries()) {
    if (typeof name !== "string" || names.includes(name)) continue;
    const message = `The scheme \`${name}\` is undeclared; expected ${alternatives(names)}.`;
    const suggestion = nearestKey(name, names);
    const at = Array.isArray(schemeNames) ? [...path, index] : path;
    document.complain(at, { message, suggestion });
  }
}

/** Complains about a scheme without a kind, with several, or with keys of another kind. */
export function checkScheme(document: YamlDocument, path: Path, scheme: JsonMap): void {
  const kinds = SCHEME_KINDS.filter((kind) => kind in scheme);
  if (kinds.length !== 1) {
    const got = kinds.length === 0 ? "no kind" : alternatives(kinds, "and");
    const message = `The scheme has ${got}; expected one of ${alternatives(SCHEME_KINDS)}.`;
    document.complain(path, { message, atKey: true });
  }
  for (const [key, kind] of Object.entries(KEYS_OF_KIND)) {
    if (kinds.length !== 1 || !(key in scheme) || kind in scheme) continue;
    const message = `The key \`${key}\` is beside no \`${kind}\`; expected it only there.`;
    document.complain([...path, key], { message, atKey: true });
  }
  for (const key of ["oauth2", "refreshUrl"]) checkTokenUrl(document, [...path, key], scheme[key]);
}

/** Keys that only schemes of one kind can have. */
const KEYS_OF_KIND: Readonly<Record<string, string>> = {
  prefix: "header",
  password: "basic",
  refreshUrl: "oauth2",
  flows: "oauth2",
  clientAuthentication: "oauth2",
  scopes: "oauth2",
  clientId: "oauth2",
  clientSecret: "oauth2",
};

function checkTokenUrl(document: YamlDocument, path: Path, url: unknown): void {
  if (typeof url !== "string" || isTokenUrl(url)) return;
  const message = `The URL is ${JSON.stringify(url)}; expected one with \`https:\`, or a relative one.`;
  document.complain(path, { message });
}

/** Tests whether secrets may be sent to a URL: with TLS, to this machine, or relative (RFC 6749, section 3.2). */
export function isTokenUrl(url: string): boolean {
  if (/[\s{}]/.test(url) || !URL.canParse(url, "https://a.example/")) return false;
  const { protocol, hostname, username, password, hash } = new URL(url, "https://a.example/");
  const isSafe =
    protocol === "https:" ||
    (protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
  return isSafe && username + password + hash === "";
}

/** Reads a validated scheme. */
export function readScheme({ name, scheme }: LocatedScheme): DeclaredScheme {
  const { bearer, basic, header, query, oauth2, prefix, with: companions } = scheme;
  const common = {
    name,
    ...(companions !== undefined && { with: companions as readonly string[] }), // validated
  };
  if (typeof query === "string") return { ...common, in: "query", key: query };
  const inHeader = { ...common, in: "header" as const };
  if (bearer === true) return { ...inHeader, key: "authorization", prefix: "Bearer " };
  if (basic === true) return { ...inHeader, key: "authorization", prefix: "Basic ", isBasic: true };
  if (typeof oauth2 === "string")
    return { ...inHeader, key: "authorization", prefix: "Bearer ", ...readOAuth(oauth2, scheme) };
  const key = String(header).toLowerCase();
  return { ...inHeader, key, ...(typeof prefix === "string" && { prefix }) };
}

function readOAuth(
  tokenUrl: string,
  scheme: JsonMap,
): Required<Pick<DeclaredScheme, "oauth" | "flows" | "scopes">> {
  const { refreshUrl, clientAuthentication, flows, scopes } = scheme as OAuthEntry; // validated
  return {
    oauth: {
      tokenUrl,
      ...(refreshUrl !== undefined && { refreshUrl }),
      ...(clientAuthentication === "post" && { clientAuthentication }),
    },
    flows: [...(flows ?? OAUTH_FLOWS)],
    scopes: Object.entries(scopes ?? {}).map(([scope, text]) => [scope, text ?? ""]),
  };
}

// ---- Types

/** A scheme as it stands in `vendor.yaml`. */
export interface LocatedScheme {
  /** That of a single scheme is its kind. */
  readonly name: string;
  readonly path: Path;
  readonly scheme: JsonMap;
}

interface OAuthEntry {
  readonly refreshUrl?: string;
  readonly clientAuthentication?: "basic" | "post";
  readonly flows?: readonly OAuthFlow[];
  readonly scopes?: Readonly<Record<string, string | null>>;
}
