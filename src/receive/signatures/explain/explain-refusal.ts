/**
 * Finds the causes of a refused delivery by trial. Only tools import it, the command line and the
 * inspector, because it bundles all schemes and does not compare in constant time.
 */
import type { AlgorithmName } from "../../../catalog/signatures.js";
import { readHeader } from "../readers.js";
import { ALGORITHMS } from "../scheme.js";
import { createAnyScheme } from "../define.js";
import { isAtName } from "../plan/plan.js";
import { PRESETS } from "../plan/presets.js";
import type { Secret, SignatureScheme } from "../types.js";
import {
  createSchemeKeys,
  createRawKeys,
  isSameStandard,
  listHeaders,
  listPrefixed,
  listTokens,
  listSecretData,
  replaceHeader,
} from "./any-form.js";
import { createFinding, type Finding, type FindingCode, type Variant } from "./findings.js";
import { Trials, type DeliveryChange, type RefusedDelivery } from "./trials.js";
import { decodeAnyHex, listSecrets } from "./changed-secrets.js";
import { findTimeFault } from "./timestamps.js";
import { findBodyDamage } from "./body-damage.js";
import { listBodies } from "./changed-bodies.js";
import { listUrls } from "./changed-urls.js";

export type { Finding, FindingCode } from "./findings.js";
export type { RefusedDelivery } from "./trials.js";

/**
 * Lists the causes for which a delivery is refused, the surest first. Empty if it is authentic. Tries a
 * few hundred changes of the body, the secret, the URL and the scheme, and stops after hashing 256 MiB.
 * No text of a finding has a secret or a signature in it.
 */
export function explainRefusal(delivery: RefusedDelivery): readonly Finding[] {
  return new Search(delivery).run();
}

/** Presets by the names that a description of a scheme uses. */
const SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map(
  Object.entries(PRESETS).map(([name, description]) => [name, createAnyScheme(description)]),
);

/** Findings that do not rule out another cause. */
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

const HMACS = ["hmac-sha1", "hmac-sha256", "hmac-sha512"] as const;

class Search {
  readonly #delivery: RefusedDelivery;
  readonly #scheme: SignatureScheme;
  readonly #trials: Trials;
  readonly #findings: Finding[] = [];
  /** True if the signature is right, so that only its form or its time can be wrong. */
  #isRight = false;

  constructor(delivery: RefusedDelivery) {
    this.#delivery = delivery;
    this.#scheme = delivery.scheme;
    this.#trials = new Trials(delivery);
  }

  run(): readonly Finding[] {
    if (this.#trials.judge(this.#scheme) === undefined) return [];
    if (!this.#lacksParts()) this.#findCause();
    const timeFault = findTimeFault(this.#delivery, this.#trials.context);
    if (timeFault !== undefined) this.#note(timeFault);
    if (!this.#isRight && !this.#isExplained()) this.#findPreset();
    if (this.#trials.isSpent)
      this.#add("SEARCH_ENDED", "The delivery is too large to try everything.");
    if (!this.#isRight) this.#guess();
    return this.#findings;
  }

  #add(code: FindingCode, message: string): void {
    this.#note(createFinding(code, message));
  }

  /** Keeps the first finding of each code. */
  #note(finding: Finding): void {
    if (this.#findings.every(({ code }) => code !== finding.code)) this.#findings.push(finding);
  }

  /** True if a finding rules out that the delivery is of another scheme. */
  #isExplained(): boolean {
    return this.#findings.some(({ code }) => !UNSURE.has(code) && !MISSING.has(code));
  }

  // ---- Missing parts

  /** True if a header or the URL is missing, so that there is nothing to try. Adds the finding. */
  #lacksParts(): boolean {
    const { url, headers } = this.#delivery;
    if (url === undefined && signsUrl(this.#scheme)) {
      this.#add("URL_MISSING", "The service signs the URL, and it is not known here.");
      return true;
    }
    if (!readHeader(this.#scheme.header, headers)) {
      // Presets come first: the header of one may hold this scheme's signature under another name.
      if (!this.#findPreset()) this.#findRenamed();
      return true;
    }
    const missing = this.#listMissingHeaders();
    if (missing.length === 0) return false;
    const list = missing.map((name) => `\`${name}\``).join(" and ");
    this.#add(
      "SIGNED_HEADER_MISSING",
      `The service signs ${list}, and the delivery has no such header.`,
    );
    return true;
  }

  /** Lists the headers that the scheme signs and the delivery lacks. */
  #listMissingHeaders(): readonly string[] {
    const { content = [] } = this.#scheme;
    const names = new Set(content.filter(isAtName));
    return [...names].filter(
      (name) => !name.startsWith("{") && readHeader(name, this.#delivery.headers) === undefined,
    );
  }

  /** Searches all other headers for the signature. */
  #findRenamed(): void {
    const { headers } = this.#delivery;
    const { header } = this.#scheme;
    const renamed = listHeaders(headers).find(([, value]) =>
      this.#trials.accepts({ headers: replaceHeader(headers, header, value) }),
    );
    if (renamed === undefined)
      this.#add("HEADER_MISSING", `The delivery has no header \`${header}\`.`);
    else
      this.#add(
        "HEADER_RENAMED",
        `The signature is in the header \`${renamed[0]}\`, not in \`${header}\`.`,
      );
  }

  // ---- Changes that make the signature right

  #findCause(): void {
    if (this.#trials.accepts({})) {
      this.#isRight = true;
      if (this.#trials.judge(this.#scheme) !== "TIMESTAMP_OUT_OF_TOLERANCE") this.#findFormat();
      return;
    }
    this.#findUnreadable();
    const attempts = [
      () => this.#tryKeys(),
      () => this.#tryBodies({}),
      () => this.#tryUrls({}),
      () => this.#tryAlgorithms({}),
    ];
    const results = attempts.map((attempt) => attempt()); // all are tried, for all findings
    if (!results.includes(true)) this.#tryPairs();
  }

  /** Tries two changes at once: of the secret or the body, and of another part. */
  #tryPairs(): void {
    for (const { value, finding } of this.#listSecrets()) {
      const keys = createRawKeys(this.#scheme, value);
      if (keys.length > 0 && (this.#tryBodies({ keys }) || this.#tryUrls({ keys }))) {
        this.#note(finding);
        return;
      }
    }
    for (const { value: body, finding } of this.#listBodies()) {
      if (!this.#tryUrls({ body }) && !this.#tryAlgorithms({ body })) continue;
      this.#note(finding);
      return;
    }
  }

  #tryKeys(): boolean {
    return this.#tryAll(this.#listSecrets(), (value) => ({
      keys: createRawKeys(this.#scheme, value),
    }));
  }

  #tryBodies(change: DeliveryChange): boolean {
    return this.#tryAll(this.#listBodies(), (body) => ({ ...change, body }));
  }

  #tryUrls(change: DeliveryChange): boolean {
    const { url, headers } = this.#delivery;
    if (url === undefined || !signsUrl(this.#scheme)) return false;
    const variants = listUrls(url, (name) => readHeader(name, headers));
    return this.#tryAll(variants, (value) => ({ ...change, url: value }));
  }

  #tryAlgorithms(change: DeliveryChange): boolean {
    for (const algorithm of this.#listOtherHmacs()) {
      const use = ALGORITHMS[algorithm];
      const keys = this.#delivery.secrets.flatMap((secret) =>
        createSchemeKeys({ ...this.#scheme, use }, secret),
      );
      if (!this.#trials.accepts({ ...change, algorithm, keys })) continue;
      const used = showAlgorithm(algorithm);
      const expected = showAlgorithm(this.#scheme.use.name);
      this.#add("ALGORITHM", `The delivery is signed with ${used}, not with ${expected}.`);
      return true;
    }
    return false;
  }

  /** Notes the finding of the first variant whose signature is right. */
  #tryAll<Value>(
    variants: Iterable<Variant<Value>>,
    toChange: (value: Value) => DeliveryChange,
  ): boolean {
    for (const { value, finding } of variants) {
      if (this.#trials.isSpent) return false;
      if (!this.#trials.accepts(toChange(value))) continue;
      this.#note(finding);
      return true;
    }
    return false;
  }

  /** Lists secrets that may be the right one, decoded. */
  *#listSecrets(): Generator<Variant<Secret>> {
    const { secrets, otherSecrets = {} } = this.#delivery;
    for (const [name, secret] of Object.entries(otherSecrets)) {
      const message = `The delivery is signed with another secret: ${name}.`;
      yield* this.#decode(secret, createFinding("SECRET_OTHER", message));
    }
    for (const secret of secrets) {
      if (typeof secret !== "string") continue;
      for (const variant of listSecrets(secret, this.#scheme.secretPrefix)) {
        yield* this.#decode(variant.value, variant.finding);
        yield variant;
      }
    }
  }

  #decode(secret: Secret, finding: Finding): readonly Variant<Secret>[] {
    return listSecretData(this.#scheme, secret).map((value) => ({ value, finding }));
  }

  /** Lists bodies that may be the signed one; none for a scheme that signs no body. */
  #listBodies(): Iterable<Variant<Uint8Array>> {
    return this.#scheme.use.name === "token" ? [] : listBodies(this.#delivery.body);
  }

  /** Lists the algorithms besides an HMAC scheme's own for which the header has a signature. */
  #listOtherHmacs(): readonly (typeof HMACS)[number][] {
    const { name } = this.#scheme.use;
    return HMACS.filter(
      (other) =>
        name.startsWith("hmac-") && other !== name && this.#trials.listSignatures(other).length > 0,
    );
  }

  // ---- The form of the signature

  /** Describes the form of a signature that is right. */
  #findFormat(): void {
    const { header, encoding, prefix } = this.#scheme;
    const text = readHeader(header, this.#delivery.headers) ?? "";
    const name = `The signature in \`${header}\` is right, but`;
    const [token = ""] = listTokens(text);
    const isHex = decodeAnyHex(token) !== undefined;
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
    const algorithms: readonly AlgorithmName[] = [use.name, ...HMACS];
    if (algorithms.some((name) => this.#trials.listSignatures(name).length > 0)) return;
    this.#add(
      "SIGNATURE_UNREADABLE",
      `The header \`${header}\` holds nothing of the form of a signature.`,
    );
  }

  // ---- Other schemes, and guesses

  /** Tries all presets, and Standard Webhooks under the prefixes in the headers' names. */
  #findPreset(): boolean {
    const schemeText = JSON.stringify(this.#scheme);
    const preset = [...SCHEMES, ...listPrefixed(this.#delivery.headers)].find(([, scheme]) => {
      if (JSON.stringify(scheme) === schemeText || isSameStandard(scheme, this.#scheme))
        return false;
      const fault = this.#trials.judge(scheme);
      return fault === undefined || fault === "TIMESTAMP_OUT_OF_TOLERANCE";
    });
    if (preset === undefined) return false;
    this.#add("OTHER_SCHEME", `The preset \`${preset[0]}\` accepts the signature.`);
    return true;
  }

  /** Adds the likeliest cause if no trial has succeeded. */
  #guess(): void {
    const { secrets, body } = this.#delivery;
    if (this.#findings.some(({ code }) => !UNSURE.has(code))) return;
    const isMalformed = this.#trials.keys.length < secrets.length;
    if (isMalformed)
      this.#add("SECRET_MALFORMED", "A secret is not of the form that the scheme expects.");
    const damage = findBodyDamage(body);
    if (damage !== undefined) this.#note(damage);
    else if (!isMalformed)
      this.#add("UNKNOWN", "The secret is another one, or the body is not the one that was sent.");
  }
}

/** True for a scheme with the URL in its signed content, in any of its forms, such as `{decodedUrl}`. */
function signsUrl({ content = [] }: SignatureScheme): boolean {
  return content.filter(isAtName).some((name) => /^\{.*url\}$/i.test(name));
}

function showAlgorithm(name: AlgorithmName): string {
  return name.replace("hmac-sha", "HMAC-SHA-");
}
