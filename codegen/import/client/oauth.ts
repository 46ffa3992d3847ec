/** Imports schemes of OAuth 2: the addresses of tokens, the flows and the scopes. */
import {
  entriesOf,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import { OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import { isTokenUrl } from "../../read/vendor/credentials.js";
import { withoutUndefined } from "../model/description.js";
import type { Notes } from "../model/notes.js";

/** The entry of a scheme (OpenAPI 3.1.0, section 4.8.28); `undefined` if no flow has a token URL. */
export function importOAuth(flows: Json, location: string, notes: Notes): JsonMap | undefined {
  const entries = TOKEN_FLOWS.flatMap(([declared, flow]) => {
    const entry = readFlow(mapOf(mapOf(flows)[declared]), flow, `${location}/${declared}`, notes);
    return entry ? [entry] : [];
  });
  return joinOAuth(entries);
}

/** Flows of OpenAPI by which a client can get or refresh tokens itself. In the others, a user must agree first. */
const TOKEN_FLOWS: readonly (readonly [declared: string, flow: OAuthFlow])[] = [
  ["clientCredentials", "clientCredentials"],
  ["authorizationCode", "refreshToken"],
  ["password", "refreshToken"],
];

function readFlow(
  { tokenUrl, refreshUrl, scopes }: JsonMap,
  flow: OAuthFlow,
  location: string,
  notes: Notes,
): JsonMap | undefined {
  const readUrl = (declared: Json): string | undefined => {
    const url = textOf(declared);
    if (url === undefined || url === "") return undefined;
    if (isTokenUrl(url)) return url;
    notes.lose(`the token URL \`${url}\`, to which no secret can be sent`, location);
    return undefined;
  };
  const refresh = flow === "refreshToken" ? readUrl(refreshUrl) : undefined;
  const url = readUrl(tokenUrl) ?? refresh;
  if (url === undefined) return undefined;
  const texts = entriesOf(scopes).flatMap(([scope, text]) =>
    isScope(scope) ? [[scope, textOf(text) ?? ""] as const] : [],
  );
  return withoutUndefined({
    oauth2: url,
    refreshUrl: refresh === url ? undefined : refresh,
    flows: [flow],
    scopes: texts.length > 0 ? Object.fromEntries(texts) : undefined,
  });
}

/** The same rule as in `vendor.schema.json` (RFC 6749, section 3.3). */
function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text) && text !== "__proto__";
}

/**
 * Joins schemes whose tokens are sent alike. Programs and users may get tokens at different addresses.
 * @returns `undefined` if none of the schemes has OAuth 2.
 */
export function joinOAuth(entries: readonly JsonMap[]): JsonMap | undefined {
  const withTokens = entries.filter((entry) => entry["oauth2"] !== undefined);
  const [first] = withTokens;
  if (first === undefined) return undefined;
  const has = (flow: OAuthFlow) => (entry: JsonMap) =>
    entry["flows"] === undefined || itemsOf(entry["flows"]).includes(flow);
  const forProgram = withTokens.find(has("clientCredentials")) ?? first;
  const forUser = withTokens.find(has("refreshToken"));
  const refreshUrl = forUser && (forUser["refreshUrl"] ?? forUser["oauth2"]);
  const flows = OAUTH_FLOWS.filter((flow) => withTokens.some(has(flow)));
  const scopes = Object.assign({}, ...withTokens.map((entry) => mapOf(entry["scopes"]))) as JsonMap;
  const { oauth2 } = forProgram;
  return withoutUndefined({
    oauth2,
    refreshUrl: refreshUrl === oauth2 ? undefined : refreshUrl,
    flows: flows.length < OAUTH_FLOWS.length ? flows : undefined,
    scopes: keysOf(scopes).length > 0 ? scopes : undefined,
  });
}
