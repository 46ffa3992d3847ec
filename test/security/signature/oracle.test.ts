/** Whoever asks for the HMAC of a text of their own choice must never get the signature of a delivery. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ALGORITHMS } from "../../../src/receive/signatures/algorithms.js";
import type { Algorithm } from "../../../src/receive/signatures/types.js";
import { signPayload } from "../../../src/receive/signatures/scheme.js";
import { createScheme } from "../../../src/receive/signatures/define.js";
import type { AlgorithmName, SignatureDescription } from "../../../src/catalog/signatures.js";
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

/** How a stranger hands over the text; `encoding` is that of the scheme's signatures. */
const forms: Readonly<Record<string, (encoding: "hex" | "base64") => Challenge>> = {
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
};

const bodies: Readonly<
  Record<string, { readonly format?: BodyFormat; readonly forged: readonly string[] }>
> = {
  json: { forged: ['{"paid":true}', '[{"paid":true}]', '"paid"', "1", "paid"] },
  form: { format: readFormDelivery, forged: ["paid=true", "paid"] },
  "form with a field of JSON": {
    format: createFormDeliveryReader("payload"),
    forged: ["payload=%7B%22paid%22%3Atrue%7D", 'payload={"paid":true}', "payload=1", "payload"],
  },
};

/** Schemes that are not among the presets, with what an attacker would like about them. */
const described: Readonly<Record<string, SignatureDescription>> = {
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

const schemes = Object.entries<SignatureDescription>({ ...PRESETS, ...described });
const cases = schemes.flatMap(([scheme, description]) =>
  Object.entries(bodies).flatMap(([body, { format, forged }]) =>
    Object.keys(forms).map((form) => ({ scheme, description, body, format, forged, form })),
  ),
);

/** Bytes that are a secret in base64, too; an asymmetric scheme has a public key. */
const SECRET = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0";
const SECRETS: Readonly<Record<string, Uint8Array>> = {
  ed25519: generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }),
  "ecdsa-p256-sha256": generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
    format: "der",
    type: "spki",
  }),
};

const SIGNATURE = "SIGNATURE";

describe.each(cases)("a challenge $form of $scheme, bodies: $body", (row) => {
  const { description, format, forged, form } = row;
  const challenge = forms[form]?.(description.encoding ?? "hex") ?? {
    when: { path: "" },
    answer: {},
  };

  it("[C.23] signs no delivery", async () => {
    let receiver;
    try {
      receiver = createReceiver(description, format, [challenge]);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain("holds `{hmac:…}`");
      return;
    }
    for (const body of forged) {
      const { content, headers } = layOut(description, body);
      const asked = await receiver.respond(ask(form, content, format));
      const text = await asked.text();
      const { hash = [""] } = JSON.parse(text) as { readonly hash?: readonly [string] };
      const signed = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace(SIGNATURE, hash[0]),
      ]);
      const delivery = await receiver.respond(
        new Request(URL, {
          method: "POST",
          headers: {
            "content-type": format?.mediaType ?? "application/json",
            "x-event": "paid",
            "x-lead": "",
            ...(Object.fromEntries(signed) as Record<string, string>),
          },
          body,
        }),
      );
      expect([asked.status, delivery.status]).toEqual([asked.status === 200 ? 200 : 400, 400]);
    }
    expect(receiver.handled).toEqual([]);
  });
});

describe("an answer with an HMAC", () => {
  /** What the rule says of each: only an HMAC-SHA256 whose delivery has a character of its own. */
  const allowed = (algorithm: AlgorithmName, body: string, content = "{body}") =>
    algorithm === "hmac-sha256" &&
    ((body !== "form" && content.includes("{body}")) ||
      content.replace(/\{[^}]*\}/g, "").includes(":"));

  it.each(cases)("[C.23] is possible only where it is safe: $form, $scheme, $body", (row) => {
    const { description, body, format, form } = row;
    const challenge = forms[form]?.(description.encoding ?? "hex");
    const create = () => createReceiver(description, format, challenge && [challenge]);
    if (allowed(description.algorithm, body, description.content)) create();
    else expect(create).toThrow(TypeError);
  });

  const crc = forms["in the query"]?.("hex") ?? { when: { query: "" }, answer: {} };

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
    const { respond } = createReceiver(PRESETS.shopify, undefined, [crc]);
    const response = await respond(ask("in the query", text, undefined));
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(await response.json()).toMatchObject({ code: "INVALID_CHALLENGE" });
    }
  });

  it("[C.23] is not made of a value that is absent", async () => {
    const challenge: Challenge = { ...crc, answer: { text: "{hmac:other}" } };
    const { respond } = createReceiver(PRESETS.shopify, undefined, [challenge]);
    expect((await respond(ask("in the query", "a", undefined))).status).toBe(400);
  });

  it("[C.23] is not made of a signed value that users of the service can choose", async () => {
    const signed = forms["in a signed payload"]?.("hex") ?? crc;
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

  it("[C.23] is refused for bodies in a format that does not say that it holds JSON", () => {
    const format: BodyFormat = { ...readFormDelivery, parse: () => ({}) };
    expect(() => createReceiver(PRESETS.github, format, [crc])).toThrow(
      "The answer to a challenge holds `{hmac:…}` which could sign a delivery for anyone who asks;",
    );
  });
});

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

/** What the scheme signs of a body, and the headers to send with it; the signature is left open. */
function layOut(description: SignatureDescription, body: string) {
  let content = "";
  const use: Algorithm = {
    ...ALGORITHMS[description.algorithm],
    sign: (_key, pieces) => {
      content = pieces.map((piece) => String(piece)).join("");
      return SIGNATURE;
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

/** Asks for the HMAC of a text in the form of a challenge. */
function ask(form: string, text: string, format: BodyFormat | undefined): Request {
  const type = { "content-type": format?.mediaType ?? "application/json", "x-event": "paid" };
  const query = new URLSearchParams({ mode: "crc", crc: text }).toString();
  if (form.startsWith("in the query")) return new Request(`${URL}?${query}`);
  if (form === "in a header") {
    return new Request(URL, { method: "POST", headers: { ...type, "x-crc": text }, body: "{}" });
  }
  const payload = { crc: text };
  const body = format?.write(payload) ?? JSON.stringify(payload);
  return new Request(URL, { method: "POST", headers: type, body });
}
