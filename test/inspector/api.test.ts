/** The API of the page: what each request asks of a source, and the whole of its answer. */
import { describe, expect, it, vi } from "vitest";
import { TOKEN_HEADER } from "../../src/inspector/access.js";
import {
  createInspector,
  createMemorySource,
  type InspectorOptions,
  type InspectorSource,
  type MemorySourceOptions,
} from "../../src/inspector/index.js";
import type { InspectorFilter } from "../../src/inspector/types.js";
import { createDelivery, createPayload, encode } from "./sample-source.js";

const TOKEN = "a-token-of-a-test-that-is-long-enough";

/** Headers that are hidden without any option. */
const CREDENTIALS = [
  ...["authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key"],
  ...["x-gitlab-token", "x-goog-channel-token", "x-telegram-bot-api-secret-token"],
];

const log = { error: (message: string) => expect.fail(message) };

async function ask(
  source: InspectorSource,
  path: string,
  init: RequestInit = {},
  options: InspectorOptions = {},
) {
  const request = new Request(`http://localhost/inspector/api/${path}`, init);
  const response = await createInspector(source, { token: TOKEN, log, ...options })(request);
  return { status: response.status, answer: (await response.json()) as unknown };
}

type Init = Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> };

function act(
  source: InspectorSource,
  name: string,
  input: unknown,
  { headers, ...init }: Init = {},
  options: InspectorOptions = {},
) {
  const all = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN, ...headers };
  const body = typeof input === "string" ? input : JSON.stringify(input);
  const sent = { method: "POST", headers: all, body, ...init };
  return ask(source, name, sent, { isReadOnly: false, ...options });
}

/** A source that notes the filters it gets. Events are known by the names of `known`. */
function createNoting(known: readonly string[] = [], more: Partial<InspectorSource> = {}) {
  const filters: InspectorFilter[] = [];
  const row = { key: "1", id: "1", event: "a", receivedAt: 0, outcome: "done" as const };
  const source: InspectorSource = {
    list: (filter) => {
      filters.push(filter);
      const isKnown = known.includes(filter.event ?? "") && filter.limit === 1;
      return Promise.resolve(isKnown ? [{ ...row, attempts: 1, size: 0 }] : []);
    },
    get: () => Promise.resolve(undefined),
    watch: () => () => undefined,
    ...more,
  };
  return { source, filters };
}

describe("a filter of the page", () => {
  const hiddenHeaders = new Set(CREDENTIALS);
  const text = (searched: string) => ({ text: searched, hiddenHeaders });

  it.each<[query: string, filter: object]>([
    ["", {}],
    ["event=&action=&outcome=&id=&text=&since=&until=&before=&limit=&q=", {}],
    ["event=a&action=b&outcome=dead&id=c", { event: "a", action: "b", outcome: "dead", id: "c" }],
    ["since=0&until=1.5&before=7", { since: 0, until: 1.5, before: "7" }],
    ["text=a", text("a")],
    ["q=event:a+action:b+outcome:done+id:c", { event: "a", action: "b", outcome: "done", id: "c" }],
    [
      "q=event:no+action:no+outcome:done+id:no&event=a&action=b&outcome=dead&id=c",
      { event: "a", action: "b", outcome: "dead", id: "c" },
    ],
    ["q=needle", text("needle")],
    ["limit=1", { limit: 1 }],
    ["limit=0", { limit: 1 }],
    ["limit=-3", { limit: 1 }],
    ["limit=2.9", { limit: 2 }],
    ["limit=500", { limit: 500 }],
    ["limit=501", { limit: 500 }],
    // With terms, a source gets one text, and gives rows that are looked at one by one.
    ["q=needle&text=hay", { ...text("hay"), limit: 500, isBrief: true }],
    ["q=two+words", { ...text("words"), limit: 500, isBrief: true }],
    ["q=name:value", { ...text("value"), limit: 500, isBrief: true }],
  ])("is read from %j", async (query, filter) => {
    const { source, filters } = createNoting();
    const { status, answer } = await ask(source, `deliveries?${query}`);
    expect([status, answer]).toEqual([200, { deliveries: [], isLast: true }]);
    const signal = expect.any(AbortSignal) as AbortSignal;
    expect(filters).toEqual([{ limit: 100, before: undefined, signal, ...filter }]);
  });

  it.each([
    ["overview?event=a", { event: "a", isBrief: true, limit: 500 }],
    ["count?event=a", { event: "a", isBrief: true, limit: 500 }],
    ["recording?event=a", { event: "a", limit: 500 }],
    ["count?limit=7", { isBrief: true, limit: 7 }],
  ])("is asked for in pages: %s", async (path, filter) => {
    const { source, filters } = createNoting();
    await createInspector(source)(new Request(`http://localhost/inspector/api/${path}`));
    expect(filters).toMatchObject([filter]);
    expect("isBrief" in (filters[0] ?? {})).toBe("isBrief" in filter);
  });

  it.each<[event: string, known: readonly string[], filter: object]>([
    ["issues", [], { event: "issues" }],
    ["issues.opened", [], { event: "issues", action: "opened" }],
    ["issues.opened", ["issues.opened"], { event: "issues.opened" }],
    ["a.b.c", [], { event: "a.b", action: "c" }],
    ["a.", [], { event: "a", action: "" }],
    ["i.o", [], { event: "i", action: "o" }],
    [".opened", [], { event: ".opened" }],
  ])("splits the name %j unless it is that of an event", async (event, known, filter) => {
    const { source, filters } = createNoting(known);
    await ask(source, `deliveries?q=event:${event}`);
    const last = filters.at(-1);
    expect({ event: last?.event, action: last?.action }).toEqual({ action: undefined, ...filter });
    const isAsked = /.\../.test(event) || event === "a.";
    expect(filters.slice(0, -1)).toEqual(isAsked ? [{ event, limit: 1, isBrief: true }] : []);
  });

  it.each([
    ["limit=many", "`limit` is not a number."],
    ["since=x", "`since` is not a number."],
    ["until=Infinity", "`until` is not a number."],
    [
      "outcome=nice",
      "`outcome` is not one of received, waiting, running, done, failed, dead, refused.",
    ],
  ])("is refused: %s", async (query, error) => {
    const { source, filters } = createNoting();
    const refused = { status: 400, answer: { code: "BAD_REQUEST", error } };
    for (const path of ["deliveries", "overview", "count", "recording"])
      expect(await ask(source, `${path}?${query}`)).toEqual(refused);
    expect(filters).toEqual([]);
  });

  it("of `reconcile` goes to the source", async () => {
    const filters: InspectorFilter[] = [];
    const result = { summary: "All.", proposals: "", problems: [] };
    const { source } = createNoting([], {
      reconcile: (filter) => (filters.push(filter), Promise.resolve(result)),
    });
    expect(await ask(source, "reconciliation?event=a&limit=2")).toEqual({
      status: 200,
      answer: result,
    });
    expect(filters).toEqual([{ event: "a", limit: 2 }]);
  });
});

describe("the filter of a replay", () => {
  const replay = async (input: unknown, known: Partial<InspectorSource> = {}) => {
    const filters: InspectorFilter[] = [];
    const { source } = createNoting([], {
      replay: (filter) => (filters.push(filter), Promise.resolve(3)),
      ...known,
    });
    return { ...(await act(source, "replay", input)), filters };
  };

  it.each<[input: object, filter: object]>([
    [{}, {}],
    [
      { event: "a", outcome: "done", since: 5, until: "6" },
      { event: "a", outcome: "done", since: 5, until: 6 },
    ],
    [{ keys: ["1", "2"] }, { keys: ["1", "2"] }],
    [{ keys: [] }, { keys: [] }],
    [
      { id: "a", text: "b", limit: 9, before: "3" },
      { id: "a", text: "b", limit: 9, before: "3" },
    ],
    [{ q: "event:a" }, { event: "a" }],
    [{ q: "a:b" }, { keys: [] }],
  ])("is read from %j", async (input, filter) => {
    const { status, answer, filters } = await replay(input);
    expect([status, answer]).toEqual([200, { count: 3 }]);
    expect(filters.map(({ hiddenHeaders: _, ...rest }) => rest)).toEqual([filter]);
  });

  const long = Array.from({ length: 10_001 }, (_, index) => String(index));

  it.each<[input: object, error: string]>([
    [{ evnt: "a" }, 'The filter has the unknown property "evnt".'],
    [{ keys: "1" }, "`keys` is not an array of up to 10000 strings."],
    [{ keys: null }, "`keys` is not an array of up to 10000 strings."],
    [{ keys: long }, "`keys` is not an array of up to 10000 strings."],
    [{ keys: [1] }, "An element of `keys` is not a text."],
    [{ keys: [""] }, "An element of `keys` is not a text."],
    [{ event: 7 }, "`event` is not a text."],
    [{ text: null }, "`text` is not a text."],
    [{ limit: "x" }, "`limit` is not a number."],
    [{ q: 7 }, "`q` is not a text."],
  ])("is refused %#", async (input, error) => {
    const { status, answer, filters } = await replay(input);
    expect({ status, answer, filters }).toEqual({
      status: 400,
      answer: { code: "BAD_REQUEST", error },
      filters: [],
    });
  });

  it("takes 10,000 keys", async () => {
    const { filters } = await replay({ keys: long.slice(1) });
    expect(filters[0]?.keys).toHaveLength(10_000);
  });

  it("replaces terms by the keys of the dead that match, 10,000 at most", async () => {
    const asked: InspectorFilter[] = [];
    const body = encode({ a: "b" });
    const { filters } = await replay(
      { q: "a:b" },
      {
        list: ({ before = "20000", limit = 0, ...filter }) => {
          asked.push(filter);
          const first = Number(before) - 1;
          return Promise.resolve(
            Array.from({ length: limit }, (_, index) => ({
              ...createDelivery({ body: undefined }),
              ...{ key: String(first - index), size: 9 },
            })),
          );
        },
        get: (key) => Promise.resolve({ ...createDelivery({ body }), key, size: 9 }),
      },
    );
    expect(asked[0]).toMatchObject({ outcome: "dead", text: "b", isBrief: true });
    expect(asked).toHaveLength(20);
    const keys = filters[0]?.keys ?? [];
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([10_000, "19999", "10000"]);
  });

  it("replays by terms with the outcome that it names", async () => {
    const { source, filters } = createNoting([], { replay: () => Promise.resolve(0) });
    await act(source, "replay", { q: "a:b", outcome: "done" });
    expect(filters).toMatchObject([{ outcome: "done" }]);
  });
});

describe("an answer about the source", () => {
  const call = () => Promise.resolve({}) as never;
  const nothing = {
    ...{ title: "Deliveries", isReadOnly: true, events: [] },
    ...{ canReplay: false, canResend: false, canSend: false, canSample: false },
    ...{ canReconcile: false, modules: { webhooks: "typewire", testing: "typewire/testing" } },
  };

  it.each<[what: string, more: Partial<InspectorSource>, isReadOnly: boolean, expected: object]>([
    ["nothing", {}, true, {}],
    ["nothing, though it could", {}, false, { isReadOnly: false }],
    [
      "its own words",
      {
        ...{ title: "T", events: ["a"], modules: { webhooks: "w", testing: "t" } },
        target: () => ({ address: "/a", command: "c", secret: "s" }),
      },
      true,
      {
        ...{ title: "T", events: ["a"], modules: { webhooks: "w", testing: "t" } },
        target: { address: "/a", command: "c" },
      },
    ],
    ["no target yet", { target: () => undefined }, true, {}],
    ["a replay", { replay: call }, false, { isReadOnly: false, canReplay: true }],
    ["sending again", { resend: call }, false, { isReadOnly: false, canResend: true }],
    ["sending", { send: call }, false, { isReadOnly: false, canSend: true }],
    ["samples that cannot be sent", { sample: call }, false, { isReadOnly: false }],
    [
      "samples",
      { sample: call, send: call },
      false,
      { isReadOnly: false, canSend: true, canSample: true },
    ],
    ["none of these", { replay: call, resend: call, send: call, sample: call }, true, {}],
    ["a comparison with the schema", { reconcile: call }, true, { canReconcile: true }],
  ])("offers %s", async (_, more, isReadOnly, expected) => {
    const { source } = createNoting([], more);
    expect(await ask(source, "source", {}, { isReadOnly })).toEqual({
      status: 200,
      answer: { ...nothing, ...expected },
    });
  });

  it.each(["replay", "resend", "send"])("says that it has no `%s`", async (name) => {
    const { source } = createNoting();
    expect(await act(source, name, { key: "1", event: "a", body: "b" })).toEqual({
      status: 404,
      answer: { code: "NOT_OFFERED", error: `This source has no \`${name}\`.` },
    });
  });

  it.each([
    ["sample?event=a", "sample"],
    ["reconciliation", "reconcile"],
  ])("says for %s that it has none", async (path, name) => {
    const { source } = createNoting();
    const error = `This source has no \`${name}\`.`;
    expect(await ask(source, path)).toEqual({
      status: 404,
      answer: { code: "NOT_OFFERED", error },
    });
  });
});

describe("an answer with one delivery", () => {
  const MIB = 1024 * 1024;
  const described = { types: {}, deviations: [] };
  const show = async (
    changes: Parameters<typeof createDelivery>[0],
    options: InspectorOptions = {},
    more: MemorySourceOptions = {},
  ) => {
    const source = createMemorySource(more);
    source.add(createDelivery({ receivedAt: 1, ...changes }));
    return (await ask(source, "delivery?key=1", {}, options)).answer as Record<string, unknown>;
  };

  it("has all that is known, and no more", async () => {
    const answer = { status: 200, body: "ok" };
    const body = encode(createPayload(7));
    const findings = [{ code: "A", text: "No." }];
    const row = { outcome: "refused" as const, status: 401, note: "n", answer, findings };
    expect(
      await show({ ...row, secret: "s" } as object, {}, { describe: () => described }),
    ).toEqual({
      ...{ key: "1", id: "72d3162e-cc78-11e3-81ab-4c9367dc0958", event: "issues" },
      ...{ action: "opened", receivedAt: 1, attempts: 1, duration: 12, size: body.length, ...row },
      ...{ summary: "#7 Login fails after an upgrade", error: "No.", isBodyKept: true },
      history: [{ attempt: 1, duration: 12, handlers: [{ id: "notify" }] }],
      url: "http://localhost:3000/webhooks",
      headers: [
        ["Content-Type", "application/json"],
        ["X-Vendor-Event", "issues"],
        ["X-Vendor-Signature-256", `sha256=${"0".repeat(64)}`],
        ["Authorization", "(hidden)"],
      ],
      body: Buffer.from(body).toString("base64"),
      description: described,
    });
  });

  it.each(CREDENTIALS)("hides the header %s", async (name) => {
    const headers = [
      [name.toUpperCase(), "secret"],
      [`${name}-x`, "shown"],
      ["x-own", "own"],
    ] as const;
    expect(await show({ headers })).toMatchObject({
      headers: [[name.toUpperCase(), "(hidden)"], headers[1], headers[2]],
    });
    expect(await show({ headers }, { hiddenHeaders: ["X-Own"] })).toMatchObject({
      headers: [[name.toUpperCase(), "(hidden)"], headers[1], ["x-own", "(hidden)"]],
    });
  });

  it.each([
    [2 * MIB, true],
    [2 * MIB + 1, false],
  ])("has a body of %i bytes: %j", async (size, isShown) => {
    const body = encode(`"${"x".repeat(size - 2)}"`);
    const shown = await show({ body }, { describe: () => described });
    expect(shown).toMatchObject({ size, isBodyKept: true });
    expect(["body" in shown, "description" in shown]).toEqual([isShown, isShown]);
    if (isShown) expect(Buffer.from(String(shown["body"]), "base64").equals(body)).toBe(true);
  });

  it("has a payload that is no JSON as JSON, and a description of it", async () => {
    const describe_ = vi.fn(() => described);
    const form = { body: encode("a=1"), payload: { a: "1" } };
    expect(await show(form, { describe: describe_ })).toMatchObject({ payload: '{"a":"1"}' });
    expect(describe_.mock.calls).toEqual([
      [{ event: "issues", action: "opened", payload: { a: "1" } }],
    ]);
    const broken = await show({ body: encode("{") }, { describe: describe_ });
    expect([broken["payload"], broken["description"]]).toEqual([undefined, undefined]);
    expect(describe_).toHaveBeenCalledOnce();
  });

  it.each<[what: string, describe: InspectorOptions["describe"], found: object | undefined]>([
    ["of the source", undefined, described],
    [
      "of the inspector in its place",
      () => ({ types: { a: { type: "x" } }, deviations: [] }),
      { types: { a: { type: "x" } }, deviations: [] },
    ],
    [
      "none that fails",
      () => {
        throw new Error("broken");
      },
      undefined,
    ],
    ["none that is rejected", () => Promise.reject(new Error("broken")), undefined],
  ])("has the description %s", async (_, describe_, found) => {
    const shown = await show({}, { describe: describe_ }, { describe: () => described });
    expect(shown["description"]).toEqual(found);
  });

  it.each([
    ["delivery", 404, "NOT_FOUND", "The delivery is not kept any more."],
    ["body", 404, "NOT_FOUND", "The delivery is not kept any more."],
  ])("is not there: %s", async (name, status, code, error) => {
    expect(await ask(createMemorySource(), `${name}?key=1`)).toEqual({
      status,
      answer: { code, error },
    });
    expect(await ask(createMemorySource(), name)).toEqual({
      status: 400,
      answer: { code: "BAD_REQUEST", error: "`key` is not a text." },
    });
  });

  it("says that a body is not kept", async () => {
    const source = createMemorySource();
    source.add(createDelivery({ body: undefined }));
    expect(await ask(source, "body?key=1")).toEqual({
      status: 404,
      answer: { code: "NOT_KEPT", error: "The body is not kept." },
    });
  });
});

describe("rows", () => {
  it("have what the page shows, and no more", async () => {
    const source = createMemorySource();
    const row = { status: 500, note: "n", outcome: "dead" as const, receivedAt: 1 };
    source.add({ ...createDelivery({ ...row, body: encode({ title: "t" }) }) });
    expect((await ask(source, "deliveries")).answer).toEqual({
      deliveries: [
        {
          ...{ key: "1", id: "72d3162e-cc78-11e3-81ab-4c9367dc0958", event: "issues" },
          ...{ action: "opened", attempts: 1, duration: 12, size: 13, summary: "t", ...row },
        },
      ],
      isLast: true,
    });
  });

  const MIB = 1024 * 1024;
  it.each([
    [2 * MIB, 1],
    [2 * MIB + 1, 0],
  ])("of bodies with %i bytes are searched: %i", async (size, count) => {
    const source = createMemorySource();
    source.add(createDelivery({ body: encode('{"name":"wanted"}'.padEnd(size)) }));
    expect((await ask(source, "count?q=name:wanted")).answer).toEqual({ count, isCut: false });
  });

  it.each([
    ["from=1 to=2", 1],
    ["from=1 to=3", 0],
    ["x-own:o from=1", 1],
    ['"x-own: o" from=1', 1],
    ["x-hidden:h from=1", 0],
    ['"x-hidden: h" from=1', 0],
    ["kind:form from=1", 1],
  ])("are searched for all of %s: %i", async (search, count) => {
    const source = createMemorySource();
    const headers = [
      ["X-Own", "o"],
      ["X-Hidden", "h"],
    ] as const;
    source.add(createDelivery({ body: encode("From=1&To=2"), payload: { kind: "form" }, headers }));
    source.add(createDelivery());
    const query = new URLSearchParams({ q: search }).toString();
    const options = { hiddenHeaders: ["x-hidden"] };
    const { answer } = await ask(source, `count?${query}`, {}, options);
    expect(answer).toEqual({ count, isCut: false });
  });

  it("that are gone meanwhile do not match", async () => {
    const source = createMemorySource();
    source.add(createDelivery({ body: encode({ name: "wanted" }) }));
    const gone = { ...source, get: () => Promise.resolve(undefined) };
    expect((await ask(gone, "deliveries?q=name:wanted")).answer).toEqual({
      deliveries: [],
      isLast: true,
    });
    const recording = await createInspector(gone)(
      new Request("http://localhost/inspector/api/recording"),
    );
    expect([recording.status, await recording.text()]).toEqual([200, ""]);
  });

  const body = encode("1");
  const createRow = (key: number) => {
    const { event, outcome, attempts } = createDelivery();
    return { key: `${key}`, id: `${key}`, event, outcome, attempts, receivedAt: key, size: 1 };
  };
  /** Many deliveries, the newest first, which are made when they are asked for. */
  const createLong = (total: number): InspectorSource => ({
    list: ({ before = `${total + 1}`, limit = 0 }) => {
      const first = Number(before) - 1;
      const length = Math.min(limit, first);
      return Promise.resolve(Array.from({ length }, (_, index) => createRow(first - index)));
    },
    get: (key) => Promise.resolve({ ...createRow(Number(key)), body }),
    watch: () => () => undefined,
  });

  it.each([
    ["count", 9_999, { count: 9_999, isCut: false }],
    ["count", 10_000, { count: 10_000, isCut: true }],
    ["count?limit=3", 10, { count: 10, isCut: false }],
  ])("are counted, 10,000 at most: %s of %i", async (path, total, answer) => {
    expect((await ask(createLong(total), path)).answer).toEqual(answer);
  });

  it("are recorded with their ids and times, 10,000 at most", async () => {
    const response = await createInspector(createLong(10_001))(
      new Request("http://localhost/inspector/api/recording"),
    );
    const lines = (await response.text()).split("\n");
    const line = (id: number) =>
      JSON.stringify({ name: "issues", id: `${id}`, receivedAt: id, payload: 1 });
    expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([
      ...[10_001, line(2), line(10_001), ""],
    ]);
  });
});

describe("an action", () => {
  const source = createNoting([], {
    replay: () => Promise.resolve(1),
    send: () => Promise.reject(new Error("No route.")),
  }).source;

  it.each<[what: string, name: string, input: unknown, init: Init, expected: unknown[]]>([
    ["unknown", "nothing", {}, {}, [404, "NOT_FOUND", "There is nothing here."]],
    [
      "without a token",
      "replay",
      {},
      { headers: { [TOKEN_HEADER]: "" } },
      [403, "TOKEN", "The page is out of date. Load it again."],
    ],
    [
      "with a form",
      "replay",
      {},
      { headers: { "content-type": "text/plain" } },
      [415, "MEDIA_TYPE", "The body is not declared as JSON."],
    ],
    ["with a list", "replay", [], {}, [400, "BAD_REQUEST", "The body is not a JSON object."]],
    ["with no JSON", "replay", "{", {}, [400, "BAD_REQUEST", "The body is not a JSON object."]],
    [
      "by another method",
      "replay",
      {},
      { method: "PUT" },
      [405, "METHOD_NOT_ALLOWED", "The method is not allowed here."],
    ],
    ["for an inherited name", "constructor", {}, {}, [404, "NOT_FOUND", "There is nothing here."]],
    [
      "below another",
      "replay/x",
      {},
      {},
      [405, "METHOD_NOT_ALLOWED", "The method is not allowed here."],
    ],
  ])("is refused: one %s", async (_, name, input, init, [status, code, error]) => {
    expect(await act(source, name, input, init)).toEqual({ status, answer: { code, error } });
  });

  it("takes nothing from a prototype", async () => {
    const input = '{"__proto__":{"event":"a","body":"b"}}';
    expect(await act(source, "send", input)).toMatchObject({ status: 400 });
  });

  it("is refused where nothing may be changed", async () => {
    expect(await act(source, "replay", {}, {}, { isReadOnly: true })).toEqual({
      status: 403,
      answer: { code: "READ_ONLY", error: "The inspector is read-only." },
    });
  });

  it.each([
    [new Error("No route."), "No route."],
    ["no error", "It failed."],
  ])("says why it failed: %s", async (thrown, error) => {
    const lines: unknown[][] = [];
    const failing = { ...source, send: () => Promise.reject(thrown) };
    const options = { log: { error: (...line: unknown[]) => void lines.push(line) } };
    expect(await act(failing, "send", { event: "a", body: "b" }, {}, options)).toEqual({
      status: 502,
      answer: { code: "ACTION_FAILED", error },
    });
    expect(lines).toEqual([["The inspector's `send` failed.", thrown]]);
  });

  it("reads a body in pieces that cut a character", async () => {
    const bytes = encode('{"event":"é","body":"b"}');
    const sent: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const sending = {
      ...source,
      send: (delivery: object) => (sent.push(delivery), Promise.resolve({})),
    };
    const init = { body, duplex: "half" } as Init; // types of the platform do not know `duplex`
    expect(await act(sending, "send", "", init)).toEqual({ status: 200, answer: {} });
    expect(sent).toEqual([{ event: "é", body: "b", from: undefined }]);
  });
});

describe("a request", () => {
  it.each([
    ["/x/api/source", 404],
    ["/api/source/", 404],
    ["/api/SOURCE", 404],
    ["/api/", 404],
    ["/api/source2", 404],
    ["//api/source", 404],
  ])("for %s finds nothing", async (path, status) => {
    const { source } = createNoting();
    const inspector = createInspector(source, { log });
    const response = await inspector(new Request(`http://localhost/inspector${path}`));
    expect([response.status, await response.json()]).toEqual([
      status,
      { code: "NOT_FOUND", error: "There is nothing here." },
    ]);
  });

  it.each(["/", "/x", "/inspectors", "/inspectors/api/source", "/x/inspector/api/source"])(
    "for %s is left to others",
    async (path) => {
      const { source } = createNoting();
      const onUnhandledRequest = ({ url }: Request) => new Response(url);
      const url = `http://localhost${path}`;
      const response = await createInspector(source, { onUnhandledRequest })(new Request(url));
      expect(await response.text()).toBe(url);
      expect((await createInspector(source)(new Request(url))).status).toBe(404);
    },
  );

  it("fails with its source, which is logged", async () => {
    const thrown = new Error("no database");
    const lines: unknown[][] = [];
    const { source } = createNoting([], { list: () => Promise.reject(thrown) });
    const options = { log: { error: (...line: unknown[]) => void lines.push(line) } };
    expect(await ask(source, "deliveries", {}, options)).toEqual({
      status: 500,
      answer: { code: "FAILED", error: "The inspector failed; the log has the reason." },
    });
    expect(lines).toEqual([["The inspector failed.", thrown]]);
  });

  it("ends quietly for a client that has gone", async () => {
    const { source } = createNoting([], { list: () => Promise.reject(new Error("aborted")) });
    expect(await ask(source, "deliveries", { signal: AbortSignal.abort() })).toEqual({
      status: 503,
      answer: { code: "GONE", error: "The client has gone." },
    });
  });

  it.each([
    ["/a/inspector", "/a/inspector", "./inspector/"],
    ["/inspector", "/inspector?x=1&y", "./inspector/?x=1&y"],
    ["/inspector/", "/inspector", "./inspector/"],
  ])("under the path %s, for %s, leads to the page", async (path, asked, location) => {
    const { source } = createNoting();
    const inspector = createInspector(source, { path });
    const response = await inspector(new Request(`http://localhost${asked}`));
    expect([response.status, response.headers.get("location")]).toEqual([308, location]);
    expect(await response.text()).toBe("");
  });

  it("for a recording ends it when the client goes", async () => {
    const source = createMemorySource();
    for (let count = 0; count < 3; count++) source.add(createDelivery());
    const get = vi.fn(source.get);
    const response = await createInspector({ ...source, get })(
      new Request("http://localhost/inspector/api/recording"),
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(get.mock.calls.length).toBeLessThan(3);
  });
});
