/** Names of the functions that carry out a plan, for the generator, and for schemes that are made at run time. */
import type {
  AlgorithmName,
  SignatureDescription,
  SignaturePlan,
} from "../../../catalog/signatures.js";
import { ANY_PORT_URL, isAtName, isHeader, TIMESTAMP } from "./signed-content.js";

/** Lists the code that a scheme needs, so that a client imports no other. */
export function listSchemeCode(description: SignatureDescription, plan: SignaturePlan): SchemeCode {
  const { content = [], timestamp = "" } = plan;
  const names = content.filter(isAtName);
  const hasPlaceholder = [...names, timestamp].some((name) => name.startsWith("{"));
  return {
    algorithm: ALGORITHM_CONSTANTS[description.algorithm],
    ...(hasAnyPort(names) && { adapt: "acceptAnyPort" }),
    parts: {
      readSecret: findSecretReader(description),
      readContent: findContentReader(names),
      read: hasPlaceholder ? "readPlaceholder" : "readHeader",
    },
    placeholders: listPlaceholders(names, plan),
  };
}

function findSecretReader({ algorithm, secret = {} }: SignatureDescription): SecretReaderName {
  const { prefix, encoding = "text" } = secret;
  if (prefix && encoding === "text") return "readPrefixedSecret";
  const isAsymmetric = algorithm === "ed25519" || algorithm === "ecdsa-p256-sha256";
  return (isAsymmetric ? KEY_READERS : SECRET_READERS)[encoding];
}

/** @param names of headers and placeholders in the signed content. */
function findContentReader(names: readonly string[]): SchemeCode["parts"]["readContent"] {
  if (names.every(isHeader)) return "readLead";
  return hasAnyPort(names) ? "readUrlPieces" : "readPieces";
}

function hasAnyPort([first]: readonly string[]): boolean {
  return first === ANY_PORT_URL;
}

function listPlaceholders(names: readonly string[], plan: SignaturePlan) {
  const found = names.flatMap((name): [string, PlaceholderReaderName][] => {
    const reader = PLACEHOLDER_READERS[name];
    return reader === undefined ? [] : [[name, reader]];
  });
  if (plan.timestampItem !== undefined) found.push([TIMESTAMP, "readListedTimestamp"]);
  if (plan.timestampPath !== undefined) found.push([TIMESTAMP, "readJsonTimestamp"]);
  return Object.fromEntries(found);
}

// ---- Tables

const ALGORITHM_CONSTANTS = {
  "hmac-sha256": "HMAC_SHA256",
  "hmac-sha1": "HMAC_SHA1",
  "hmac-sha512": "HMAC_SHA512",
  ed25519: "ED25519",
  "ecdsa-p256-sha256": "ECDSA_P256_SHA256",
  token: "TOKEN",
} as const satisfies Readonly<Record<AlgorithmName, string>>;

const SECRET_READERS = {
  text: "readTextSecret",
  base64: "readBase64Secret",
  hex: "readHexSecret",
} as const;

const KEY_READERS = { text: "readTextSecret", base64: "readBase64Key", hex: "readHexKey" } as const;

const PLACEHOLDER_READERS: Readonly<Record<string, PlaceholderReaderName>> = {
  "{url}": "readUrl",
  "{method}": "readMethod",
  "{form}": "readForm",
  "{decodedUrl}": "readDecodedUrl",
  "{anyPortUrl}": "readUrl",
};

// ---- Types

/** The code that carries out a plan: names of what `typewire-runtime` exports. */
export interface SchemeCode {
  readonly algorithm: (typeof ALGORITHM_CONSTANTS)[AlgorithmName];
  /** The function that adapts the algorithm, if the signed text may be written in two ways. */
  readonly adapt?: "acceptAnyPort";
  /** By the keys of `SchemeParts`; without `use` and `placeholders`. A text scheme needs the first one. */
  readonly parts: {
    readonly readSecret: SecretReaderName;
    readonly readContent: "readLead" | "readPieces" | "readUrlPieces";
    readonly read: "readHeader" | "readPlaceholder";
  };
  /** By their names in the plan, which have braces; for `readPlaceholder`. */
  readonly placeholders: Readonly<Record<string, PlaceholderReaderName>>;
}

type SecretReaderName =
  "readPrefixedSecret" | (typeof SECRET_READERS | typeof KEY_READERS)[keyof typeof SECRET_READERS];

type PlaceholderReaderName =
  | "readUrl"
  | "readMethod"
  | "readForm"
  | "readDecodedUrl"
  | "readListedTimestamp"
  | "readJsonTimestamp";
