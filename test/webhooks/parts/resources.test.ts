/** Events that carry an id alone: `event.fetch()` gets the resource. */
import { describe, expect, it } from "vitest";
import { until } from "../../until.js";
import { createClient, ResponseError } from "../../../generated/client.js";
import type { ReposGetResponse as RepositoryOfAnswer } from "../../../generated/results.js";
import { createMockFetch } from "../../../generated/testing.js";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import { createNameMatcher } from "../../../src/receive/webhooks/parts/varying-names.js";
import { createResources } from "../../../src/receive/webhooks/parts/resources.js";
import type {
  EventAttempt,
  UnknownEvent,
  WebhookTypes,
} from "../../../src/receive/webhooks/types.js";
import { bindUnwrap } from "../../../src/receive/webhooks/unwrap.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { acmeCatalog, acmeHeaders, acmeParts, SECRET } from "../../cases/webhooks/acme.js";

const parts = {
  ...acmeParts,
  resources: createResources({
    issues: {
      route: "GET /repos/{owner}/{repo}",
      parameters: { owner: "data.owner", repo: "data.name" },
    },
  }),
};
const ThinWebhooks = bindWebhooks<ThinTypes>(acmeCatalog, parts);

/** Where the payload has the id of a repository. */
const data = { owner: "octo", name: "hello" };
const opened = { id: "1", name: "issues", payload: { action: "opened", data } };

const log = { warn: () => {}, error: () => {} };

describe("event.fetch()", () => {
  it("[B.38] sends one request for a delivery, whatever the number of handlers", async () => {
    const { mock, client } = setUp();
    const webhooks = new ThinWebhooks({ secret: SECRET, client });
    const names: string[] = [];
    const take = async (event: ThinEvent) => names.push((await event.fetch()).full_name);
    webhooks.on("issues.opened", take);
    webhooks.on("issues", take);
    webhooks.on("issues", async (event) => Promise.all([take(event), take(event)]));
    webhooks.onAny(take);
    await webhooks.receive(opened);
    expect(names).toEqual(Array.from({ length: 5 }, () => "octo/hello"));
    expect(mock.requests.map(({ url }) => new URL(url).pathname)).toEqual(["/repos/octo/hello"]);
    await webhooks.receive({ ...opened, id: "2" });
    expect(mock.requests).toHaveLength(2);
  });

  it("[B.38] sends none until a handler asks, and is only in events with a resource", async () => {
    const { mock, client } = setUp();
    const webhooks = new ThinWebhooks({ secret: SECRET, client, log });
    const events: object[] = [];
    webhooks.onAny((event) => events.push(event));
    await webhooks.receive(opened);
    await webhooks.receive({ name: "push", payload: { data } });
    await webhooks.receive({ name: "unheard", payload: {} });
    expect(events.map((event) => "fetch" in event)).toEqual([true, false, false]);
    expect(JSON.stringify(events[0])).toBe(JSON.stringify(opened));
    expect(mock.requests).toHaveLength(0);
  });

  it("[B.38] is there after verification, in `transform`, and when it was validated", async () => {
    const { mock, client } = setUp();
    const webhooks = new ThinWebhooks({
      secret: SECRET,
      client,
      validation: {
        validate: () => Promise.resolve({ valid: true, payload: {} }),
        onInvalid: "throw",
      },
      transform: async (event) => ({ ...event, repository: await event.fetch() }),
    });
    const seen: unknown[] = [];
    webhooks.on("issues.opened", async (event) =>
      seen.push(event.repository.full_name, (await event.fetch()).full_name),
    );
    const payload = JSON.stringify(opened.payload);
    await webhooks.verifyAndReceive({
      id: "1",
      name: "issues",
      payload,
      signature: webhooks.sign(payload),
    });
    expect(seen).toEqual(["octo/hello", "octo/hello"]);
    expect(mock.requests).toHaveLength(1);
  });

  it("[B.38] rejects with the client's error, the same for each handler", async () => {
    const { mock, client } = setUp(404);
    const webhooks = new ThinWebhooks({ secret: SECRET, client, log });
    webhooks.on("issues", (event) => event.fetch());
    webhooks.onAny((event) => event.fetch());
    const failed = await webhooks.receive(opened).catch((error: unknown) => error);
    const { errors } = failed as AggregateError;
    expect(errors).toHaveLength(2);
    expect(errors[0]).toBe(errors[1]);
    expect(errors[0]).toBeInstanceOf(ResponseError);
    expect(errors[0]).toMatchObject({ status: 404 });
    expect(mock.requests).toHaveLength(1);
  });

  it("[B.38] rejects as the client does for a payload without the id", async () => {
    const { mock, client } = setUp();
    const webhooks = new ThinWebhooks({ secret: SECRET, client, log });
    webhooks.on("issues", (event) => event.fetch());
    const payload = { data: { owner: "octo" } };
    const failed = webhooks.receive({ name: "issues", payload });
    await expect(failed).rejects.toMatchObject({ errors: [{ name: "EndpointError" }] });
    expect(mock.requests).toHaveLength(0);
  });

  it("[B.38] takes an object with a client, such as an instance of the class", async () => {
    const { client } = setUp();
    const webhooks = new ThinWebhooks({ secret: SECRET, client: { client } });
    const names: string[] = [];
    webhooks.on("issues", async (event) => names.push((await event.fetch()).full_name));
    await webhooks.receive(opened);
    expect(names).toEqual(["octo/hello"]);
  });

  it("[B.38] finds the resource of a name with a placeholder", async () => {
    const { mock, client } = setUp();
    const eventNames = ["{kind}.updated"];
    const ofKind = {
      ...parts,
      matchName: createNameMatcher(eventNames),
      resources: createResources({
        "{kind}.updated": {
          route: "GET /repos/{owner}/{repo}",
          parameters: { owner: "data.owner", repo: "data.name" },
        },
      }),
    };
    const { action: _, ...catalog } = acmeCatalog;
    const Webhooks = bindWebhooks<ThinTypes>({ ...catalog, eventNames }, ofKind);
    const webhooks = new Webhooks({ secret: SECRET, client });
    webhooks.onAny((event) => event.fetch());
    await webhooks.receive({ name: "repository.updated", payload: { data } });
    expect(mock.requests).toHaveLength(1);
  });

  it("[B.38] rejects without a client, and in an event of `unwrap`", async () => {
    const message =
      "`client` is undefined; expected one, as in `new Webhooks({ secret, client })`, because `fetch` sends a request.";
    const webhooks = new ThinWebhooks({ secret: SECRET, log });
    webhooks.on("issues", (event) => event.fetch());
    await expect(webhooks.receive(opened)).rejects.toMatchObject({
      errors: [new TypeError(message)],
    });
    const unwrap = bindUnwrap<ThinEvent>(acmeCatalog, parts);
    const body = JSON.stringify(opened.payload);
    const event = await unwrap(SECRET, body, {
      [acmeHeaders.event]: "issues",
      [acmeHeaders.delivery]: "1",
      [acmeHeaders.signature]: webhooks.sign(body),
    });
    await expect(event.fetch()).rejects.toThrow(new TypeError(message));
  });

  it.each([
    [1, "a number"],
    [{}, "an object"],
    [{ client: { request: 1 } }, "an object"],
    [null, "null"],
  ])("[B.38] refuses %j as a client", (client, kind) => {
    const options = { secret: SECRET, client } as never;
    expect(() => new ThinWebhooks(options)).toThrow(
      new TypeError(
        `\`client\` is ${kind}; expected a client of the service, such as \`createClient({ auth })\`.`,
      ),
    );
  });

  it("[B.38] refuses a client that no event needs", () => {
    const { client } = setUp();
    const Webhooks = bindWebhooks<ThinTypes>(acmeCatalog, acmeParts);
    expect(() => new Webhooks({ secret: SECRET, client })).toThrow(
      new TypeError(
        "`client` is an object; expected none, as no event of the service has a resource to fetch.",
      ),
    );
  });
});

describe("event.fetch() in an inbox", () => {
  it("[B.38] [G.5] asks once for an attempt, and again in the next one", async () => {
    const { mock, client } = setUp();
    const { webhooks, inbox } = openInbox(client);
    const attempts: unknown[] = [];
    webhooks.on("issues", async (event) => {
      const { full_name: name } = await event.fetch();
      attempts.push([event.attempt, name]);
      if (event.attempt === 1) throw new Error("later");
    });
    webhooks.onAny(async (event) => {
      await event.fetch();
      if (event.attempt === 1) throw new Error("later");
    });
    await inbox.start();
    await deliver(webhooks, inbox);
    await until(() => expect(attempts).toHaveLength(2));
    await inbox.drain();
    expect(attempts).toEqual([
      [1, "octo/hello"],
      [2, "octo/hello"],
    ]);
    expect(mock.requests).toHaveLength(2);
  });

  it("[B.38] ends the request with the attempt", async () => {
    const reasons: unknown[] = [];
    const request = (_route: string, _parameters: object, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          reject(signal.reason as Error);
        });
      });
    const { webhooks, inbox } = openInbox(
      { request },
      { timeout: 50, retries: { limit: 0, delay: 1 } },
    );
    webhooks.on("issues", (event) => event.fetch());
    await inbox.start();
    await deliver(webhooks, inbox);
    await until(() => expect(reasons).toHaveLength(1));
    await inbox.drain();
    expect(reasons).toEqual([new Error("The attempt has taken longer than 50 ms.")]);
  });
});

describe("a resource of an event", () => {
  const resource = { route: "GET /a/{b}", parameters: { b: "data.id", c: "none" } };
  const event = { id: "1", name: "push", payload: { data: { id: 7 } } };

  it("[B.38] is requested once, by the values of the payload", async () => {
    const calls: unknown[] = [];
    const client = {
      request: (...parameters: unknown[]) => {
        calls.push(parameters);
        return Promise.resolve({ data: { found: calls.length } });
      },
    };
    for (const option of [client, { client }]) {
      calls.length = 0;
      const equip = createResources({ push: resource })(option);
      const { signal } = new AbortController();
      const equipped = equip("push", event, signal) as typeof event & { fetch(): Promise<unknown> };
      expect(equipped).toEqual({ ...event, fetch: expect.any(Function) as unknown });
      expect(calls).toEqual([]);
      expect(await equipped.fetch()).toEqual({ found: 1 });
      expect(equipped.fetch()).toBe(equipped.fetch());
      expect(calls).toEqual([["GET /a/{b}", { b: 7, c: undefined }, { signal }]]);
      const other = equip("push", event) as typeof equipped;
      await other.fetch();
      expect(calls[1]).toEqual(["GET /a/{b}", { b: 7, c: undefined }, {}]);
      expect(equip("another", event)).toBe(event);
    }
  });
});

/** A client whose requests for a repository are answered with a status. */
function setUp(status = 200) {
  const client = createClient({ retry: 0 });
  const mock = createMockFetch(client);
  const repository = { full_name: "octo/hello" } as RepositoryOfAnswer; // the rest is not read
  const reply =
    status === 404 ? { status: 404 as const, data: { message: "no" } } : { data: repository };
  mock.reply("GET /repos/{owner}/{repo}", reply);
  return { mock, client };
}

function openInbox(client: unknown, options: object = {}) {
  const webhooks = new ThinWebhooks({ secret: SECRET, client: client as never, log });
  const inbox = createInbox({
    webhooks,
    store: openMemoryStore(),
    log,
    retries: { limit: 3, delay: 1 },
    ...options,
  });
  return { webhooks, inbox };
}

async function deliver(webhooks: Toolkit, inbox: Inbox): Promise<void> {
  const payload = JSON.stringify(opened.payload);
  const delivery = { id: "1", name: "issues", payload, signature: webhooks.sign(payload) };
  await inbox.verifyAndReceive(delivery as never);
}

/** An event without a payload but the id of its resource. */
interface ThinEvent extends EventAttempt {
  id: string;
  name: string;
  payload: { action?: string; data: { owner?: string; name?: string } };
  fetch(): Promise<{ full_name: string }>;
}

interface ThinTypes extends WebhookTypes {
  name: "issues" | "issues.opened" | "push";
  events: { issues: ThinEvent; "issues.opened": ThinEvent; push: ThinEvent } & {
    [name: string]: UnknownEvent;
  };
  event: ThinEvent;
}

type Toolkit = InstanceType<typeof ThinWebhooks>;
type Inbox = ReturnType<typeof createInbox>;
