/**
 * Finds the causes of a refused delivery by trial. Only tools import it, the command line and the
 * inspector, because it bundles all schemes and does not compare in constant time.
 */
import type { AlgorithmName } from "../../../catalog/signatures.js";
import { readHeader } from "../readers.js";
import { ALGORITHMS } from "../algorithms.js";
import { isAtName } from "../plan/signed-content.js";
import type { Secret, SignatureScheme } from "../types.js";
import { findBodyDamage } from "./body-damage.js";
import { listBodies } from "./changed-bodies.js";
import { listSecrets } from "./changed-secrets.js";
import { listUrls } from "./changed-urls.js";
import { createFinding, type Finding, type FindingCode, type Variant } from "./findings.js";
import { listHeaders, replaceHeader } from "./headers.js";
import { findOtherScheme } from "./other-scheme.js";
import { createRawKeys, createSchemeKeys, listSecretData } from "./secret-keys.js";
import { describeForm } from "./sent-signatures.js";
import { findTimeFault } from "./timestamps.js";
import { Trials, type DeliveryChange, type RefusedDelivery } from "./trials.js";

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

const HMACS = ["hmac-sha1", "hmac-sha256", "hmac-sha512"] as const;

/** Searches for the causes. Each step returns what it has found; their order matters, because trials are limited. */
class Search {
  readonly #delivery: RefusedDelivery;
  readonly #scheme: SignatureScheme;
  readonly #trials: Trials;

  constructor(delivery: RefusedDelivery) {
    this.#delivery = delivery;
    this.#scheme = delivery.scheme;
    this.#trials = new Trials(delivery);
  }

  run(): readonly Finding[] {
    if (this.#trials.judge(this.#scheme) === undefined) return [];
    const missing = this.#findMissing();
    // If the signature is right, only its form or its time can be wrong.
    const isRight = missing === undefined && this.#trials.accepts({});
    const findings: Finding[] = [];
    if (missing !== undefined) findings.push(missing);
    else findings.push(...(isRight ? this.#listFormFaults() : this.#listCauses()));
    findings.push(...toList(findTimeFault(this.#delivery, this.#trials.context)));
    if (!isRight && !findings.some(rulesOutOtherSchemes))
      findings.push(...toList(this.#findOtherScheme()));
    if (this.#trials.isSpent)
      findings.push(createFinding("SEARCH_ENDED", "The delivery is too large to try everything."));
    if (!isRight && !findings.some(isCause)) findings.push(...this.#guess());
    return takeFirstOfEachCode(findings);
  }

  // ---- Missing parts

  /** Finds that a header or the URL is missing, so that there is nothing to try. */
  #findMissing(): Finding | undefined {
    const { url, headers } = this.#delivery;
    if (url === undefined && signsUrl(this.#scheme))
      return createFinding("URL_MISSING", "The service signs the URL, and it is not known here.");
    // Presets come first: the header of one may hold this scheme's signature under another name.
    if (!readHeader(this.#scheme.header, headers))
      return this.#findOtherScheme() ?? this.#findRenamed();
    const missing = this.#listMissingHeaders();
    if (missing.length === 0) return undefined;
    const list = missing.map((name) => `\`${name}\``).join(" and ");
    return createFinding(
      "SIGNED_HEADER_MISSING",
      `The service signs ${list}, and the delivery has no such header.`,
    );
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
  #findRenamed(): Finding {
    const { headers } = this.#delivery;
    const { header } = this.#scheme;
    const renamed = listHeaders(headers).find(([, value]) =>
      this.#trials.accepts({ headers: replaceHeader(headers, header, value) }),
    );
    if (renamed === undefined)
      return createFinding("HEADER_MISSING", `The delivery has no header \`${header}\`.`);
    return createFinding(
      "HEADER_RENAMED",
      `The signature is in the header \`${renamed[0]}\`, not in \`${header}\`.`,
    );
  }

  /** Tries all presets, and Standard Webhooks under the prefixes in the headers' names. */
  #findOtherScheme(): Finding | undefined {
    return findOtherScheme(this.#scheme, this.#delivery.headers, (other) =>
      this.#trials.judge(other),
    );
  }

  // ---- The form of the signature

  /** Describes the form of a signature that is right; nothing if only its time is wrong. */
  #listFormFaults(): readonly Finding[] {
    if (this.#trials.judge(this.#scheme) === "TIMESTAMP_OUT_OF_TOLERANCE") return [];
    const text = readHeader(this.#scheme.header, this.#delivery.headers) ?? "";
    return [describeForm(this.#scheme, text)];
  }

  #findUnreadable(): Finding | undefined {
    const { header, use } = this.#scheme;
    const algorithms: readonly AlgorithmName[] = [use.name, ...HMACS];
    if (algorithms.some((name) => this.#trials.listSignatures(name).length > 0)) return undefined;
    return createFinding(
      "SIGNATURE_UNREADABLE",
      `The header \`${header}\` holds nothing of the form of a signature.`,
    );
  }

  // ---- Changes that make the signature right

  #listCauses(): readonly Finding[] {
    const unreadable = this.#findUnreadable();
    const searches = [
      () => this.#findKey(),
      () => this.#findBody({}),
      () => this.#findUrl({}),
      () => this.#findAlgorithm({}),
    ];
    const causes = searches.flatMap((search) => toList(search())); // all are tried, for all findings
    return [...toList(unreadable), ...(causes.length > 0 ? causes : this.#findPair())];
  }

  /** Tries two changes at once: of the secret or the body, and of another part. */
  #findPair(): readonly Finding[] {
    for (const { value, finding } of this.#listSecrets()) {
      const keys = createRawKeys(this.#scheme, value);
      if (keys.length === 0) continue;
      const other = this.#findBody({ keys }) ?? this.#findUrl({ keys });
      if (other !== undefined) return [other, finding];
    }
    for (const { value: body, finding } of this.#listBodies()) {
      const other = this.#findUrl({ body }) ?? this.#findAlgorithm({ body });
      if (other !== undefined) return [other, finding];
    }
    return [];
  }

  #findKey(): Finding | undefined {
    return this.#findAccepted(this.#listSecrets(), (value) => ({
      keys: createRawKeys(this.#scheme, value),
    }));
  }

  #findBody(change: DeliveryChange): Finding | undefined {
    return this.#findAccepted(this.#listBodies(), (body) => ({ ...change, body }));
  }

  #findUrl(change: DeliveryChange): Finding | undefined {
    const { url, headers } = this.#delivery;
    if (url === undefined || !signsUrl(this.#scheme)) return undefined;
    const variants = listUrls(url, (name) => readHeader(name, headers));
    return this.#findAccepted(variants, (value) => ({ ...change, url: value }));
  }

  #findAlgorithm(change: DeliveryChange): Finding | undefined {
    const found = this.#listOtherHmacs().find((algorithm) => {
      const use = ALGORITHMS[algorithm];
      const keys = this.#delivery.secrets.flatMap((secret) =>
        createSchemeKeys({ ...this.#scheme, use }, secret),
      );
      return this.#trials.accepts({ ...change, algorithm, keys });
    });
    if (found === undefined) return undefined;
    const used = showAlgorithm(found);
    const expected = showAlgorithm(this.#scheme.use.name);
    return createFinding("ALGORITHM", `The delivery is signed with ${used}, not with ${expected}.`);
  }

  /** Finds the first variant whose signature is right. */
  #findAccepted<Value>(
    variants: Iterable<Variant<Value>>,
    toChange: (value: Value) => DeliveryChange,
  ): Finding | undefined {
    for (const { value, finding } of variants) {
      if (this.#trials.isSpent) return undefined;
      if (this.#trials.accepts(toChange(value))) return finding;
    }
    return undefined;
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

  // ---- Guesses

  /** Lists the likeliest causes if no trial has succeeded. */
  #guess(): readonly Finding[] {
    const { secrets, body } = this.#delivery;
    const malformed =
      this.#trials.keys.length < secrets.length
        ? createFinding("SECRET_MALFORMED", "A secret is not of the form that the scheme expects.")
        : undefined;
    const likeliest = [malformed, findBodyDamage(body)].flatMap(toList);
    if (likeliest.length > 0) return likeliest;
    const message = "The secret is another one, or the body is not the one that was sent.";
    return [createFinding("UNKNOWN", message)];
  }
}

// ---- Codes of findings

/** Codes of findings that do not rule out another cause. */
const UNSURE: ReadonlySet<FindingCode> = new Set([
  "TIMESTAMP_OUT_OF_TOLERANCE",
  "TIMESTAMP_UNIT",
  "SEARCH_ENDED",
]);

/** Codes of findings of parts that another scheme may not need. */
const MISSING: ReadonlySet<FindingCode> = new Set([
  "HEADER_MISSING",
  "SIGNED_HEADER_MISSING",
  "SIGNATURE_UNREADABLE",
  "URL_MISSING",
]);

/** True for a finding that is enough by itself, so that nothing needs to be guessed. */
function isCause({ code }: Finding): boolean {
  return !UNSURE.has(code);
}

function rulesOutOtherSchemes(finding: Finding): boolean {
  return isCause(finding) && !MISSING.has(finding.code);
}

function takeFirstOfEachCode(findings: readonly Finding[]): readonly Finding[] {
  const codes = findings.map(({ code }) => code);
  return findings.filter(({ code }, index) => codes.indexOf(code) === index);
}

function toList(finding: Finding | undefined): readonly Finding[] {
  return finding === undefined ? [] : [finding];
}

// ---- Schemes and algorithms

/** True for a scheme with the URL in its signed content, in any of its forms, such as `{decodedUrl}`. */
function signsUrl({ content = [] }: SignatureScheme): boolean {
  return content.filter(isAtName).some((name) => /^\{.*url\}$/i.test(name));
}

function showAlgorithm(name: AlgorithmName): string {
  return name.replace("hmac-sha", "HMAC-SHA-");
}
