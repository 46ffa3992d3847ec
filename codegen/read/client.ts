/** Checks and reads the credentials and the pagination rules of `vendor.yaml`. */
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import { alternatives, nearestKey } from "../model/messages.js";
import {
  type DeclaredScheme,
  OAUTH_FLOWS,
  type OAuthFlow,
  type Pagination,
  type PaginationRule,
  type RoutePagination,
  type VendorClient,
} from "../model/model.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";

// ---- Checks

/** Complains about schemes and rules of `vendor.yaml` whose keys do not fit together. */
export function checkClient(document: YamlDocument): void {
  const { auth, pagination } = isMap(document.value) ? document.value : {};
  const schemes = listSchemes(auth);
  const names = schemes.map(nameOfScheme);
  for (const [path, scheme] of schemes) {
    checkScheme(document, path, scheme);
    checkSchemeNames(document, [...path, "with"], scheme["with"], names);
  }
  for (const [name, rule] of entriesOf(pagination)) checkRule(document, ["pagination", name], rule);
}

/** The schemes of `auth`, each with its path. A single scheme needs no name. */
export function listSchemes(auth: unknown): readonly (readonly [Path, JsonMap])[] {
  if (!isMap(auth)) return [];
  const isSingle = SCHEME_KINDS.some((kind) => kind in auth && !isMap(auth[kind]));
  const entries = entriesOf(auth).flatMap(([name, scheme]) =>
    isMap(scheme) && !isSingle ? [[["auth", name], scheme] as const] : [],
  );
  return entries.length > 0 ? entries : [[["auth"], auth]];
}

/** The kinds of schemes. A scheme has one of these keys. */
export const SCHEME_KINDS = ["bearer", "basic", "header", "query", "oauth2"];

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

/** The name of a scheme, or else its kind. */
export function nameOfScheme([[, name], scheme]: readonly [Path, JsonMap]): string {
  return String(name ?? SCHEME_KINDS.find((kind) => kind in scheme));
}

/** The names of the schemes; bearer tokens are the default. */
function listSchemeNames({ value }: YamlDocument): readonly string[] {
  const schemes = listSchemes(valueAt(value, "auth"));
  return schemes.length === 0 ? ["bearer"] : schemes.map(nameOfScheme);
}

/** Complains about names of undeclared schemes. */
function checkSchemeNames(
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

function checkScheme(document: YamlDocument, path: Path, scheme: JsonMap): void {
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

/** The keys that each style needs, and the others that it allows. */
const STYLE_KEYS: Readonly<
  Record<Pagination["style"], readonly [needed: string[], more: string[]]>
> = {
  link: [[], ["next"]],
  cursor: [
    ["parameter", "next"],
    ["more", "done"],
  ],
  offset: [["parameter"], ["first", "more", "done", "total", "size"]],
  page: [["parameter"], ["first", "more", "done", "total", "pages", "size"]],
};

const SHARED_KEYS = ["style", "items", "routes"];

function checkRule(document: YamlDocument, path: Path, rule: unknown): void {
  const style = valueAt(rule, "style");
  if (!isMap(rule) || typeof style !== "string" || !Object.hasOwn(STYLE_KEYS, style)) return;
  const [needed, optional] = STYLE_KEYS[style as Pagination["style"]]; // checked
  for (const key of needed.filter((each) => !(each in rule))) {
    const message = `The key \`${key}\` is missing; expected it beside the style \`${style}\`.`;
    document.complain(path, { message, atKey: true });
  }
  if (style === "link") checkNext(document, path, rule["next"]);
  checkSize(document, [...path, "size"], rule["size"]);
  const known = [...SHARED_KEYS, ...needed, ...optional];
  for (const key of Object.keys(rule).filter((each) => !known.includes(each))) {
    const message = `The key \`${key}\` does not belong to the style \`${style}\`; expected ${alternatives(known)}.`;
    document.complain([...path, key], { message, atKey: true });
  }
}

/** Complains about an address of the next page that is neither in the header `link` nor in the body. */
function checkNext(document: YamlDocument, path: Path, next: unknown): void {
  if (!isMap(next) || "body" in next) return;
  const message =
    "The address of the next page is not in the body; expected `{ body: … }`, or no `next` for the header `link`.";
  document.complain([...path, "next"], { message, atKey: true });
}

/** Complains about a size that is neither in the page nor the value of a parameter. */
function checkSize(document: YamlDocument, path: Path, size: unknown): void {
  if (!isMap(size)) return;
  const places = ["body", "parameter"].filter((key) => key in size);
  const isPlain =
    places.length === 1 && (places[0] === "parameter" || Object.keys(size).length === 1);
  if (isPlain) return;
  const got = Object.keys(size)
    .map((key) => `\`${key}\``)
    .join(" and ");
  const message = `The map has ${got}; expected \`body\` alone, or \`parameter\` with \`default\` and \`maximum\`.`;
  document.complain(path, { message, atKey: true });
}

/** Complains about undeclared schemes, and about undeclared or contradictory rules, of routes. */
export function checkRoutesOfClient(routes: YamlDocument, vendor: YamlDocument): void {
  const schemes = listSchemeNames(vendor);
  const names = entriesOf(valueAt(vendor.value, "pagination")).map(([name]) => name);
  for (const [key, route] of entriesOf(routes.value))
    if (isMap(route)) {
      checkSchemeNames(routes, [key, "auth"], route["auth"], schemes);
      checkRoutePagination(routes, key, route["pagination"], names);
    }
}

function checkRoutePagination(
  document: YamlDocument,
  key: string,
  pagination: unknown,
  names: readonly string[],
): void {
  if (isMap(pagination)) {
    checkRule(document, [key, "pagination"], pagination);
    return;
  }
  if (typeof pagination !== "string" || names.includes(pagination)) return;
  const expected =
    names.length > 0 ? alternatives(names) : "a rule under `pagination` of vendor.yaml";
  const message = `The rule \`${pagination}\` is undeclared; expected ${expected}.`;
  const suggestion = nearestKey(pagination, names);
  document.complain([key, "pagination"], { message, suggestion });
}

// ---- Reading

interface ClientEntry {
  readonly auth?: JsonMap;
  readonly pagination?: JsonMap;
  readonly rateLimit?: NonNullable<VendorClient["rateLimit"]>;
  readonly idempotency?: { readonly header: string };
  readonly requestId?: string;
}

export function readClient({ value }: YamlDocument): VendorClient {
  const { auth, pagination, rateLimit, idempotency, requestId } = value as ClientEntry; // validated
  return {
    auth: listSchemes(auth).map((entry) => readScheme(nameOfScheme(entry), entry[1])),
    pagination: entriesOf(pagination).map(([name, rule]) => readRule(name, rule as JsonMap)), // validated
    ...(rateLimit && {
      rateLimit: {
        ...rateLimit,
        remaining: rateLimit.remaining.toLowerCase(),
        reset: rateLimit.reset.toLowerCase(),
      },
    }),
    ...(idempotency && { idempotency: idempotency.header.toLowerCase() }),
    ...(requestId !== undefined && { requestId: requestId.toLowerCase() }),
  };
}

function readScheme(name: string, scheme: JsonMap): DeclaredScheme {
  const { bearer, basic, header, query, oauth2, prefix, with: companions } = scheme;
  const common = {
    name,
    ...(companions !== undefined && { with: companions as readonly string[] }),
  }; // validated
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

interface OAuthEntry {
  readonly refreshUrl?: string;
  readonly clientAuthentication?: "basic" | "post";
  readonly flows?: readonly OAuthFlow[];
  readonly scopes?: Readonly<Record<string, string | null>>;
}

function readRule(name: string, rule: JsonMap): PaginationRule {
  const { query } = (rule["routes"] ?? {}) as { readonly query?: readonly string[] }; // validated
  return { name, ...readPagination(rule), ...(query && { query: [...query] }) };
}

export function readRoutePagination(entry: string | false | JsonMap | undefined): {
  readonly pagination?: RoutePagination;
} {
  if (entry === undefined) return {};
  return { pagination: isMap(entry) ? readPagination(entry) : entry };
}

/** Reads a validated rule, without its name and its routes. */
function readPagination({ routes: _routes, ...rule }: JsonMap): Pagination {
  const { next, size, ...ruleKeys } = rule as unknown as Pagination; // validated
  const inLowercase =
    next && "header" in next ? { header: next.header.toLowerCase() } : next && { ...next };
  return {
    ...ruleKeys,
    ...(inLowercase && { next: inLowercase }),
    ...(size && { size: { ...size } }),
  };
}
