/** The targets of fuzzing that is guided by coverage: the template parser and the request handler. */
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { expandTemplate } from "../../src/request/endpoint/route/template.js";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { sign } from "../../generated/methods.js";
import { catalog, extensions } from "../cases/endpoint/catalog.js";
import { acmeHeaders, AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

const decoder = new TextDecoder();

const endpoint = createEndpoint(catalog, extensions);

/** Number of deliveries that a handler got. */
let handledCount = 0;

const log = {};
const webhooks = new AcmeWebhooks({ secret: SECRET, log });
webhooks.onAny(() => void handledCount++);
const middleware = createWebMiddleware(webhooks, { log, maxBodySize: 4096 });

export const targets: readonly Target[] = [
  {
    title: "template parser",
    corpus: [
      "GET /x/{a}\nv",
      "POST https://up.example{/a}{?b*,c}\n1\n2",
      "/:a/{+b:3}{#c}{.a}{;b}{&c*}\n..\n.",
      "GET /shops/{shop}/files/{path}\na/b\nc",
    ],
    dictionary: [
      "{",
      "}",
      "{+",
      "{/",
      "{?",
      "*}",
      ":3}",
      "/:",
      "..",
      "%2e",
      "%",
      "//",
      "\\",
      "@",
      "https://",
      "\n",
      "GET ",
      "DELETE ",
    ],
    run: fuzzTemplate,
  },
  {
    title: "request handler",
    corpus: [
      'POST\n/acme/hooks\ngood\napplication/json\nissues\n1\n{"action":"opened"}',
      `POST\n/acme/hooks\nsha256=${"0".repeat(64)}\napplication/json; charset=utf-8\npush\n2\n{}`,
      "GET\n/acme/hooks/?a\n\ntext/plain\n*\n\n",
    ],
    dictionary: [
      "\n",
      "good",
      "POST",
      "PUT",
      "/acme/hooks",
      "application/json",
      "charset=",
      "utf-8",
      "sha256=",
      "{}",
      "[]",
      '{"action":',
      "__proto__",
      "error",
      "*",
      "\0",
      "\ufeff",
      "null",
    ],
    run: fuzzHandler,
  },
];

/** Builds a request. The first line of the input is the template, the others are values. */
function fuzzTemplate(input: Uint8Array): void {
  const [template = "", a, b, ...rest] = decoder.decode(input).split("\n");
  try {
    expandTemplate(template, {});
  } catch (error) {
    expectOwn(error);
  }
  try {
    const { url } = endpoint(template, { a, b: rest, c: { key: b }, path: a, shop: b });
    expectHost(url, template);
  } catch (error) {
    expectOwn(error);
  }
}

/** Handles a request. The lines of the input are its method, path, signature, content type, event and id, then its body. */
async function fuzzHandler(input: Uint8Array): Promise<void> {
  const [method = "", path = "", signature = "", type = "", event = "", id = "", ...lines] = decoder
    .decode(input)
    .split("\n");
  const body = lines.join("\n");
  const signed = signature === "good" && body !== "";
  const request = createRequest(method, path, body, {
    [acmeHeaders.signature]: signed ? sign(SECRET, body) : signature,
    [acmeHeaders.event]: event,
    [acmeHeaders.delivery]: id,
    "content-type": type,
  });
  if (request === undefined) return;
  const countBefore = handledCount;
  const response = await middleware(request);
  if (!(response instanceof Response) || response.status >= 500)
    throw new Error(`It answered ${response.status}.`);
  if (response.ok !== handledCount > countBefore)
    throw new Error("The answer and the handler disagree.");
  if (response.ok && !signed) throw new Error("It took what was not signed.");
  const answer = await response.text();
  if (answer.includes(SECRET) || (body.length > 0 && answer.includes(sign(SECRET, body))))
    throw new Error("It told a secret.");
}

/** Rethrows what is no error of `endpoint`. */
function expectOwn(error: unknown): void {
  if (!(error instanceof EndpointError)) throw error;
}

/** Throws if a value has changed the host, which the template alone may name. */
function expectHost(url: string, template: string): void {
  const expected = /^[A-Za-z]*\s*https?:\/\//i.test(template)
    ? undefined
    : new URL(catalog.baseUrl).host;
  const { host, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol) || (expected !== undefined && host !== expected))
    throw new Error(`The host became ${host}.`);
}

/** Undefined where the platform refuses the request, which then reaches no middleware. */
function createRequest(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string>,
): Request | undefined {
  try {
    return new Request(`https://acme.example${path}`, {
      method,
      headers,
      ...(["GET", "HEAD"].includes(method.toUpperCase()) ? {} : { body }),
    });
  } catch {
    return undefined;
  }
}

/** A function that fuzzing feeds with bytes. */
export interface Target {
  readonly title: string;
  /** The inputs that the search starts from. */
  readonly corpus: readonly string[];
  /** Pieces that chance alone would take long to write. */
  readonly dictionary: readonly string[];
  /** @throws whatever breaks a promise. */
  run(input: Uint8Array): void | Promise<void>;
}
