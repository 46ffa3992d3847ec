/** Challenges: requests by which a service tests a receiver before it sends deliveries. */
import { followPath } from "../../../base/values.js";
import type { Challenge } from "../../../catalog/webhooks.js";
import { copyOwn, expectText } from "../../../base/expect.js";
import { readRawPayload } from "../../signatures/readers.js";
import { TOKEN } from "../../signatures/algorithms.js";
import { findSigningRisk } from "../../signatures/plan/challenge-text.js";
import type { SignatureKey } from "../../signatures/types.js";
import { refuse } from "../delivery.js";
import type {
  AnsweredRequest,
  DeliveryReader,
  Opened,
  ReadDelivery,
  RefusedRequest,
  RequestView,
} from "../reader.js";
import { readRequestUrl } from "../request-url.js";
import type { ChallengeAnswer } from "../types.js";
import type { BindChallenges } from "../service.js";
import {
  planAnswer,
  toScalarText,
  writeAnswer,
  type AnswerPlan,
  type ReadValue,
} from "./challenge-answer.js";

/** Binds the challenges of a service to the code that answers them. */
export function createChallenges(challenges: readonly Challenge[]): BindChallenges {
  const plans = challenges.map(planChallenge);
  const needsToken = plans.some(({ token }) => token !== undefined);
  return (reader, key, token) => {
    if (plans.some(hashesValue)) expectDistinct(reader);
    if (key === undefined) expectNoHash(plans);
    const expectedToken = needsToken ? expectText(token, "`challengeToken`") : "";
    const answering = new Challenges(plans, reader, key, expectedToken);
    return {
      ...reader,
      takesUnsigned: plans.some(({ place }) => place === "unsigned payload"),
      open: (read, keys) => answering.open(read, keys),
      answerRequest: (request) => answering.answerRequest(request),
    };
  };
}

/** Copies a challenge. No inherited key counts. */
function planChallenge(challenge: Challenge): ChallengePlan {
  const { when, signed = true, token, answer } = copyOwn(challenge);
  return { ...readMark(copyOwn(when), signed), token, ...planAnswer(answer) };
}

/** Finds where a challenge shows itself, and by which value. */
function readMark(when: Challenge["when"], isSigned: boolean): ChallengeMark {
  const { equals } = when;
  if ("path" in when) {
    return { place: isSigned ? "signed payload" : "unsigned payload", name: when.path, equals };
  }
  if ("header" in when) return { place: "header", name: when.header, equals };
  return { place: "query", name: when.query, equals };
}

function hashesValue({ hashed }: ChallengePlan): boolean {
  return hashed.length > 0;
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
  const unsigned = challenges.filter(({ place }) => place !== "signed payload");
  if (!unsigned.some(hashesValue)) return;
  const expected = "a secret, because the service checks the receiver before it sends deliveries";
  throw new TypeError(`\`secret\` is a function; expected ${expected}.`);
}

/** Answers the challenges of a service, and lets the reader open all other deliveries. */
class Challenges {
  readonly #inSignedPayloads: readonly ChallengePlan[];
  readonly #inUnsignedPayloads: readonly ChallengePlan[];
  /** Challenges in a header or the query, which are no deliveries. */
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
    this.#inSignedPayloads = challenges.filter(({ place }) => place === "signed payload");
    this.#inUnsignedPayloads = challenges.filter(({ place }) => place === "unsigned payload");
    this.#inRequests = challenges.filter(({ place }) => place === "header" || place === "query");
    this.#reader = reader;
    this.#key = key;
    this.#token = token;
  }

  answerRequest(request: RequestView): AnsweredRequest | RefusedRequest | undefined {
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

  open(read: ReadDelivery, keys: readonly SignatureKey[]): Opened {
    const answer = this.#answerUnsigned(read);
    if (answer !== undefined) return answer;
    const opened = this.#reader.open(read, keys, true); // the payload may be a challenge
    if (opened.kind !== "event") return opened;
    const { event } = opened;
    // The key of this delivery: one that was looked up, or the first of the toolkit.
    return this.#answerPayload(this.#inSignedPayloads, event.payload, event, keys[0]) ?? opened;
  }

  #answerUnsigned(read: ReadDelivery): Opened | undefined {
    if (this.#inUnsignedPayloads.length === 0) return undefined;
    const data = readRawPayload(read.payload);
    const payload = data === undefined ? undefined : this.#reader.parse(data);
    return payload && this.#answerPayload(this.#inUnsignedPayloads, payload, read, this.#key);
  }

  #answerPayload(
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

  #write(
    challenge: ChallengePlan,
    readValue: ReadValue,
    key: SignatureKey | undefined,
  ): ChallengeAnswer | undefined {
    const { use } = this.#reader.scheme;
    // Without a key, no answer holds an HMAC: `expectNoHash` has checked that.
    return writeAnswer(challenge, readValue, (value, encoding) =>
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

// ---- Types

/** Copy of the caller's challenge. */
interface ChallengePlan extends ChallengeMark, AnswerPlan {
  /** The parameter of the query that must equal the option `challengeToken`. */
  readonly token: string | undefined;
}

/** The value by which a challenge is recognized. */
interface ChallengeMark {
  readonly place: "signed payload" | "unsigned payload" | "header" | "query";
  /** A dotted path into the payload, or the name of a header or a parameter. */
  readonly name: string;
  /** `undefined`: any value that is not empty. */
  readonly equals: Challenge["when"]["equals"] | undefined;
}
