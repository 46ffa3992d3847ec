/** Reads OAuth 2 of a description (OpenAPI 3.1.0, section 4.8.28) as a scheme of `vendor.yaml`. */
import { isTokenUrl } from "../../read/client.js";
import { OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import { entriesOf, itemsOf, type Json, type JsonMap, mapOf } from "../model/description.js";
import type { Notes } from "../model/notes.js";

/** Flows of a description whose tokens a client can get itself. A user agrees once, elsewhere, to the others. */
const FLOWS: readonly (readonly [declared: string, flow: OAuthFlow])[] = [
  ["clientCredentials", "clientCredentials"],
  ["authorizationCode", "refreshToken"],
  ["password", "refreshToken"],
];

/** The entry of a scheme; `undefined` if no flow has an address for tokens. */
export function readOAuth(flows: Json, location: string, notes: Notes): JsonMap | undefined {
  const entries = FLOWS.flatMap(([declared, flow]) => {
    const entry = readFlow(mapOf(mapOf(flows)[declared]), flow, `${location}/${declared}`, notes);
    return entry ? [entry] : [];
  });
  return joinOAuth(entries);
}

function readFlow(
  { tokenUrl, refreshUrl, scopes }: JsonMap,
  flow: OAuthFlow,
  location: string,
  notes: Notes,
): JsonMap | undefined {
  const read = (url: Json): string | undefined => {
    if (typeof url !== "string" || url === "") return undefined;
    if (isTokenUrl(url)) return url;
    notes.lose(`the token URL \`${url}\`, to which no secret can be sent`, location);
    return undefined;
  };
  const refresh = flow === "refreshToken" ? read(refreshUrl) : undefined;
  const url = read(tokenUrl) ?? refresh;
  if (url === undefined) return undefined;
  const texts = entriesOf(scopes).flatMap(([scope, text]) =>
    isScope(scope) ? [[scope, typeof text === "string" ? text : ""] as const] : [],
  );
  return {
    oauth2: url,
    ...(refresh !== undefined && refresh !== url && { refreshUrl: refresh }),
    flows: [flow],
    ...(texts.length > 0 && { scopes: Object.fromEntries(texts) }),
  };
}

/** As `vendor.schema.json` has it (RFC 6749, section 3.3). */
function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text) && text !== "__proto__";
}

/**
 * Joins schemes whose tokens are sent alike: programs and users may get theirs at different addresses.
 * @returns `undefined` if none of them has OAuth 2.
 */
export function joinOAuth(entries: readonly JsonMap[]): JsonMap | undefined {
  const all = entries.filter((entry) => entry["oauth2"] !== undefined);
  const [first] = all;
  if (first === undefined) return undefined;
  const has = (flow: OAuthFlow) => (entry: JsonMap) =>
    entry["flows"] === undefined || itemsOf(entry["flows"]).includes(flow);
  const forProgram = all.find(has("clientCredentials")) ?? first;
  const forUser = all.find(has("refreshToken"));
  const refreshUrl = forUser && (forUser["refreshUrl"] ?? forUser["oauth2"]);
  const flows = OAUTH_FLOWS.filter((flow) => all.some(has(flow)));
  const scopes = Object.assign({}, ...all.map((entry) => mapOf(entry["scopes"]))) as JsonMap;
  return {
    oauth2: forProgram["oauth2"],
    ...(refreshUrl !== undefined && refreshUrl !== forProgram["oauth2"] && { refreshUrl }),
    ...(flows.length < OAUTH_FLOWS.length && { flows }),
    ...(Object.keys(scopes).length > 0 && { scopes }),
  };
}
