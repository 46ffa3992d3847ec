/** The types for a service's credentials: the names of its schemes, and what OAuth 2 gets tokens with. */
import { type DeclaredScheme, OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import type { Vendor } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { code, exported, joinCode, ofRuntime } from "../print/module.js";
import { printUnion, toDocComment } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";

/** The names of schemes as a type. Only several schemes are called by their names. */
export function printSchemeNames({ sending: { auth } }: Vendor): string {
  return auth.length > 1 ? printTexts(auth.map(({ name }) => name)) : "never";
}

/** Prints the types of scopes, and of the credentials that each scheme with OAuth 2 gets tokens with. */
export function printOAuthTypes(schemes: readonly DeclaredScheme[]): readonly Code[] {
  return [printScopes(schemes), printGrants(schemes)];
}

function printScopes(schemes: readonly DeclaredScheme[]): Code {
  const scopes = new Map(schemes.flatMap((scheme) => scheme.scopes ?? []));
  const list = [...scopes].map(([scope, text]) => {
    const item = `- \`${scope.replaceAll("`", "")}\``;
    return text === "" ? item : `${item}: ${text}`;
  });
  const type = scopes.size === 0 ? "string" : printTexts([...scopes.keys()]);
  return code`${toDocComment({ text: ["Scopes of a token.", ...list].join("\n") })}
${exported("type", "OAuthScope")} = ${type};`;
}

function printGrants(schemes: readonly DeclaredScheme[]): Code {
  const members = schemes.flatMap(({ name, oauth, flows = OAUTH_FLOWS }) => {
    if (!oauth) return [];
    const grants = flows.map((flow) => code`${GRANTS[flow]}<OAuthScope>`);
    return [code`readonly ${toTypeKey(name)}: ${joinCode(grants, " | ")};`];
  });
  return code`/** Credentials that a client gets tokens with, by the names of schemes. */
${exported("interface", "OAuthGrants")} {
${joinCode(members, "\n")}
}`;
}

const OAUTH = ofRuntime("oauth");

/** The types of the runtime for the credentials of each flow. */
const GRANTS: Readonly<Record<OAuthFlow, Imported>> = {
  clientCredentials: OAUTH.type("ClientCredentials"),
  refreshToken: OAUTH.type("RefreshTokens"),
};

/** A union of texts. */
function printTexts(texts: readonly string[]): string {
  return printUnion(texts.map((text) => JSON.stringify(text)));
}
