/** The package that `init` makes: it builds and sends requests, and receives deliveries. */
import {
  Acme,
  createWebMiddleware,
  endpoint,
  ResponseError,
  validateEventName,
  Webhooks,
} from "acme-sdk";
import { createDelivery } from "acme-sdk/testing";
import { validatePayload } from "acme-sdk/validate";
import { type Answers, describeResponse, type Surroundings } from "./suite.js";

const SECRET = "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=";
const SILENT_LOG = { debug: () => 0, info: () => 0, warn: () => 0, error: () => 0 };

export async function useMadePackage({ server }: Surroundings): Promise<Answers> {
  return { ...(await sendRequests(server)), ...(await receive()) };
}

async function sendRequests(server: string): Promise<Answers> {
  const acme = new Acme({ apiKey: "a-key", baseUrl: server });
  return {
    "builds a request": endpoint("PATCH /notes/{note}", { note: "a/b", title: "é 😀" }),
    "sends a query": await acme.notes.list({ author: "a b&ü", limit: 3 }),
    "sends a path": await acme.notes.get({ note: "grüß/😀" }),
    "sends a body": await acme.notes.create({ title: "é \u2028", labels: ["x"] }),
    "has the response": await acme.notes
      .get({ note: "1" })
      .withResponse()
      .then(({ response }) => response.status),
    "says what was refused": await describeFailure(() =>
      new Acme({ apiKey: "a-key", baseUrl: `${server}/refused?` }).notes.get({ note: "1" }),
    ),
    "knows the names of events": await describeFailure(() => validateEventName("note.creatd")),
  };
}

async function receive(): Promise<Answers> {
  const webhooks = new Webhooks({ secret: SECRET, log: SILENT_LOG });
  const payloads: unknown[] = [];
  webhooks.on("note.created", ({ payload }) => payloads.push(payload));
  const middleware = createWebMiddleware(webhooks, { log: SILENT_LOG });
  const options = { secret: SECRET, id: "msg_1" };
  const fresh = await createDelivery("note.created", {}, options);
  const old = await createDelivery("note.created", {}, { ...options, timestamp: 1_000_000 });
  const forged = new Request(fresh.toRequest(), { method: "POST", body: `${fresh.body} ` });
  return {
    "signs a delivery": { headers: old.headers, body: old.body },
    "receives a delivery": await describeResponse(await middleware(fresh.toRequest())),
    "refuses another body": await describeResponse(await middleware(forged)),
    "refuses an old delivery": await describeResponse(await middleware(old.toRequest())),
    "calls the handler": payloads,
    "accepts a payload": await validatePayload("note.created", JSON.parse(old.body)),
    "finds faults of a payload": await validatePayload("note.created", { type: 1 }),
  };
}

async function describeFailure(action: () => unknown): Promise<unknown> {
  try {
    return { returned: await action() };
  } catch (error) {
    if (error instanceof ResponseError) return { status: error.status, data: error.data };
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
