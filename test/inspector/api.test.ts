/** The API of the page: the whole answer to each request. */
import { describe, expect, it, vi } from "vitest";
import {
  createInspector,
  createMemorySource,
  type InspectorOptions,
  type InspectorSource,
  type MemorySourceOptions,
} from "../../src/inspector/index.js";
import { createDelivery, createPayload, encode } from "./sample-source.js";
import { createNotingSource, log, askSource, CREDENTIALS, postToSource } from "./ask-source.js";

const MIB = 1024 * 1024;

const DESCRIPTION = { types: {}, deviations: [] };

describe("an answer about the source", () => {
  const NOTHING = {
    title: "Deliveries",
    isReadOnly: true,
    events: [],
    canReplay: false,
    canResend: false,
    canSend: false,
    canSample: false,
    canReconcile: false,
    modules: { webhooks: "typewire", testing: "typewire/testing" },
  };

  it.each<[what: string, more: Partial<InspectorSource>, isReadOnly: boolean, expected: object]>([
    ["nothing", {}, true, {}],
    ["nothing, though it could", {}, false, { isReadOnly: false }],
    [
      "its own words",
      {
        title: "T",
        events: ["a"],
        modules: { webhooks: "w", testing: "t" },
        target: () => ({ address: "/a", command: "c", secret: "s" }),
      },
      true,
      {
        title: "T",
        events: ["a"],
        modules: { webhooks: "w", testing: "t" },
        target: { address: "/a", command: "c" },
      },
    ],
    ["no target yet", { target: () => undefined }, true, {}],
    ["a replay", { replay: answerEmpty }, false, { isReadOnly: false, canReplay: true }],
    ["sending again", { resend: answerEmpty }, false, { isReadOnly: false, canResend: true }],
    ["sending", { send: answerEmpty }, false, { isReadOnly: false, canSend: true }],
    ["samples that cannot be sent", { sample: answerEmpty }, false, { isReadOnly: false }],
    [
      "samples",
      { sample: answerEmpty, send: answerEmpty },
      false,
      { isReadOnly: false, canSend: true, canSample: true },
    ],
    [
      "none of these",
      { replay: answerEmpty, resend: answerEmpty, send: answerEmpty, sample: answerEmpty },
      true,
      {},
    ],
    ["a comparison with the schema", { reconcile: answerEmpty }, true, { canReconcile: true }],
  ])("offers %s", async (_, more, isReadOnly, expected) => {
    const { source } = createNotingSource([], more);
    expect(await askSource(source, "source", {}, { isReadOnly })).toEqual({
      status: 200,
      answer: { ...NOTHING, ...expected },
    });
  });

  it.each(["replay", "resend", "send"])("says that it has no `%s`", async (name) => {
    const { source } = createNotingSource();
    expect(await postToSource(source, name, { key: "1", event: "a", body: "b" })).toEqual({
      status: 404,
      answer: { code: "NOT_OFFERED", error: `This source has no \`${name}\`.` },
    });
  });

  it.each([
    ["sample?event=a", "sample"],
    ["reconciliation", "reconcile"],
  ])("says for %s that it has none", async (path, name) => {
    const { source } = createNotingSource();
    const error = `This source has no \`${name}\`.`;
    expect(await askSource(source, path)).toEqual({
      status: 404,
      answer: { code: "NOT_OFFERED", error },
    });
  });
});

describe("an answer with one delivery", () => {
  it("has all that is known, and no more", async () => {
    const answer = { status: 200, body: "ok" };
    const body = encode(createPayload(7));
    const findings = [{ code: "A", text: "No." }];
    const row = { outcome: "refused" as const, status: 401, note: "n", answer, findings };
    expect(
      await show({ ...row, secret: "s" } as object, {}, { describe: () => DESCRIPTION }),
    ).toEqual({
      key: "1",
      id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
      event: "issues",
      action: "opened",
      receivedAt: 1,
      attempts: 1,
      duration: 12,
      size: body.length,
      ...row,
      summary: "#7 Login fails after an upgrade",
      error: "No.",
      isBodyKept: true,
      history: [{ attempt: 1, duration: 12, handlers: [{ id: "notify" }] }],
      url: "http://localhost:3000/webhooks",
      headers: [
        ["Content-Type", "application/json"],
        ["X-Vendor-Event", "issues"],
        ["X-Vendor-Signature-256", `sha256=${"0".repeat(64)}`],
        ["Authorization", "(hidden)"],
      ],
      body: Buffer.from(body).toString("base64"),
      description: DESCRIPTION,
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
    const shown = await show({ body }, { describe: () => DESCRIPTION });
    expect(shown).toMatchObject({ size, isBodyKept: true });
    expect(["body" in shown, "description" in shown]).toEqual([isShown, isShown]);
    if (isShown) expect(Buffer.from(String(shown["body"]), "base64").equals(body)).toBe(true);
  });

  it("has a payload that is no JSON as JSON, and a description of it", async () => {
    const describe_ = vi.fn(() => DESCRIPTION);
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
    ["of the source", undefined, DESCRIPTION],
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
    const shown = await show({}, { describe: describe_ }, { describe: () => DESCRIPTION });
    expect(shown["description"]).toEqual(found);
  });

  it.each([
    ["delivery", 404, "NOT_FOUND", "The delivery is not kept any more."],
    ["body", 404, "NOT_FOUND", "The delivery is not kept any more."],
  ])("is not there: %s", async (name, status, code, error) => {
    expect(await askSource(createMemorySource(), `${name}?key=1`)).toEqual({
      status,
      answer: { code, error },
    });
    expect(await askSource(createMemorySource(), name)).toEqual({
      status: 400,
      answer: { code: "BAD_REQUEST", error: "`key` is not a text." },
    });
  });

  it("says that a body is not kept", async () => {
    const source = createMemorySource();
    source.add(createDelivery({ body: undefined }));
    expect(await askSource(source, "body?key=1")).toEqual({
      status: 404,
      answer: { code: "NOT_KEPT", error: "The body is not kept." },
    });
  });
});

describe("rows of the list", () => {
  it("have what the page shows, and no more", async () => {
    const source = createMemorySource();
    const row = { status: 500, note: "n", outcome: "dead" as const, receivedAt: 1 };
    source.add({ ...createDelivery({ ...row, body: encode({ title: "t" }) }) });
    expect((await askSource(source, "deliveries")).answer).toEqual({
      deliveries: [
        {
          key: "1",
          id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
          event: "issues",
          action: "opened",
          attempts: 1,
          duration: 12,
          size: 13,
          summary: "t",
          ...row,
        },
      ],
      isLast: true,
    });
  });

  it.each([
    [2 * MIB, 1],
    [2 * MIB + 1, 0],
  ])("of bodies with %i bytes are searched: %i", async (size, count) => {
    const source = createMemorySource();
    source.add(createDelivery({ body: encode('{"name":"wanted"}'.padEnd(size)) }));
    expect((await askSource(source, "count?q=name:wanted")).answer).toEqual({
      count,
      isCut: false,
    });
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
    const { answer } = await askSource(source, `count?${query}`, {}, options);
    expect(answer).toEqual({ count, isCut: false });
  });

  it("that are gone meanwhile do not match", async () => {
    const source = createMemorySource();
    source.add(createDelivery({ body: encode({ name: "wanted" }) }));
    const gone = { ...source, get: () => Promise.resolve(undefined) };
    expect((await askSource(gone, "deliveries?q=name:wanted")).answer).toEqual({
      deliveries: [],
      isLast: true,
    });
    const recording = await createInspector(gone)(
      new Request("http://localhost/inspector/api/recording"),
    );
    expect([recording.status, await recording.text()]).toEqual([200, ""]);
  });

  it.each([
    ["count", 9_999, { count: 9_999, isCut: false }],
    ["count", 10_000, { count: 10_000, isCut: true }],
    ["count?limit=3", 10, { count: 10, isCut: false }],
  ])("are counted, 10,000 at most: %s of %i", async (path, total, answer) => {
    expect((await askSource(createLongSource(total), path)).answer).toEqual(answer);
  });

  it("are recorded with their ids and times, 10,000 at most", async () => {
    const response = await createInspector(createLongSource(10_001))(
      new Request("http://localhost/inspector/api/recording"),
    );
    const lines = (await response.text()).split("\n");
    const line = (id: number) =>
      JSON.stringify({ name: "issues", id: `${id}`, receivedAt: id, payload: 1 });
    expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([
      10_001,
      line(2),
      line(10_001),
      "",
    ]);
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
    const { source } = createNotingSource();
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
      const { source } = createNotingSource();
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
    const { source } = createNotingSource([], { list: () => Promise.reject(thrown) });
    const options = { log: { error: (...line: unknown[]) => void lines.push(line) } };
    expect(await askSource(source, "deliveries", {}, options)).toEqual({
      status: 500,
      answer: { code: "FAILED", error: "The inspector failed; the log has the reason." },
    });
    expect(lines).toEqual([["The inspector failed.", thrown]]);
  });

  it("ends quietly for a client that has gone", async () => {
    const { source } = createNotingSource([], { list: () => Promise.reject(new Error("aborted")) });
    expect(await askSource(source, "deliveries", { signal: AbortSignal.abort() })).toEqual({
      status: 503,
      answer: { code: "GONE", error: "The client has gone." },
    });
  });

  it.each([
    ["/a/inspector", "/a/inspector", "./inspector/"],
    ["/inspector", "/inspector?x=1&y", "./inspector/?x=1&y"],
    ["/inspector/", "/inspector", "./inspector/"],
  ])("under the path %s, for %s, leads to the page", async (path, asked, location) => {
    const { source } = createNotingSource();
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

function answerEmpty(): Promise<never> {
  return Promise.resolve({}) as never; // it is not called
}

/** The answer with one delivery that differs from `createDelivery()` by these changes. */
async function show(
  changes: Parameters<typeof createDelivery>[0],
  options: InspectorOptions = {},
  sourceOptions: MemorySourceOptions = {},
) {
  const source = createMemorySource(sourceOptions);
  source.add(createDelivery({ receivedAt: 1, ...changes }));
  const { answer } = await askSource(source, "delivery?key=1", {}, options);
  return answer as Record<string, unknown>; // an object, as the cases prove
}

/** A source of many deliveries, the newest first, which are made when they are asked for. */
function createLongSource(total: number): InspectorSource {
  const body = encode("1");
  return {
    list: async ({ before = `${total + 1}`, limit = 0 }) => {
      const first = Number(before) - 1;
      const length = Math.min(limit, first);
      return Array.from({ length }, (_, index) => createRow(first - index));
    },
    get: async (key) => ({ ...createRow(Number(key)), body }),
    watch: () => () => undefined,
  };
}

function createRow(key: number) {
  const { event, outcome, attempts } = createDelivery();
  return { key: `${key}`, id: `${key}`, event, outcome, attempts, receivedAt: key, size: 1 };
}
