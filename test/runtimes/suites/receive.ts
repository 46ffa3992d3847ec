/** Signs, verifies and dispatches deliveries through the web-standard middleware. */
import { createWebMiddleware, Webhooks } from "typewire";
import { createVerifier, github, standardWebhooks } from "typewire/signatures";
import { type Answers, describeResponse } from "./suite.js";

const SECRET = "development";
const URL = "https://receiver.example/api/vendor/webhooks";

const BODIES: Readonly<Record<string, string>> = {
  "a body with odd spacing": '{ "zen":"Keep it \\/ \\u00e9", "hook_id": 1.0,\r\n "hook_id" : 2 }',
  "a body beyond ASCII": '{"zen":"grüß 😀 漢 \u2028"}',
  "a large body": `{"zen":"${"é".repeat(300_000)}"}`,
};

export async function receive(): Promise<Answers> {
  const answers: Record<string, unknown> = {};
  const { webhooks, ask, handled } = setUp();
  for (const [name, body] of Object.entries(BODIES)) {
    const signature = webhooks.sign(body);
    answers[`signs ${name}`] = signature;
    answers[`verifies ${name}`] = webhooks.verify(body, signature);
    answers[`refuses the signature of ${name} and a space`] = webhooks.verify(
      `${body} `,
      signature,
    );
    const answer = await ask({ body, headers: headersOf(signature) });
    answers[`receives ${name}`] = [answer, handled.splice(0)];
  }
  const body = "{}";
  const headers = headersOf(webhooks.sign(body));
  return {
    ...answers,
    "receives bytes that come in pieces": await ask({ body: cut(body), headers, duplex: "half" }),
    "refuses another signature": await ask({
      body,
      headers: headersOf(`sha256=${"0".repeat(64)}`),
    }),
    "refuses a request without headers": await ask({ body }),
    "answers a handler that fails": await ask({
      body,
      headers: { ...headers, "x-vendor-event": "push" },
    }),
    "refuses what is not UTF-8": await ask({ body: new Uint8Array([0xff, 0x7b]), headers }),
    "refuses another method": await ask({ method: "GET" }),
    "leaves another path alone": await ask({ method: "GET" }, "https://receiver.example/other"),
    ...signByOtherSchemes(body),
  };
}

/** A toolkit whose handlers note what they get, behind the middleware that is asked. */
function setUp() {
  const handled: unknown[] = [];
  const log = { debug: () => 0, info: () => 0, warn: () => 0, error: () => 0 };
  const webhooks = new Webhooks({ secret: SECRET, log });
  webhooks.on("ping", ({ id, name, payload }) => {
    const text = JSON.stringify(payload);
    handled.push({ id, name, length: text.length, payload: text.slice(0, 100) });
  });
  webhooks.on("push", () => {
    throw new Error("no database");
  });
  const middleware = createWebMiddleware(webhooks, { log });
  // Streams need `duplex`, which the types of requests do not know.
  const ask = async (init: RequestInit & { readonly duplex?: "half" }, url = URL) =>
    describeResponse(await middleware(new Request(url, { method: "POST", ...init })));
  return { webhooks, ask, handled };
}

function headersOf(signature: string): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-vendor-event": "ping",
    "x-vendor-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-hub-signature-256": signature,
  };
}

function signByOtherSchemes(body: string): Answers {
  const context = { id: "msg_1", timestamp: Date.UTC(2026, 0, 1), url: URL, method: "POST" };
  const standard = createVerifier(standardWebhooks, {
    secrets: ["whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM="],
  });
  const githubVerifier = createVerifier(github, { secrets: [SECRET] });
  return {
    "signs with Standard Webhooks": standard.sign(body, context),
    "signs in GitHub's way": githubVerifier.sign(new TextEncoder().encode(body), context),
  };
}

/** Makes a stream with a byte in each chunk. */
function cut(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at === bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, ++at));
    },
  });
}
