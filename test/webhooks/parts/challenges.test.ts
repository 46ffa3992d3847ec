/** Challenges of services: requests and payloads that are recognized as one, and their whole answers. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Challenge } from "../../../src/catalog/webhooks.js";
import { createChallenges } from "../../../src/receive/webhooks/parts/challenge.js";
import { readFormDelivery } from "../../../src/receive/webhooks/parts/forms.js";
import { findReceiver } from "../../../src/receive/webhooks/receiver.js";
import type { RequestView } from "../../../src/receive/webhooks/reader.js";
import type { WebhookTypes } from "../../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { acmeCatalog, acmeParts, SECRET } from "../../cases/webhooks/acme.js";

const NOSNIFF = { "x-content-type-options": "nosniff" };

describe("a challenge in a request", () => {
  const inQuery: Challenge = { when: { query: "mode" }, answer: { text: "{code}" } };
  const inHeader: Challenge = { when: { header: "X-Secret" }, answer: { text: "{X-Secret}" } };

  it.each<[what: string, challenge: Challenge, request: RequestView, text: string | undefined]>([
    ["a query of GET", inQuery, view("GET", "/?mode=a&code=b"), "b"],
    ["a query of POST", inQuery, view("POST", "/?code=b&mode=a"), "b"],
    ["a query before a fragment", inQuery, view("GET", "/?mode=a&code=b#c"), "b"],
    ["a value without a code", inQuery, view("GET", "/?mode=a"), ""],
    ["encoded values", inQuery, view("GET", "/?mode=%61&code=%C3%A9+b"), "é b"],
    ["another method", inQuery, view("PUT", "/?mode=a"), undefined],
    ["an empty value", inQuery, view("GET", "/?mode="), undefined],
    ["no query", inQuery, view("GET", "/mode=a"), undefined],
    ["a name of a header", inQuery, view("GET", "/", { mode: "a" }), undefined],
    ["a header of POST", inHeader, view("POST", "/", { "x-secret": "s" }), "s"],
    ["a header of GET", inHeader, view("GET", "/", { "x-secret": "s" }), undefined],
    ["an empty header", inHeader, view("POST", "/", { "x-secret": "" }), undefined],
    ["another header", inHeader, view("POST", "/?X-Secret=a", { secret: "s" }), undefined],
    ["an equal text", ifEqual("a"), view("GET", "/?mode=a"), "yes"],
    ["another text", ifEqual("a"), view("GET", "/?mode=ab"), undefined],
    ["an equal number", ifEqual(1), view("GET", "/?mode=1"), "yes"],
    ["an equal boolean", ifEqual(true), view("GET", "/?mode=true"), "yes"],
    ["an equal empty text", ifEqual(""), view("GET", "/"), "yes"],
  ])("[C.23] is found by %s", (_, challenge, request, body) => {
    const answer =
      body === undefined
        ? undefined
        : {
            kind: "answer",
            answer: { status: 200, headers: body === "" ? NOSNIFF : text(body), body },
          };
    expect(ask(challenge, request)).toEqual(answer);
  });

  it.each<[token: string, fault: unknown]>([
    ["t", undefined],
    ["T", { code: "SIGNATURE_MISMATCH" }],
    ["tt", { code: "SIGNATURE_MISMATCH" }],
    ["", { code: "SIGNATURE_MISMATCH" }],
  ])("[C.23] with the token %j has the fault %j", (token, fault) => {
    const challenge: Challenge = { ...inQuery, token: "token" };
    const options = { challengeToken: "t" };
    const response = ask(challenge, view("GET", `/?mode=a&code=b&token=${token}`), options);
    expect(response).toEqual(
      fault === undefined
        ? { kind: "answer", answer: { status: 200, headers: text("b"), body: "b" } }
        : { kind: "fault", fault },
    );
  });

  it("[C.23] is the first in the list that the request meets", () => {
    const { reader } = findReceiver(
      create([
        { when: { query: "a" }, answer: { text: "first" } },
        { when: { header: "b" }, answer: { text: "second" } },
        { when: { query: "c" }, answer: { text: "third" } },
      ]),
    );
    const bodies = [
      view("POST", "/?a=1&c=1"),
      view("POST", "/?c=1", { b: "1" }),
      view("GET", "/?c=1"),
    ].map((request) => {
      const response = reader.answerRequest?.(request);
      return response?.kind === "answer" ? response.answer.body : response;
    });
    expect(bodies).toEqual(["first", "second", "third"]);
    expect(reader.answerRequest?.(view("GET", "/"))).toBeUndefined();
  });

  it.each(["", " ", "a b", "{}", "x".repeat(257), "é", undefined])(
    "[C.23] is refused if a signature of its value could be that of a delivery: %j",
    (value) => {
      const challenge: Challenge = {
        when: { query: "mode" },
        answer: { text: "{hmac:code}" },
      };
      const query = new URLSearchParams({ mode: "a", ...(value !== undefined && { code: value }) });
      expect(ask(challenge, view("GET", `/?${query.toString()}`))).toEqual({
        kind: "fault",
        fault: { code: "INVALID_CHALLENGE" },
      });
    },
  );
});

describe("a challenge that no toolkit can have", () => {
  const hashed = { text: "{hmac:a}" };
  const lookUp = { secret: () => SECRET };
  const needsSecret =
    "`secret` is a function; expected a secret, because the service checks the receiver before it sends deliveries.";

  it.each<[what: string, challenges: readonly Challenge[], options: object, message: string]>([
    [
      "without its token",
      [{ when: { query: "a" }, token: "b", answer: {} }],
      {},
      "`challengeToken` is undefined; expected a non-empty string.",
    ],
    [
      "with an empty token",
      [
        { when: { query: "a" }, answer: {} },
        { when: { query: "a" }, token: "b", answer: {} },
      ],
      { challengeToken: "" },
      "`challengeToken` is an empty string; expected a non-empty string.",
    ],
    [
      "with the HMAC of a request, under a secret that is looked up",
      [
        { when: { path: "a" }, answer: hashed },
        { when: { header: "a" }, answer: hashed },
      ],
      lookUp,
      needsSecret,
    ],
    [
      "with the HMAC of an unsigned payload, under a secret that is looked up",
      [{ when: { path: "a" }, signed: false, answer: { json: [{ b: ["{hmac-base64:a}"] }] } }],
      lookUp,
      needsSecret,
    ],
    [
      "with an HMAC in a header, under a secret that is looked up",
      [{ when: { query: "a" }, answer: { headers: { b: "{hmac:a}" } } }],
      lookUp,
      needsSecret,
    ],
  ])("[C.23] is refused %s", (_, challenges, options, message) => {
    expect(() => create(challenges, options)).toThrow(new TypeError(message));
  });

  it("[C.23] with an HMAC is refused where its text could be a body", () => {
    const challenge = createChallenges([{ when: { path: "a" }, answer: hashed }]);
    const body = { ...readFormDelivery };
    const Webhooks = bindWebhooks<WebhookTypes>(acmeCatalog, { ...acmeParts, body, challenge });
    expect(() => new Webhooks({ secret: SECRET })).toThrow(
      new TypeError(
        "The answer to a challenge holds `{hmac:…}` which could sign a delivery for anyone who asks; expected none, because a delivery can be signed over letters and digits alone.",
      ),
    );
    const withoutHmac = createChallenges([{ when: { path: "a" }, answer: { text: "{a}" } }]);
    const parts = { ...acmeParts, body, challenge: withoutHmac };
    const Allowed = bindWebhooks<WebhookTypes>(acmeCatalog, parts);
    expect(new Allowed({ secret: SECRET })).toBeInstanceOf(Allowed);
  });

  it("[C.23] is allowed without a token that it does not need", () => {
    const options = { challengeToken: "" };
    expect(() => create([{ when: { query: "a" }, answer: {} }], options)).not.toThrow();
    const signed: Challenge = { when: { path: "a" }, answer: hashed };
    expect(() => create([signed], { secret: () => SECRET })).not.toThrow();
  });

  it("[C.23] is copied, so that nobody changes it later", () => {
    const challenge = { when: { query: "a" }, answer: { text: "first" } };
    const { reader } = findReceiver(create([challenge]));
    challenge.when.query = "b";
    expect(reader.answerRequest?.(view("GET", "/?a=1"))).toMatchObject({ kind: "answer" });
    expect(reader.answerRequest?.(view("GET", "/?b=1"))).toBeUndefined();
  });
});

describe("the answer to a challenge", () => {
  const query = new URLSearchParams({ mode: "on", a: "x1", b: 'é"\n' }).toString();

  it.each<[answer: Challenge["answer"], status: number, headers: object, body: string]>([
    [{}, 200, NOSNIFF, ""],
    [{ status: 204 }, 204, NOSNIFF, ""],
    [{ status: 205, text: "a" }, 205, NOSNIFF, ""],
    [{ status: 304, json: { a: 1 } }, 304, NOSNIFF, ""],
    [{ status: 203, text: "a" }, 203, text("a"), "a"],
    [{ text: "{b}{none}-{a}" }, 200, text('é"\n-x1'), 'é"\n-x1'],
    [
      { text: "{hmac:a} {hmac-base64:a}" },
      200,
      text(`${hmac("x1")} ${hmac("x1", "base64")}`),
      `${hmac("x1")} ${hmac("x1", "base64")}`,
    ],
    [
      { json: { a: "{a}", list: ["{b}", 1, null, true], in: { deep: "{a}{a}" }, "{a}": "" } },
      200,
      json('{"a":"x1","list":["\\u00e9\\"\\n",1,null,true],"in":{"deep":"x1x1"},"{a}":""}'),
      '{"a":"x1","list":["\\u00e9\\"\\n",1,null,true],"in":{"deep":"x1x1"},"{a}":""}',
    ],
    [
      { status: 201, headers: { "X-One": "{a}", "x-two": "\t{b}~ \u007f{hmac:a}" }, text: "a" },
      201,
      { ...text("a"), "x-one": "x1", "x-two": `\t"~ ${hmac("x1")}` },
      "a",
    ],
    [
      { headers: { "Content-Type": "text/html", "X-Content-Type-Options": "none" }, text: "a" },
      200,
      { ...text("a"), "content-type": "text/html", "x-content-type-options": "none" },
      "a",
    ],
  ])("[C.23] is written as %j says", (answer, status, headers, body) => {
    expect(answerOf(answer, query)).toEqual({ status, headers, body });
  });
});

describe("a challenge in a payload", () => {
  const challenge: Challenge = { when: { path: "a.b" }, answer: { text: "{a.b}" } };

  it.each<[payload: object, body: string | undefined]>([
    [{ a: { b: "c" } }, "c"],
    [{ a: { b: 7 } }, "7"],
    [{ a: { b: false } }, "false"],
    [{ a: { b: "" } }, undefined],
    [{ a: { b: null } }, undefined],
    [{ a: { b: ["c"] } }, undefined],
    [{ a: { b: { c: 1 } } }, undefined],
    [{ "a.b": "c" }, undefined],
    [{}, undefined],
  ])("[C.23] is in %j: %j", async (payload, body) => {
    const { answer, events } = await receive(challenge, payload);
    expect(answer).toEqual(body === undefined ? undefined : answered(body));
    expect(events).toEqual(body === undefined ? [payload] : []);
  });

  it("[C.23] needs a signature, unless the service sends none", async () => {
    const payload = { a: { b: "c" } };
    const isSigned = false;
    const signed = await receive(challenge, payload, { isSigned });
    expect(signed).toEqual({ answer: refused("SIGNATURE_MISSING"), events: [] });
    const unsigned = await receive({ ...challenge, signed: false }, payload, { isSigned });
    expect(unsigned).toEqual({ answer: answered("c"), events: [] });
    const other = await receive({ ...challenge, signed: false }, { a: 1 }, { isSigned });
    expect(other).toEqual({ answer: refused("SIGNATURE_MISSING"), events: [] });
    const both = await receive({ ...challenge, signed: false }, payload);
    expect(both).toEqual({ answer: answered("c"), events: [] });
    expect(findReceiver(create([challenge])).reader.takesUnsigned).toBe(false);
    expect(findReceiver(create([{ ...challenge, signed: false }])).reader.takesUnsigned).toBe(true);
  });

  it("[C.23] has the HMAC of the secret with which it was signed", async () => {
    const hashed: Challenge = { when: { path: "a" }, answer: { text: "{hmac:a}" } };
    for (const secret of [SECRET, () => SECRET]) {
      const { answer } = await receive(hashed, { a: "b" }, { secret });
      expect(answer).toEqual(answered(hmac("b")));
    }
    const unsigned = await receive({ ...hashed, signed: false }, { a: "b" }, { isSigned: false });
    expect(unsigned.answer).toEqual(answered(hmac("b")));
    const { answer } = await receive(hashed, { a: "b c" });
    expect(answer).toEqual(refused("INVALID_CHALLENGE"));
  });
});

/** A toolkit with challenges. */
function create(challenges: readonly Challenge[], options: object = {}) {
  return new (bindWebhooks<WebhookTypes, "signed">(acmeCatalog, {
    ...acmeParts,
    challenge: createChallenges(challenges),
  }))({ secret: SECRET, ...options });
}

/** A challenge with one value of the query. */
function ifEqual(equals: string | number | boolean): Challenge {
  return {
    when: { query: "mode", equals },
    answer: { text: "yes" },
  };
}

/** A request to `https://receiver.example`. The names of its headers are in lowercase. */
function view(method: string, target: string, headers: Record<string, string> = {}): RequestView {
  return {
    request: { url: `https://receiver.example${target}` },
    method,
    get: (name) => headers[name] ?? null,
  };
}

/** The response of a toolkit with one challenge to a request; `undefined` if it is none. */
function ask(challenge: Challenge, request: RequestView, options?: object) {
  return findReceiver(create([challenge], options)).reader.answerRequest?.(request);
}

/** The answer to a challenge in a query. */
function answerOf(answer: Challenge["answer"], query: string) {
  const response = ask({ when: { query: "mode" }, answer }, view("GET", `/?${query}`));
  return response?.kind === "answer" ? response.answer : response;
}

/** Delivers a payload to a toolkit; returns its answer or its error, and the payloads that a handler got. */
async function receive(
  challenge: Challenge,
  payload: object,
  { isSigned = true, secret = SECRET }: Receiving = {},
) {
  const webhooks = create([challenge], { secret });
  const events: unknown[] = [];
  webhooks.onAny((event) => events.push(event.payload));
  const body = JSON.stringify(payload);
  const signature = isSigned ? create([challenge]).sign(body) : "";
  // The name is passed, as this toolkit does not read it in the payload.
  const delivery = { id: "1", name: "push", payload: body, signature };
  const answer = await webhooks.verifyAndReceive(delivery).catch((error: unknown) => {
    const { code, event } = error as { code?: unknown; event?: unknown };
    return { code, event };
  });
  return { answer, events };
}

function refused(code: string) {
  return { code, event: { id: "1", name: "push", payload: undefined } };
}

/** An answer of 200 with a text. */
function answered(body: string) {
  return { status: 200, headers: text(body), body };
}

function hmac(text: string, encoding: "hex" | "base64" = "hex") {
  return createHmac("sha256", SECRET).update(text).digest(encoding);
}

/** Headers of an answer that is text. */
function text(body: string) {
  return {
    ...NOSNIFF,
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
}

/** Headers of an answer that is JSON. */
function json(body: string) {
  return { ...text(body), "content-type": "application/json" };
}

interface Receiving {
  readonly isSigned?: boolean;
  readonly secret?: string | (() => string);
}
