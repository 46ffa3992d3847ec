/** Challenges: requests by which a service tests a receiver before it sends deliveries. */
import { followPath } from "../../../base/values.js";
import type { SignatureEncoding } from "../../../catalog/signatures.js";
import type { Challenge } from "../../../catalog/webhooks.js";
import { copyOwn, expectText, toAsciiJson } from "../../../base/expect.js";
import { readRawPayload } from "../../signatures/readers.js";
import { TOKEN } from "../../signatures/scheme.js";
import {
  ANSWER_PLACEHOLDER,
  CHALLENGE_TEXT,
  findSigningRisk,
  listHashedNames,
} from "../../signatures/plan/challenge-text.js";
import type { SignatureKey } from "../../signatures/types.js";
import { readRequestUrl, refuse } from "../delivery.js";
import type {
  AnsweredRequest,
  DeliveryReader,
  Opened,
  ReadDelivery,
  RefusedRequest,
  RequestView,
} from "../reader.js";
import type { ChallengeAnswer } from "../types.js";
import type { BindChallenges } from "../service.js";

/** Binds the challenges of a service to the code that answers them. */
export function createChallenges(challenges: readonly Challenge[]): BindChallenges {
  const plans = challenges.map(planChallenge);
  const needsToken = plans.some(({ token }) => token !== undefined);
  return (reader, key, token) => {
    if (plans.some(({ hashed }) => hashed.length > 0)) expectDistinct(reader);
    if (key === undefined) expectNoHash(plans);
    const expectedToken = needsToken ? expectText(token, "`challengeToken`") : "";
    return new Challenges(plans, reader, key, expectedToken).wrap();
  };
}

/** Copies a challenge. No inherited key counts. */
function planChallenge(challenge: Challenge): ChallengePlan {
  const { when, signed = true, token, answer } = copyOwn(challenge);
  const hashed = listAnswerTexts(answer).flatMap(listHashedNames);
  return { ...readMark(copyOwn(when)), signed, token, answer, hashed };
}

/** Finds where a challenge shows itself, and by which value. */
function readMark(when: Challenge["when"]): ChallengeMark {
  const { equals } = when;
  if ("path" in when) return { place: "payload", name: when.path, equals };
  if ("header" in when) return { place: "header", name: when.header, equals };
  return { place: "query", name: when.query, equals };
}

/** @throws TypeError if the answer to a challenge could be the signature of a delivery. */
function expectDistinct({ scheme: { use, content }, hasJson }: DeliveryReader): void {
  const risk = findSigningRisk(use.name, content, hasJson);
  if (risk !== undefined) {
    throw new TypeError(`The answer to a challenge holds \`{hmac:…}\` ${risk}`);
  }
}

/** @throws TypeError if a key is needed to answer a request that is not a delivery: no secret is looked up for it. */
function expectNoHash(challenges: readonly ChallengePlan[]): void {
  const needsKey = challenges.some(
    ({ place, signed, hashed }) => hashed.length > 0 && (!signed || place !== "payload"),
  );
  if (!needsKey) return;
  const expected = "a secret, because the service checks the receiver before it sends deliveries";
  throw new TypeError(`\`secret\` is a function; expected ${expected}.`);
}

class Challenges {
  /** Challenges that are found in the payload of a delivery. */
  readonly #inPayloads: readonly ChallengePlan[];
  /** Challenges in payloads that have no signature. */
  readonly #unsigned: readonly ChallengePlan[];
  /** Challenges that are found in a header or the query, and are no deliveries. */
  readonly #inRequests: readonly ChallengePlan[];
  readonly #reader: DeliveryReader;
  /** `undefined` if the secret is looked up for each delivery. */
  readonly #key: SignatureKey | undefined;
  readonly #token: string;

  constructor(
    challenges: readonly ChallengePlan[],
    reader: DeliveryReader,
    key: SignatureKey | undefined,
    token: string,
  ) {
    this.#inPayloads = challenges.filter(({ place }) => place === "payload");
    this.#unsigned = this.#inPayloads.filter(({ signed }) => !signed);
    this.#inRequests = challenges.filter(({ place }) => place !== "payload");
    this.#reader = reader;
    this.#key = key;
    this.#token = token;
  }

  wrap(): DeliveryReader {
    const reader = this.#reader;
    return {
      ...reader,
      takesUnsigned: this.#unsigned.length > 0,
      open: (read, keys) =>
        // A challenge is found in the payload.
        this.#answerUnsigned(read) ?? this.#answerOpened(reader.open(read, keys, true), keys[0]),
      answerRequest: (request) => this.#answerRequest(request),
    };
  }

  #answerRequest(request: RequestView): AnsweredRequest | RefusedRequest | undefined {
    for (const challenge of this.#inRequests) {
      const readValue = createValueReader(request, challenge);
      if (readValue === undefined || !isMatch(challenge, readValue)) continue;
      if (!hasToken(challenge, readValue, this.#token))
        return { kind: "fault", fault: { code: "SIGNATURE_MISMATCH" } };
      const answer = this.#write(challenge, readValue, this.#key);
      if (answer === undefined) return { kind: "fault", fault: { code: "INVALID_CHALLENGE" } };
      return { kind: "answer", answer };
    }
    return undefined;
  }

  /** Answers challenges that the service sends without a signature. */
  #answerUnsigned(read: ReadDelivery): Opened | undefined {
    const data = this.#unsigned.length === 0 ? undefined : readRawPayload(read.payload);
    const payload = data === undefined ? undefined : this.#reader.parse(data);
    return payload && this.#answer(this.#unsigned, payload, read, this.#key);
  }

  /** @param key Of the delivery: one that was looked up, or the first of the toolkit. */
  #answerOpened(opened: Opened, key: SignatureKey | undefined): Opened {
    if (opened.kind !== "event") return opened;
    const { event } = opened;
    return this.#answer(this.#inPayloads, event.payload, event, key) ?? opened;
  }

  #answer(
    challenges: readonly ChallengePlan[],
    payload: object,
    delivery: Pick<ReadDelivery, "id" | "name">,
    key: SignatureKey | undefined,
  ): Opened | undefined {
    const readValue = (path: string) => followPath(payload, path);
    const challenge = challenges.find((candidate) => isMatch(candidate, readValue));
    if (challenge === undefined) return undefined;
    const answer = this.#write(challenge, readValue, key);
    return answer === undefined
      ? refuse(delivery, "INVALID_CHALLENGE")
      : { kind: "challenge", answer };
  }

  /** Returns `undefined` if a value to be signed could be a delivery, or a part of one. */
  #write(
    { answer, hashed }: ChallengePlan,
    readValue: ReadValue,
    key: SignatureKey | undefined,
  ): ChallengeAnswer | undefined {
    const isSafe = hashed.every((name) => CHALLENGE_TEXT.test(toScalarText(readValue(name))));
    if (!isSafe) return undefined;
    const { use } = this.#reader.scheme;
    // Without a key, no answer holds an HMAC: `expectNoHash` has checked that.
    return createChallengeAnswer(answer, readValue, (value, encoding) =>
      key === undefined ? "" : use.sign(key, [value], encoding),
    );
  }
}

/**
 * Creates a reader of the headers or the query of a request; `undefined` for a method by which no such challenge comes.
 * A challenge in a header is a POST; one in the query may also be a GET.
 */
function createValueReader(request: RequestView, { place }: ChallengeMark): ReadValue | undefined {
  const methods = place === "header" ? ["POST"] : ["POST", "GET"];
  if (!methods.includes(request.method)) return undefined;
  if (place === "header") return (name) => request.get(name.toLowerCase());
  const query = readRequestUrl(request).split("?")[1] ?? "";
  const parameters = new URLSearchParams(query.split("#")[0]);
  return (name) => parameters.get(name);
}

/** True if the request or the payload is the challenge. */
function isMatch({ name, equals }: ChallengeMark, readValue: ReadValue): boolean {
  const value = toScalarText(readValue(name));
  return equals === undefined ? value !== "" : value === String(equals);
}

/** True if the challenge needs no token, or has the expected one. Compares in constant time. */
function hasToken({ token }: ChallengePlan, readValue: ReadValue, expected: string): boolean {
  return (
    token === undefined || TOKEN.matches([expected], [], [toScalarText(readValue(token))], "hex")
  );
}

/** Statuses of answers without content, which a web-standard response refuses (Fetch, "null body status"). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

function createChallengeAnswer(
  { status = 200, headers = {}, json, text = "" }: Challenge["answer"],
  readValue: ReadValue,
  sign: (value: string, encoding: SignatureEncoding) => string,
): ChallengeAnswer {
  const fill = (text: string): string =>
    text.replace(ANSWER_PLACEHOLDER, (_, hash: string | undefined, name: string) => {
      const value = toScalarText(readValue(name));
      return hash === undefined ? value : sign(value, hash === "hmac:" ? "hex" : "base64");
    });
  const content = json === undefined ? fill(text) : toAsciiJson(fillAll(json, fill) as object);
  const body = WITHOUT_CONTENT.has(status) ? "" : content;
  const type = json === undefined ? "text/plain; charset=utf-8" : "application/json";
  const answerHeaders = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    fill(value).replace(/[^\t -~]/g, ""), // the value may come from a payload
  ]);
  return {
    status,
    headers: {
      // An answer without content, such as 204, has neither (RFC 9110, section 8.6).
      ...(body !== "" && {
        "content-type": type,
        "content-length": String(new TextEncoder().encode(body).length),
      }),
      "x-content-type-options": "nosniff",
      ...(Object.fromEntries(answerHeaders) as Record<string, string>),
    },
    body,
  };
}

/** Lists all texts in an answer. */
function listAnswerTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listAnswerTexts);
}

/** Fills the placeholders of all texts in a value. */
function fillAll(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillAll(one, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillAll(one, fill)]));
}

/** Returns the text of a scalar value; the empty string for anything else. */
function toScalarText(value: unknown): string {
  const isScalar =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar ? String(value) : "";
}

// ---- Types

/** Reads a value by a name that stands in the challenge: of a header, a parameter or a path into the payload. */
type ReadValue = (name: string) => unknown;

/** Copy of the caller's challenge. */
interface ChallengePlan extends ChallengeMark, Pick<Challenge, "answer"> {
  readonly signed: boolean;
  readonly token: string | undefined;
  /** The names of the values whose HMAC is in the answer. */
  readonly hashed: readonly string[];
}

/** The value by which a challenge is recognized. */
interface ChallengeMark {
  readonly place: "payload" | "header" | "query";
  /** A dotted path into the payload, or the name of a header or a parameter. */
  readonly name: string;
  /** `undefined`: any value that is not empty. */
  readonly equals: Challenge["when"]["equals"] | undefined;
}
