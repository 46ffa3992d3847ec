/** A stranger who gets an HMAC over a text of their own choice, by a challenge, must not get the signature of a delivery. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ALGORITHMS } from "../../../src/receive/signatures/algorithms.js";
import { signPayload } from "../../../src/receive/signatures/scheme.js";
import type { Algorithm } from "../../../src/receive/signatures/types.js";
import { createScheme } from "../../../src/receive/signatures/define.js";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import { createWebMiddleware } from "../../../src/receive/middleware/web.js";
import type { BodyFormat } from "../../../src/receive/webhooks/service.js";
import { createChallenges } from "../../../src/receive/webhooks/parts/challenge.js";
import type { Challenge } from "../../../src/catalog/webhooks.js";
import {
  createFormDeliveryReader,
  readFormDelivery,
} from "../../../src/receive/webhooks/parts/forms.js";
import type { WebhookTypes } from "../../../src/receive/webhooks/types.js";
import { readFields } from "../../../src/receive/webhooks/parts/fields.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { bind } from "../../cases/webhooks/services.js";

const NOW = 1_700_000_000_000;
const URL = "http://127.0.0.1/hooks";

/** The places in which a stranger can send the text; `encoding` is that of the scheme's signatures. */
const CHALLENGES = {
  "in the query": (encoding) => ({ when: { query: "crc" }, ...answer(encoding, "crc") }),
  "in the query, with another text": (encoding) => ({
    when: { query: "mode", equals: "crc" },
    ...answer(encoding, "crc"),
  }),
  "in a header": (encoding) => ({ when: { header: "X-Crc" }, ...answer(encoding, "X-Crc") }),
  "in an unsigned payload": (encoding) => ({
    when: { path: "crc" },
    signed: false,
    ...answer(encoding, "crc"),
  }),
  "in a signed payload": (encoding) => ({ when: { path: "crc" }, ...answer(encoding, "crc") }),
} satisfies Readonly<Record<string, (encoding: "hex" | "base64") => Challenge>>;
const PLACES = Object.keys(CHALLENGES) as readonly Place[]; // the keys above

/** Bodies that a stranger would like to have signed, by their format. */
const BODIES: Readonly<
  Record<string, { readonly format?: BodyFormat; readonly forged: readonly string[] }>
> = {
  json: { forged: ['{"paid":true}', '[{"paid":true}]', '"paid"', "1", "paid"] },
  form: { format: readFormDelivery, forged: ["paid=true", "paid"] },
  "form with a field of JSON": {
    format: createFormDeliveryReader("payload"),
    forged: ["payload=%7B%22paid%22%3Atrue%7D", 'payload={"paid":true}', "payload=1", "payload"],
  },
};

/** Schemes that are not among the presets, and that make forging easier. */
const FURTHER_SCHEMES: Readonly<Record<string, SignatureDescription>> = {
  "the body between dots": { header: "x-sig", algorithm: "hmac-sha256", content: ".{body}." },
  "the body twice": { header: "x-sig", algorithm: "hmac-sha256", content: "{body}{body}" },
  "a header before the body": {
    header: "x-sig",
    algorithm: "hmac-sha256",
    content: "{header:x-lead}{body}",
  },
  "no body, but its form fields": {
    header: "x-sig",
    algorithm: "hmac-sha256",
    content: "{header:x-lead}{form}",
  },
  "form fields after a colon": {
    header: "x-sig",
    algorithm: "hmac-sha256",
    content: "v0:{header:x-lead}{form}",
  },
  "a secret in base64": {
    header: "x-sig",
    algorithm: "hmac-sha256",
    encoding: "base64",
    secret: { encoding: "base64" },
  },
  "hmac-sha512": { header: "x-sig", algorithm: "hmac-sha512" },
};

const schemes = Object.entries<SignatureDescription>({ ...PRESETS, ...FURTHER_SCHEMES });
const cases = schemes.flatMap(([scheme, description]) =>
  Object.entries(BODIES).flatMap(([body, { format, forged }]) =>
    PLACES.map((place) => {
      const challenge = CHALLENGES[place](description.encoding ?? "hex");
      return { scheme, description, body, format, forged, place, challenge };
    }),
  ),
);
const possibleCases = cases.filter(isSafe);
const refusedCases = cases.filter((row) => !isSafe(row));

/** Bytes that are a secret in base64, too; an asymmetric scheme has a public key. */
const SECRET = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0";
const SECRETS: Readonly<Record<string, Uint8Array>> = {
  ed25519: generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }),
  "ecdsa-p256-sha256": generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
    format: "der",
    type: "spki",
  }),
};

/** Stands in a header for the signature that a stranger does not have. */
const OPEN_SIGNATURE = "SIGNATURE";

describe("an answer with an HMAC", () => {
  it.each(refusedCases)(
    "[C.23] is refused where it is not safe: $place, $scheme, $body",
    ({ description, format, challenge }) => {
      const create = () => createReceiver(description, format, [challenge]);
      expect(create).toThrow(TypeError);
      expect(create).toThrow("holds `{hmac:…}`");
    },
  );

  it.each(possibleCases)(
    "[C.23] signs no delivery: $place, $scheme, $body",
    async ({ description, format, forged, place, challenge }) => {
      const receiver = createReceiver(description, format, [challenge]);
      for (const body of forged) {
        const { content, headers } = layOut(description, body);
        const asked = await receiver.respond(createChallengeRequest(place, content, format));
        const hash = await readHash(asked);
        const delivery = await receiver.respond(createForgery(headers, hash, body, format));
        expect([asked.status, delivery.status]).toEqual([asked.status === 200 ? 200 : 400, 400]);
      }
      expect(receiver.handled).toEqual([]);
    },
  );

  const inQuery = CHALLENGES["in the query"]("hex");

  it.each([
    ["a", 200],
    ["890e4665-4dfe-4ab1-b689-ed553bceeed0", 200],
    ["MmY4ZDk5+/x_y.z~==", 200],
    ["a".repeat(256), 200],
    ["a".repeat(257), 400],
    ["{", 400],
    ["%7B", 400],
    ["a:b", 400],
    ["a&b", 400],
    ["a b", 400],
    ["a\n", 400],
    ["é", 400],
  ])("[C.23] is made of 1 to 256 plain characters: %j", async (text, status) => {
    const { respond } = createReceiver(PRESETS.shopify, undefined, [inQuery]);
    const response = await respond(createChallengeRequest("in the query", text, undefined));
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(await response.json()).toMatchObject({ code: "INVALID_CHALLENGE" });
    }
  });

  it("[C.23] needs the value that it is made of", async () => {
    const challenge: Challenge = { ...inQuery, answer: { text: "{hmac:other}" } };
    const { respond } = createReceiver(PRESETS.shopify, undefined, [challenge]);
    expect((await respond(createChallengeRequest("in the query", "a", undefined))).status).toBe(
      400,
    );
  });

  it("[C.23] is not made of a signed value that users of the service can choose", async () => {
    const signed = CHALLENGES["in a signed payload"]("hex");
    const { webhooks, respond } = createReceiver(PRESETS.github, undefined, [signed]);
    const request = async (crc: string) => {
      const body = JSON.stringify({ crc });
      const headers = {
        "content-type": "application/json",
        "x-event": "paid",
        ["x-hub-signature-256"]: webhooks.sign(body) as never as string, // of a body scheme
      };
      const response = await respond(new Request(URL, { method: "POST", headers, body }));
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await request("plain")).toEqual([200, undefined]);
    expect(await request('{"paid":true}')).toEqual([400, "INVALID_CHALLENGE"]);
  });

  it("[C.23] is refused for a format of bodies that does not say whether it holds JSON", () => {
    const format: BodyFormat = { ...readFormDelivery, parse: () => ({}) };
    expect(() => createReceiver(PRESETS.github, format, [inQuery])).toThrow(
      "The answer to a challenge holds `{hmac:…}` which could sign a delivery for anyone who asks;",
    );
  });
});

/** An HMAC-SHA256 is safe if what is signed for a delivery has a character that no plain value has. */
function isSafe({
  description,
  body,
}: {
  description: SignatureDescription;
  body: string;
}): boolean {
  const { algorithm, content = "{body}" } = description;
  if (algorithm !== "hmac-sha256") return false;
  const isOfJson = body !== "form" && content.includes("{body}");
  return isOfJson || content.replace(/\{[^}]*\}/g, "").includes(":");
}

/** The hash that an answer to a challenge holds; the empty text if it is a refusal. */
async function readHash(answered: Response): Promise<string> {
  const { hash = [""] } = (await answered.json()) as { readonly hash?: readonly [string] };
  return hash[0];
}

function answer(encoding: "hex" | "base64", name: string) {
  const hash = encoding === "hex" ? "hmac" : "hmac-base64";
  return { answer: { json: { hash: [`{${hash}:${name}}`] } } };
}

function createReceiver(
  description: SignatureDescription,
  format: BodyFormat | undefined,
  challenge: readonly Challenge[] = [],
) {
  const catalog = { path: "/hooks", event: { header: "x-event" }, eventNames: ["paid"] };
  const Webhooks = bindWebhooks<WebhookTypes, "headers">(catalog, {
    scheme: bind(description),
    fields: readFields,
    ...(format && { body: format }),
    ...(challenge.length > 0 && { challenge: createChallenges(challenge) }),
  });
  const webhooks = new Webhooks({
    secret: SECRETS[description.algorithm] ?? SECRET,
    now: () => NOW,
    log: { warn: () => undefined, error: () => undefined },
  });
  const handled: unknown[] = [];
  webhooks.onAny((event) => handled.push(event));
  return { webhooks, handled, respond: createWebMiddleware(webhooks, { publicUrl: URL }) };
}

/** The text that the scheme signs for a body, and the headers to send with it, in which the signature is left open. */
function layOut(description: SignatureDescription, body: string) {
  let content = "";
  const use: Algorithm = {
    ...ALGORITHMS[description.algorithm],
    sign: (_key, pieces) => {
      content = pieces.map((piece) => String(piece)).join("");
      return OPEN_SIGNATURE;
    },
  };
  const scheme = createScheme(description, use);
  const context = { id: "msg_1", timestamp: NOW, url: URL, method: "POST" };
  const headers = signPayload(scheme, [undefined as never], body, {
    ...context,
    headers: { "x-lead": "" },
  });
  return { content, headers };
}

/** A request of a stranger that asks for the HMAC of a text. */
function createChallengeRequest(
  place: Place,
  text: string,
  format: BodyFormat | undefined,
): Request {
  const type = { "content-type": format?.mediaType ?? "application/json", "x-event": "paid" };
  const query = new URLSearchParams({ mode: "crc", crc: text }).toString();
  if (place.startsWith("in the query")) return new Request(`${URL}?${query}`);
  if (place === "in a header") {
    return new Request(URL, { method: "POST", headers: { ...type, "x-crc": text }, body: "{}" });
  }
  const payload = { crc: text };
  const body = format?.write(payload) ?? JSON.stringify(payload);
  return new Request(URL, { method: "POST", headers: type, body });
}

/** A delivery whose signature is the hash that a stranger was given. */
function createForgery(
  openHeaders: Readonly<Record<string, string>>,
  hash: string,
  body: string,
  format: BodyFormat | undefined,
): Request {
  const headers = new Headers({
    "content-type": format?.mediaType ?? "application/json",
    "x-event": "paid",
    "x-lead": "",
  });
  for (const [name, value] of Object.entries(openHeaders))
    headers.set(name, value.replace(OPEN_SIGNATURE, hash));
  return new Request(URL, { method: "POST", headers, body });
}

type Place = keyof typeof CHALLENGES;
