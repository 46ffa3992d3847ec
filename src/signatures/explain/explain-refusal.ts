/**
 * Finds out by trying why a delivery is refused. For tools: the command line and the inspector import it,
 * and nothing that a receiver bundles does, because it holds all schemes and compares in any time.
 */
import type { AlgorithmName, SignatureEncoding } from "../../catalog/signatures.js";
import { ALGORITHMS } from "../algorithms.js";
import { acceptAnyPort, readHeader, readUrlPieces } from "../content.js";
import { createAnyScheme, defineStandardWebhooks } from "../define.js";
import { PRESETS } from "../plan/presets.js";
import { createSignatureKey, findRefusal } from "../scheme.js";
import type { Algorithm, DeliveryHeaders, SignatureScheme } from "../types.js";
import { createFinding, type Finding, type FindingCode } from "./findings.js";
import {
  decodeBase64,
  decodeHex,
  findBodyDamage,
  listBodies,
  listKeys,
  listUrls,
  type Variant,
} from "./variants.js";

export type { Finding, FindingCode } from "./findings.js";

/** Delivery that may have been refused, and what it was verified with. */
export interface RefusedDelivery {
  readonly scheme: SignatureScheme;
  /** Secrets in force, as the program has them. */
  readonly secrets: readonly (string | Uint8Array)[];
  /** Other secrets that the service may sign with, by a name to show. */
  readonly otherSecrets?: Readonly<Record<string, string>> | undefined;
  readonly body: Uint8Array;
  readonly headers: DeliveryHeaders;
  /** The URL, if it is known. Some schemes sign it. */
  readonly url?: string | undefined;
  /** Default: `POST`. */
  readonly method?: string | undefined;
  /** Time of its arrival, in milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
  /** In milliseconds. Default: the scheme's. */
  readonly tolerance?: number | undefined;
}

/**
 * Names the causes for which a delivery is refused, the surest first. Empty if it is authentic. Tries a
 * few hundred changes of the body, the secret, the URL and the scheme, and ends the search when it has
 * hashed a quarter of a gibibyte. No text of a finding has a secret or a signature in it.
 */
export function explainRefusal(delivery: RefusedDelivery): readonly Finding[] {
  return new Search(delivery).run();
}

/** Presets by the names that a description of a scheme uses. */
const SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map(
  Object.entries(PRESETS).map(([name, description]) => [name, createAnyScheme(description)]),
);

const MAX_TRIALS = 2_000;
const MAX_HASHED = 256 * 1024 * 1024;

/** Change of the delivery that a trial makes. */
interface Change {
  readonly body?: Uint8Array;
  readonly url?: string;
  readonly keys?: readonly unknown[];
  readonly algorithm?: AlgorithmName;
  readonly headers?: DeliveryHeaders;
}

type Key = string | Uint8Array;

class Search {
  readonly #delivery: RefusedDelivery;
  readonly #scheme: SignatureScheme;
  readonly #findings: Finding[] = [];
  /** Keys of the secrets in force that can be ones. */
  readonly #keys: readonly unknown[];
  /** True if the signature is right, so that only its form or its time can be wrong. */
  #isRight = false;
  #trials = 0;
  #hashed = 0;

  constructor(delivery: RefusedDelivery) {
    this.#delivery = delivery;
    this.#scheme = delivery.scheme;
    this.#keys = delivery.secrets.flatMap((secret) => createKeys(delivery.scheme, secret));
  }

  run(): readonly Finding[] {
    if (this.#judge(this.#scheme) === undefined) return [];
    if (!this.#findMissing()) this.#findCause();
    this.#findTime();
    if (!this.#isRight && !this.#isSigned()) this.#findPreset();
    if (this.#trials >= MAX_TRIALS || this.#hashed >= MAX_HASHED)
      this.#add("SEARCH_ENDED", "The delivery is too large to try everything.");
    if (!this.#isRight) this.#guess();
    return this.#findings;
  }

  #add(code: FindingCode, message: string): void {
    this.#note(createFinding(code, message));
  }

  #note(finding: Finding): void {
    if (this.#findings.every(({ code }) => code !== finding.code)) this.#findings.push(finding);
  }

  /** Finds headers and a URL without which there is nothing to try. Returns true if so. */
  #findMissing(): boolean {
    const { url, headers } = this.#delivery;
    const { header, id, timestamp, content = [] } = this.#scheme;
    const names = content.filter((_, index) => index % 2 === 1);
    if (url === undefined && names.some((name) => /url\}$/i.test(name))) {
      this.#add("URL_MISSING", "The service signs the URL, and it is not known here.");
      return true;
    }
    // A preset is asked first: its header may hold what ours would, under another name.
    if (!readHeader(header, headers)) return this.#findPreset() || this.#findRenamed();
    const needed = [...names, id ?? "", timestamp ?? ""].filter((name) => /^[^{]/.test(name));
    const missing = needed.filter((name) => readHeader(name, headers) === undefined);
    if (missing.length === 0) return false;
    const list = [...new Set(missing)].map((name) => `\`${name}\``).join(" and ");
    this.#add(
      "SIGNED_HEADER_MISSING",
      `The service signs ${list}, and the delivery has no such header.`,
    );
    return true;
  }

  /** Looks for the signature in all other headers. */
  #findRenamed(): true {
    const { headers } = this.#delivery;
    const { header } = this.#scheme;
    for (const [name, value] of listHeaders(headers)) {
      if (!this.#accepts({ headers: replaceHeader(headers, header, value) })) continue;
      this.#add(
        "HEADER_RENAMED",
        `The signature is in the header \`${name}\`, not in \`${header}\`.`,
      );
      return true;
    }
    this.#add("HEADER_MISSING", `The delivery has no header \`${header}\`.`);
    return true;
  }

  #findCause(): void {
    if (this.#accepts({})) {
      this.#isRight = true;
      if (this.#judge(this.#scheme) !== "TIMESTAMP_OUT_OF_TOLERANCE") this.#findFormat();
      return;
    }
    if (this.#listSignatures(this.#scheme.use.name).length === 0) this.#findUnreadable();
    const isFound = [
      this.#tryKeys({}),
      this.#tryBodies({}),
      this.#tryUrls({}),
      this.#tryAlgorithms({}),
    ].includes(true);
    if (!isFound) this.#tryPairs();
  }

  /** Tries two changes at once, of which one is that of the secret or of the algorithm. */
  #tryPairs(): void {
    for (const { value, finding } of this.#listAllKeys()) {
      const keys = createKey(this.#scheme, value);
      if (keys.length > 0 && (this.#tryBodies({ keys }) || this.#tryUrls({ keys }))) {
        this.#note(finding);
        return;
      }
    }
    for (const { value: body, finding } of this.#listAllBodies()) {
      if (!this.#tryUrls({ body }) && !this.#tryAlgorithms({ body })) continue;
      this.#note(finding);
      return;
    }
  }

  #tryKeys(change: Change): boolean {
    for (const { value, finding } of this.#listAllKeys()) {
      const keys = createKey(this.#scheme, value);
      if (keys.length > 0 && this.#accepts({ ...change, keys })) return this.#found(finding);
    }
    return false;
  }

  #tryBodies(change: Change): boolean {
    for (const { value: body, finding } of this.#listAllBodies()) {
      if (this.#accepts({ ...change, body })) return this.#found(finding);
    }
    return false;
  }

  #tryUrls(change: Change): boolean {
    const { url, headers } = this.#delivery;
    const { content = [] } = this.#scheme;
    if (url === undefined || !content.some((name) => /^\{.*url\}$/i.test(name))) return false;
    for (const { value, finding } of listUrls(url, (name) => readHeader(name, headers))) {
      if (this.#accepts({ ...change, url: value })) return this.#found(finding);
    }
    return false;
  }

  #tryAlgorithms(change: Change): boolean {
    const { use } = this.#scheme;
    if (!use.name.startsWith("hmac-")) return false;
    for (const algorithm of ["hmac-sha1", "hmac-sha256", "hmac-sha512"] as const) {
      if (algorithm === use.name || this.#listSignatures(algorithm).length === 0) continue;
      const keys = this.#delivery.secrets.flatMap((secret) =>
        createKeys({ ...this.#scheme, use: ALGORITHMS[algorithm] }, secret),
      );
      if (!this.#accepts({ ...change, algorithm, keys })) continue;
      const [ours, theirs] = [showAlgorithm(use.name), showAlgorithm(algorithm)];
      return this.#found(
        createFinding("ALGORITHM", `The delivery is signed with ${theirs}, not with ${ours}.`),
      );
    }
    return false;
  }

  #found(finding: Finding): true {
    this.#note(finding);
    return true;
  }

  *#listAllKeys(): Generator<Variant<Key>> {
    const { secrets, otherSecrets = {} } = this.#delivery;
    for (const [name, secret] of Object.entries(otherSecrets)) {
      const finding = createFinding(
        "SECRET_OTHER",
        `The delivery is signed with another secret: ${name}.`,
      );
      yield* readKey(this.#scheme, secret, finding);
    }
    for (const secret of secrets) {
      if (typeof secret !== "string") continue;
      for (const variant of listKeys(secret, this.#scheme.secretPrefix)) {
        yield* readKey(this.#scheme, variant.value, variant.finding); // as the scheme reads it
        yield variant;
      }
    }
  }

  #listAllBodies(): Iterable<Variant<Uint8Array>> {
    return this.#scheme.use.name === "token" ? [] : listBodies(this.#delivery.body);
  }

  /** Says in which form the header has a signature that is right. */
  #findFormat(): void {
    const { header, encoding, prefix } = this.#scheme;
    const text = readHeader(header, this.#delivery.headers) ?? "";
    const name = `The signature in \`${header}\` is right, but`;
    const [token = ""] = listTokens(text);
    const isHex = /^[0-9a-f]+$/i.test(token) && decodeHex(token) !== undefined;
    if ((encoding === "hex") !== isHex) {
      const sent = isHex ? "hexadecimal digits" : "base64";
      this.#add("SIGNATURE_ENCODING", `${name} it is sent as ${sent}.`);
    } else if (isHex && token !== token.toLowerCase()) {
      this.#add("SIGNATURE_UPPER_CASE", `${name} it is sent in upper case.`);
    } else if (prefix !== "" && !text.includes(`${prefix}${token}`)) {
      this.#add("SIGNATURE_FORMAT", `${name} \`${prefix}\` is missing before it.`);
    } else this.#add("SIGNATURE_FORMAT", `${name} there is other text around it.`);
  }

  #findUnreadable(): void {
    const { header, use } = this.#scheme;
    const others = (["hmac-sha1", "hmac-sha256", "hmac-sha512"] as const).filter(
      (name) => name !== use.name && this.#listSignatures(name).length > 0,
    );
    if (others.length > 0) return; // said by the algorithm
    this.#add(
      "SIGNATURE_UNREADABLE",
      `The header \`${header}\` holds nothing of the form of a signature.`,
    );
  }

  #findTime(): void {
    const { timestamp, unit = 1000, tolerance: usual = 0 } = this.#scheme;
    const { headers, body, now = Date.now(), tolerance = usual } = this.#delivery;
    if (timestamp === undefined) return;
    const text = this.#scheme.read(timestamp, headers, body, this.#context(), this.#scheme);
    if (typeof text !== "string") return;
    if (!/^\d{1,16}$/.test(text)) {
      this.#add(
        "TIMESTAMP_UNIT",
        "The timestamp is not a whole number of seconds or milliseconds.",
      );
      return;
    }
    const age = now - Number(text) * unit;
    if (Math.abs(age) <= tolerance) return;
    const other = unit === 1000 ? 1 : 1000;
    if (Math.abs(now - Number(text) * other) <= Math.max(tolerance, 86_400_000)) {
      const sent = other === 1 ? "milliseconds" : "seconds";
      this.#add(
        "TIMESTAMP_UNIT",
        `The timestamp is in ${sent}, and the scheme expects another unit.`,
      );
      return;
    }
    const distance = showDuration(Math.abs(age));
    const side = age > 0 ? `is ${distance} old` : `is ${distance} in the future`;
    this.#add(
      "TIMESTAMP_OUT_OF_TOLERANCE",
      `The timestamp ${side}; the tolerance is ${showDuration(tolerance)}.`,
    );
  }

  /** Asks all presets, and Standard Webhooks under the prefix of another service. */
  #findPreset(): boolean {
    const own = JSON.stringify(this.#scheme);
    const all = [...SCHEMES, ...listPrefixed(this.#delivery.headers)];
    for (const [name, scheme] of all) {
      if (JSON.stringify(scheme) === own || isSameStandard(scheme, this.#scheme)) continue;
      const refusal = this.#judge(scheme);
      if (refusal === undefined || refusal === "TIMESTAMP_OUT_OF_TOLERANCE") {
        this.#add("OTHER_SCHEME", `The preset \`${name}\` accepts the signature.`);
        return true;
      }
    }
    return false;
  }

  /** Says what is the likeliest when no trial has succeeded. */
  #guess(): void {
    const { secrets, body } = this.#delivery;
    const codes = new Set(this.#findings.map(({ code }) => code));
    for (const code of UNSURE) codes.delete(code);
    if (codes.size > 0) return;
    if (this.#keys.length < secrets.length)
      this.#add("SECRET_MALFORMED", "A secret is not of the form that the scheme expects.");
    const damage = findBodyDamage(body);
    if (damage !== undefined) this.#note(damage);
    else if (this.#keys.length === secrets.length)
      this.#add("UNKNOWN", "The secret is another one, or the body is not the one that was sent.");
  }

  /** True if the cause is found, so that no other scheme can be meant. */
  #isSigned(): boolean {
    return this.#findings.some(({ code }) => !UNSURE.has(code) && !MISSING.has(code));
  }

  #judge(scheme: SignatureScheme) {
    const { secrets, body, headers, now, tolerance } = this.#delivery;
    const keys = secrets.flatMap((secret) => createSignatureKeys(scheme, secret));
    const url = this.#delivery.url ?? "";
    const isOwn = scheme === this.#scheme;
    const context = { ...this.#context(), url, now, ...(isOwn && { tolerance }) };
    try {
      this.#count(body);
      return findRefusal(scheme, keys, body, headers, context);
    } catch {
      return "SIGNATURE_MALFORMED" as const;
    }
  }

  #context() {
    return { url: this.#delivery.url, method: this.#delivery.method ?? "POST" };
  }

  #listSignatures(algorithm: AlgorithmName, headers = this.#delivery.headers): readonly string[] {
    const { header, encoding } = this.#scheme;
    return listSignatures(readHeader(header, headers) ?? "", algorithm, encoding);
  }

  #count(body: Uint8Array): boolean {
    this.#trials++;
    this.#hashed += body.length;
    return this.#trials < MAX_TRIALS && this.#hashed < MAX_HASHED;
  }

  /** Tells if a signature in the header, in any form, is one of the changed delivery. */
  #accepts(change: Change): boolean {
    const { body, headers, algorithm, keys } = {
      body: this.#delivery.body,
      headers: this.#delivery.headers,
      keys: this.#keys,
      algorithm: undefined,
      ...change,
    };
    const scheme = this.#scheme;
    const signatures = this.#listSignatures(algorithm ?? scheme.use.name, headers);
    if (keys.length === 0 || signatures.length === 0 || !this.#count(body)) return false;
    const context = { ...this.#context(), ...(change.url !== undefined && { url: change.url }) };
    const use = algorithm === undefined ? scheme.use : adapt(ALGORITHMS[algorithm], scheme);
    try {
      const read = (name: string) => scheme.read(name, headers, body, context, scheme);
      const content = scheme.readContent(scheme.content, read, body);
      return content !== undefined && use.matches(keys, content, signatures, scheme.encoding);
    } catch {
      return false; // not a form in which the scheme can be read
    }
  }
}

/** Findings beside which the cause may still be another one. */
const UNSURE: ReadonlySet<FindingCode> = new Set([
  "TIMESTAMP_OUT_OF_TOLERANCE",
  "TIMESTAMP_UNIT",
  "SEARCH_ENDED",
]);

/** Findings of parts that another scheme may not need. */
const MISSING: ReadonlySet<FindingCode> = new Set([
  "HEADER_MISSING",
  "SIGNED_HEADER_MISSING",
  "SIGNATURE_UNREADABLE",
  "URL_MISSING",
]);

function adapt(use: Algorithm, { readContent }: SignatureScheme): Algorithm {
  return readContent === readUrlPieces ? acceptAnyPort(use) : use;
}

/* Keys */

function createSignatureKeys(scheme: SignatureScheme, secret: Key) {
  try {
    return [createSignatureKey(scheme, secret)];
  } catch {
    return []; // it cannot be one of the scheme
  }
}

function createKeys(scheme: SignatureScheme, secret: Key): readonly unknown[] {
  return createSignatureKeys(scheme, secret);
}

/** @param key as the scheme has read it. */
function createKey({ use }: SignatureScheme, key: Key): readonly unknown[] {
  try {
    return key.length === 0 ? [] : [use.createKey(key)];
  } catch {
    return [];
  }
}

function readKey(
  { readSecret, secretPrefix }: SignatureScheme,
  secret: Key,
  finding: Finding,
): readonly Variant<Key>[] {
  try {
    return [{ value: readSecret(secret, secretPrefix), finding }];
  } catch {
    return [];
  }
}

/* Headers */

/** Lists what a record or a `Headers` has. A source that can only be asked has nothing to list. */
function listHeaders(
  headers: DeliveryHeaders,
): readonly (readonly [name: string, value: string])[] {
  const entries =
    headers instanceof Headers
      ? [...headers]
      : Object.entries(headers as Readonly<Record<string, unknown>>);
  return entries.flatMap(([name, value]) =>
    typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
  );
}

function replaceHeader(headers: DeliveryHeaders, name: string, value: string): DeliveryHeaders {
  return { ...Object.fromEntries(listHeaders(headers)), [name]: value };
}

function listPrefixed(headers: DeliveryHeaders): readonly (readonly [string, SignatureScheme])[] {
  const names = new Set(listHeaders(headers).map(([name]) => name));
  return [...names].flatMap((name) => {
    const prefix = /^(.+)-signature$/.exec(name)?.[1];
    if (prefix === undefined || !names.has(`${prefix}-timestamp`)) return [];
    return [[`standard-webhooks of ${prefix}`, defineStandardWebhooks(prefix)] as const];
  });
}

/** True for Standard Webhooks under the same names, which may be described in other words. */
function isSameStandard(one: SignatureScheme, other: SignatureScheme): boolean {
  return one.header === other.header && one.id !== undefined && one.id === other.id;
}

/* Signatures */

/** Finds texts in a header that may be signatures. */
function listTokens(text: string): readonly string[] {
  if (text.length > 4_096) return [];
  return (text.match(/[A-Za-z0-9+/_-]{20,}={0,2}/g) ?? []).slice(0, 16);
}

const LENGTHS: Readonly<Record<AlgorithmName, number | undefined>> = {
  "hmac-sha1": 20,
  "hmac-sha256": 32,
  "hmac-sha512": 64,
  ed25519: 64,
  "ecdsa-p256-sha256": undefined, // DER varies
  token: undefined,
};

/** Reads the signatures of a header in whatever form they are, and writes them in that of the scheme. */
function listSignatures(
  text: string,
  algorithm: AlgorithmName,
  encoding: SignatureEncoding,
): readonly string[] {
  if (algorithm === "token") return text === "" || text.length > 4_096 ? [] : [text, text.trim()];
  const expected = LENGTHS[algorithm];
  const found = listTokens(text).flatMap((token) => [
    decodeHex(token) ?? [],
    decodeBase64(token) ?? [],
  ]);
  return found.flatMap((bytes) =>
    bytes.length === expected || (expected === undefined && bytes.length >= 8)
      ? [encode(Uint8Array.from(bytes), encoding)]
      : [],
  );
}

function encode(bytes: Uint8Array, encoding: SignatureEncoding): string {
  return encoding === "base64"
    ? btoa(String.fromCharCode(...bytes))
    : Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Words */

function showAlgorithm(name: AlgorithmName): string {
  return name.replace("hmac-sha", "HMAC-SHA-");
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

function showDuration(milliseconds: number): string {
  const [name, length] =
    UNITS.find(([, one]) => milliseconds >= 2 * one) ?? (["second", 1_000] as const);
  const count = Math.round(milliseconds / length);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
