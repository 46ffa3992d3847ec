/** Challenges: requests by which a service tests a receiver before it sends deliveries. */
import { HMAC_SHA256, TOKEN } from "../signatures/algorithms.js";
import { readRawPayload } from "../signatures/raw-data.js";
import type { SignatureKey } from "../signatures/scheme.js";
import { readPath } from "../signatures/delivery-fields.js";
import type { BindChallenges } from "./catalog.js";
import { isRefused, type PayloadParser, type ReadDelivery } from "./delivery.js";
import { copyOwn, expectText, toAsciiJson } from "./expect.js";
import type {
  AnswerChallenge,
  ChallengeAnswer,
  DeliveryReader,
  RequestFault,
  RequestView,
} from "./reader.js";
import { readRequestUrl } from "./request-url.js";

/** One kind of challenge of a service, as it is declared: data. */
export interface Challenge {
  /**
   * How a challenge is told apart: by a value in the payload (a dotted path), in a header of a POST,
   * or in the query. Without `equals`, by any value that is not empty.
   */
  readonly when: (
    { readonly path: string } | { readonly header: string } | { readonly query: string }
  ) & { readonly equals?: string | number | boolean };
  /** `false` where the service does not sign a challenge in the payload; others never are. */
  readonly signed?: false;
  /** The parameter of the query that must equal the option `challengeToken`. */
  readonly token?: string;
  /**
   * In its strings, `{name}` stands for the value where `when` looks; `{hmac:name}` for its
   * HMAC-SHA256 under the first secret, in hexadecimal digits, and `{hmac-base64:name}` in base64.
   */
  readonly answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly text?: string;
  };
}

/** Finds a value under a name of the answer's strings. */
type Find = (name: string) => unknown;

/** Binds the challenges of a service, which are data, to the code that answers them. */
export function createChallenges(challenges: readonly Challenge[]): BindChallenges {
  const own = challenges.map(({ when, ...others }) => copyOwn({ ...others, when: copyOwn(when) }));
  const needsToken = own.some(({ token }) => token !== undefined);
  return (reader, key, token) => {
    const given = needsToken ? expectText(token, "`challengeToken`") : "";
    return new Challenges(own, key, given).wrap(reader);
  };
}

class Challenges {
  readonly #ofPayload: readonly Challenge[];
  readonly #unsigned: readonly Challenge[];
  readonly #ofRequest: readonly Challenge[];
  readonly #key: SignatureKey;
  readonly #token: string;

  constructor(challenges: readonly Challenge[], key: SignatureKey, token: string) {
    this.#ofPayload = challenges.filter(({ when }) => "path" in when);
    this.#unsigned = this.#ofPayload.filter(({ signed }) => signed === false);
    this.#ofRequest = challenges.filter(({ when }) => !("path" in when));
    this.#key = key;
    this.#token = token;
  }

  wrap(reader: DeliveryReader): DeliveryReader {
    const { scheme } = reader;
    return {
      ...reader,
      // Of a body that may be unsigned, nothing is known before it is read.
      scheme: this.#unsigned.length === 0 ? scheme : { ...scheme, findFlaw: () => undefined },
      open: (read, keys) =>
        this.#answerUnsigned(read, reader.parse) ??
        this.#answerOpened(reader.open(read, keys, true)), // a challenge is found in the payload
      answerRequest: (request) => this.#answerRequest(request),
    };
  }

  #answerRequest(request: RequestView): ChallengeAnswer | RequestFault | undefined {
    for (const challenge of this.#ofRequest) {
      const find = createFinder(request, challenge);
      if (find === undefined || !isMeant(challenge, find)) continue;
      if (!isTokenRight(challenge, find, this.#token)) return { code: "SIGNATURE_MISMATCH" };
      return writeAnswer(challenge, find, this.#key);
    }
    return undefined;
  }

  /** Answers challenges that the service sends without a signature. */
  #answerUnsigned(
    { payload: raw }: ReadDelivery,
    parse: PayloadParser,
  ): AnswerChallenge | undefined {
    const data = this.#unsigned.length === 0 ? undefined : readRawPayload(raw);
    const payload = data === undefined ? undefined : parse(data);
    return payload && this.#answer(this.#unsigned, payload);
  }

  #answerOpened(opened: ReturnType<DeliveryReader["open"]>): ReturnType<DeliveryReader["open"]> {
    if (typeof opened === "function" || isRefused(opened)) return opened;
    return this.#answer(this.#ofPayload, opened.payload) ?? opened;
  }

  #answer(challenges: readonly Challenge[], payload: object): AnswerChallenge | undefined {
    const find = (name: string) => readPath(payload, name.split("."));
    const meant = challenges.find((challenge) => isMeant(challenge, find));
    const answer = meant && writeAnswer(meant, find, this.#key);
    return answer && (() => Promise.resolve(answer) as Promise<never>); // as the toolkit's type says
  }
}

/** A challenge in a header is a POST, as deliveries are; one in the query may also be a GET. */
function createFinder(request: RequestView, { when }: Challenge): Find | undefined {
  const methods = "header" in when ? ["POST"] : ["POST", "GET"];
  if (!methods.includes(request.method)) return undefined;
  if ("header" in when) return (name) => request.get(name.toLowerCase());
  const query = readRequestUrl(request).split("?")[1] ?? "";
  const parameters = new URLSearchParams(query.split("#")[0]);
  return (name) => parameters.get(name);
}

function isMeant({ when }: Challenge, find: Find): boolean {
  const name = "path" in when ? when.path : "header" in when ? when.header : when.query;
  const found = toText(find(name));
  return when.equals === undefined ? found !== "" : found === String(when.equals);
}

/** Compared as every token is, in constant time. */
function isTokenRight({ token }: Challenge, find: Find, expected: string): boolean {
  return token === undefined || TOKEN.matches([expected], [], [toText(find(token))], "hex");
}

/** Statuses whose answers have no content; a web-standard response refuses one (Fetch, "null body status"). */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

function writeAnswer({ answer }: Challenge, find: Find, key: SignatureKey): ChallengeAnswer {
  const fill = (text: string): string =>
    text.replace(
      /\{(hmac(?:-base64)?:)?([^{}]+)\}/g,
      (_, hash: string | undefined, name: string) => {
        const value = toText(find(name));
        if (hash === undefined) return value;
        return HMAC_SHA256.sign(key as never, [value], hash === "hmac:" ? "hex" : "base64");
      },
    );
  const { status = 200, headers = {}, json, text = "" } = answer;
  const content = json === undefined ? fill(text) : toAsciiJson(fillAll(json, fill) as object);
  const body = NO_CONTENT.has(status) ? "" : content;
  const type = json === undefined ? "text/plain; charset=utf-8" : "application/json";
  const own = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    fill(value).replace(/[^\t -~]/g, ""), // it may come from a payload
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
      ...(Object.fromEntries(own) as Record<string, string>),
    },
    body,
  };
}

function fillAll(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillAll(one, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillAll(one, fill)]));
}

/** The text of a scalar value; the empty string for anything else. */
function toText(value: unknown): string {
  const isScalar =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar ? String(value) : "";
}
