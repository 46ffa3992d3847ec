/** Imports the security schemes that a description declares, each by itself. */
import { isHeaderName } from "../../model/http.js";
import {
  entriesOf,
  isMap,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import type { Notes } from "../model/notes.js";
import { followChain } from "../model/references.js";
import { importOAuth } from "./oauth.js";

/** Lists the schemes that the client can carry out, and notes the others as lost. */
export function listDeclaredSchemes(root: JsonMap, notes: Notes): readonly Scheme[] {
  return entriesOf(declarations(root)).flatMap(([name, declared]) => {
    const scheme = followChain(root, declared);
    if (name.startsWith("x-") && !isMap(scheme)) return [];
    const kind = describeKind(mapOf(scheme));
    const imported =
      name === ""
        ? { lossReason: "which has no name" }
        : importScheme(mapOf(scheme), locationOf(name), notes);
    if ("entry" in imported) return [{ name, kind, entry: imported.entry }];
    loseScheme({ name, kind }, imported.lossReason, notes);
    return [];
  });
}

/** The names of all declared schemes. */
export function listDeclaredNames(root: JsonMap): readonly string[] {
  return keysOf(declarations(root));
}

/** The map of security schemes, by name. */
function declarations({ components }: JsonMap): Json {
  return mapOf(components)["securitySchemes"];
}

function locationOf(name: string): string {
  return `components/securitySchemes/${name}`;
}

/** Prints the type of a scheme for notes, such as `http bearer` or `apiKey in header`. */
function describeKind({ type, scheme, in: where }: JsonMap): string {
  const parts = [type, scheme, typeof where === "string" ? `in ${where}` : undefined];
  return parts.filter((part) => typeof part === "string").join(" ");
}

/** The entry of a scheme (OpenAPI 3.1.0, section 4.8.27), or the reason that there is none. */
function importScheme(declared: JsonMap, location: string, notes: Notes): ImportedScheme {
  const { type, scheme, in: where, name } = declared;
  // Without a token URL, the caller gives the token. It is sent as a bearer token, too (RFC 6750).
  if (type === "oauth2")
    return { entry: importOAuth(declared["flows"], location, notes) ?? { bearer: true } };
  if (type === "openIdConnect") return { entry: { bearer: true } };
  if (type === "http" && typeof scheme === "string") {
    const word = scheme.toLowerCase();
    return word === "bearer" || word === "basic" ? { entry: { [word]: true } } : IN_HEADERS;
  }
  if (type === "mutualTLS") return { lossReason: "which the caller's `fetch` has to carry out" };
  if (type !== "apiKey" || typeof name !== "string" || name === "") return IN_HEADERS;
  if (where === "query") return { entry: { query: name } };
  const isHeader = where === "header" && isHeaderName(name);
  return isHeader ? { entry: { header: name } } : IN_HEADERS;
}

const IN_HEADERS: ImportedScheme = { lossReason: "which callers give in `headers`" };

/** Prints the part of a request that a scheme adds, by which schemes are compared. */
export function wireOf({ bearer, oauth2, basic, header, query, prefix }: JsonMap): string {
  const isBearer = oauth2 === undefined ? bearer : true;
  return JSON.stringify([isBearer, basic, textOf(header)?.toLowerCase(), query, prefix ?? ""]);
}

// ---- Notes

/** @param reason Continues the name of the scheme, such as `since there are no routes`. */
export function loseScheme(
  { name, kind }: Pick<Scheme, "name" | "kind">,
  reason: string,
  notes: Notes,
): void {
  notes.lose(`the security scheme \`${name}\` (${kind}), ${reason}`, locationOf(name));
}

/** Notes a scheme that the client gets credentials for. */
export function noteScheme({ name, kind, entry }: Scheme, notes: Notes): void {
  notes.tell("Credentials of `createClient`", `\`${name}\` (${kind})`);
  if (kind === "openIdConnect" && entry["oauth2"] === undefined)
    notes.tell(
      "`oauth2` in vendor.yaml may say the token URL, which is not in the description",
      name,
    );
  if (String(entry["header"]).toLowerCase() === "authorization") {
    const what =
      "Sent in `authorization` as it is given, with a word such as `Bearer` if there is one";
    notes.tell(what, name);
  }
}

// ---- Types

/** A security scheme that the client can carry out. */
export interface Scheme {
  readonly name: string;
  /** Its type, for notes. */
  readonly kind: string;
  /** As `vendor.yaml` has it. */
  readonly entry: JsonMap;
}

/** The entry of `vendor.yaml` for a scheme, or the reason that it is lost. */
type ImportedScheme = { readonly entry: JsonMap } | { readonly lossReason: string };
