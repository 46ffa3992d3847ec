import { describe } from "../endpoint/errors.js";
import {
  BEARER,
  holdCredentials,
  writeCredential,
  type AuthScheme,
  type CreateAuthenticator,
  type Credential,
  type Credentials,
  type Given,
} from "./auth.js";

/**
 * For services with several schemes, with basic credentials, or with a parameter of the query.
 * One credential is for the first of the schemes; several come by the names of schemes.
 */
export const createSchemeAuthenticator: CreateAuthenticator = (given, schemes = [BEARER]) => {
  const sources = readSources(given, schemes);
  if (sources.every(([, source]) => typeof source === "string"))
    return holdCredentials(combine(sources.map(([scheme, text]) => write(scheme, text))));
  return holdCredentials(async () => {
    const parts = sources.map(async ([scheme, source]) =>
      write(scheme, typeof source === "string" ? source : await source()),
    );
    return combine(await Promise.all(parts));
  });
};

function readSources(
  given: Given,
  schemes: readonly AuthScheme[],
): readonly (readonly [AuthScheme, Credential])[] {
  const [first] = schemes;
  const named = typeof given === "object" ? given : { [first?.name ?? ""]: given };
  return Object.entries(given === undefined ? {} : named).map(([name, source]) => {
    const scheme = schemes.find((each) => each.name === name);
    if (scheme && (typeof source === "string" || typeof source === "function"))
      return [scheme, source];
    const names = schemes.map((each) => each.name).join(", ");
    const expected = `a string or a function under one of the names ${names}`;
    // A credential is never shown, not even one that is passed by mistake.
    throw new TypeError(
      `Option "auth" has ${describe(source)} as "${name}"; expected ${expected}.`,
    );
  });
}

function write(scheme: AuthScheme, credential: unknown): Credentials {
  if (!scheme.isBasic || typeof credential !== "string") return writeCredential(scheme, credential);
  const written = writeCredential(scheme, toBase64(credential));
  // A password by itself is a secret, too.
  const secrets = [...written.secrets, credential, credential.replace(/^[^:]*:/, "")];
  return { ...written, secrets };
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function combine(parts: readonly Credentials[]): Credentials {
  return {
    header: Object.fromEntries(parts.flatMap(({ header }) => Object.entries(header))),
    query: Object.fromEntries(parts.flatMap(({ query }) => Object.entries(query))),
    secrets: parts.flatMap(({ secrets }) => secrets),
  };
}
