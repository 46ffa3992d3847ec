import type { AlgorithmName, SignatureDescription } from "./description.js";
import { ANY_PORT_URL, isHeader, TIMESTAMP, type SignaturePlan } from "./plan.js";

/** The code that carries out a plan: names of what `typewire-runtime` exports. */
export interface SchemeCode {
  /** The function that binds the plan: a body scheme signs the body alone, in one value. */
  readonly bind: "bindBodyScheme" | "bindHeaderScheme";
  readonly algorithm: (typeof ALGORITHMS)[AlgorithmName];
  /** The function that adapts the algorithm, where what is signed may be written in two ways. */
  readonly adapt?: "acceptAnyPort";
  /**
   * By the keys of `SchemeParts`; without `use` and `placeholders`. Of a body scheme only
   * `readSecret` counts, the third argument of `bindBodyScheme`.
   */
  readonly parts: {
    readonly readSecret: "readPrefixedSecret" | SecretReaderName;
    readonly readContent: "readLead" | "readPieces" | "readUrlPieces";
    readonly read: "readHeader" | "readPlaceholder";
  };
  /** By their names in the plan, which have braces; for `readPlaceholder`. */
  readonly placeholders: Readonly<Record<string, PlaceholderReaderName>>;
}

type SecretReaderName = (typeof SECRETS | typeof KEYS)[keyof typeof SECRETS];

type PlaceholderReaderName =
  | "readUrl"
  | "readMethod"
  | "readForm"
  | "readDecodedUrl"
  | "readListedTimestamp"
  | "readJsonTimestamp";

const ALGORITHMS = {
  "hmac-sha256": "HMAC_SHA256",
  "hmac-sha1": "HMAC_SHA1",
  "hmac-sha512": "HMAC_SHA512",
  ed25519: "ED25519",
  "ecdsa-p256-sha256": "ECDSA_P256_SHA256",
  token: "TOKEN",
} as const satisfies Readonly<Record<AlgorithmName, string>>;

const SECRETS = {
  text: "readTextSecret",
  base64: "readBase64Secret",
  hex: "readHexSecret",
} as const;

const KEYS = { text: "readTextSecret", base64: "readBase64Key", hex: "readHexKey" } as const;

const PLACEHOLDERS: Readonly<Record<string, PlaceholderReaderName>> = {
  "{url}": "readUrl",
  "{method}": "readMethod",
  "{form}": "readForm",
  "{decodedUrl}": "readDecodedUrl",
  [ANY_PORT_URL]: "readUrl",
};

/** Tells which code a scheme needs, so that a client imports no other. */
export function listSchemeCode(
  { algorithm, secret: { encoding = "text" } = {} }: SignatureDescription,
  plan: SignaturePlan,
): SchemeCode {
  const { content = [], separator, tolerance, secretPrefix, timestamp = "" } = plan;
  const names = content.filter((_, index) => index % 2 === 1);
  const isAsymmetric = algorithm === "ed25519" || algorithm === "ecdsa-p256-sha256";
  const isOfBody = plan.content === undefined && (separator ?? tolerance) === undefined;
  const hasAnyPort = names[0] === ANY_PORT_URL;
  const isPrefixed = secretPrefix !== undefined && encoding === "text";
  return {
    bind: isOfBody ? "bindBodyScheme" : "bindHeaderScheme",
    algorithm: ALGORITHMS[algorithm],
    ...(hasAnyPort && { adapt: "acceptAnyPort" }),
    parts: {
      readSecret: isPrefixed ? "readPrefixedSecret" : (isAsymmetric ? KEYS : SECRETS)[encoding],
      readContent: names.every(isHeader) ? "readLead" : hasAnyPort ? "readUrlPieces" : "readPieces",
      read: [...names, timestamp].some((name) => name.startsWith("{"))
        ? "readPlaceholder"
        : "readHeader",
    },
    placeholders: listPlaceholders(names, plan),
  };
}

function listPlaceholders(names: readonly string[], plan: SignaturePlan) {
  const found = names.flatMap((name): [string, PlaceholderReaderName][] => {
    const reader = PLACEHOLDERS[name];
    return reader === undefined ? [] : [[name, reader]];
  });
  if (plan.timestampItem !== undefined) found.push([TIMESTAMP, "readListedTimestamp"]);
  if (plan.timestampPath !== undefined) found.push([TIMESTAMP, "readJsonTimestamp"]);
  return Object.fromEntries(found);
}
