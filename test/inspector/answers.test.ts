/** Answers of the inspector to its page: lists, deliveries and live changes. */
import { describe, expect, it, vi } from "vitest";
import type { InspectorOptions, InspectorSource } from "../../src/inspector/index.js";
import { createDelivery, createSource, encode, fillSource } from "./sample-source.js";
import { ask } from "./ask.js";

describe("the API", () => {
  it("lists pages, and filters", async () => {
    const { source } = createSource();
    fillSource(source, 25);
    const keysOf = async (query: string) => {
      const { deliveries, isLast } = await listDeliveries(query, source);
      return [deliveries.map(({ key }) => key).join(), isLast];
    };
    expect(await keysOf("limit=3")).toEqual(["25,24,23", false]);
    expect(await keysOf("limit=3&before=3")).toEqual(["2,1", true]);
    expect(await keysOf("text=ISSUE+24")).toEqual(["25", true]);
    expect(await keysOf("outcome=refused")).toEqual(["21,4", true]);
    expect(await keysOf("event=ping&action=opened")).toEqual(["", true]);
    expect((await keysOf("event=issues&action=closed"))[0]).not.toBe("");
    expect(await keysOf("id=00000003-cc78-11e3-81ab-4c9367dc0958&event=")).toEqual(["4", true]);
    expect(await keysOf("since=99999999999999")).toEqual(["", true]);
  });

  it("lists 100, and tells if there may be more", async () => {
    const { source } = createSource();
    fillSource(source, 101);
    const count = async (query: string) => {
      const { deliveries, isLast } = await listDeliveries(query, source);
      return [deliveries.length, isLast];
    };
    expect(await count("")).toEqual([100, false]);
    expect(await count("before=101")).toEqual([100, false]);
    expect(await count("before=100")).toEqual([99, true]);
  });

  it("asks for charts without what they do not show", async () => {
    const { source } = createSource();
    const list = vi.spyOn(source, "list");
    await read("overview?event=push", source);
    expect(list.mock.calls[0]?.[0]).toMatchObject({ event: "push", isBrief: true });
  });

  it.each([
    [0, 0, false],
    [501, 501, false],
    [9_999, 9_999, false],
    [10_001, 10_000, true],
  ])("counts the newest 10,000 of %d for its charts", async (count, total, isCut) => {
    expect(await read("overview", createLongSource(count))).toMatchObject({ total, isCut });
  });

  it.each([
    [49, "1"],
    [50, undefined],
  ])(
    "looks for an earlier one of the same action behind %d others",
    async (otherCount, previous) => {
      const { source } = createSource();
      source.add(createDelivery({ action: "closed" }));
      for (let count = 0; count < otherCount; count++)
        source.add(createDelivery({ action: "opened" }));
      const key = source.add(createDelivery({ action: "closed" }));
      const shown = (await read(`delivery?key=${key}`, source)) as { previous?: string };
      expect(shown.previous).toBe(previous);
    },
  );

  it("shows one delivery with everything but credentials", async () => {
    const { source } = createSource();
    source.add(createDelivery());
    source.add(createDelivery({ action: "closed" }));
    const secret = { secret: "of the source" };
    const shownParts = {
      url: "https://acme.example/hooks",
      history: [{ attempt: 1, at: 7, handlers: [] }],
      findings: [{ code: "BODY_END", text: "A line end is missing.", advice: "Keep it." }],
    };
    source.add({
      ...createDelivery({ body: encode({ issue: { number: "8" } }) }),
      ...secret,
      ...shownParts,
    });
    const shown = (await read("delivery?key=3", source, { hiddenHeaders: ["X-Vendor-Event"] })) as {
      headers: [string, string][];
      description: { deviations: unknown };
    };
    expect(shown).toMatchObject({ key: "3", previous: "1", isBodyKept: true, event: "issues" });
    expect(shown).toMatchObject(shownParts);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      Authorization: "(hidden)",
      "X-Vendor-Event": "(hidden)",
      "Content-Type": "application/json",
    });
    expect(shown.description.deviations).toEqual([
      { at: "/issue/number", text: "must be integer" },
    ]);
    expect(JSON.stringify(shown)).not.toContain("of-a-secret-token");
    expect(JSON.stringify(shown)).not.toContain("of the source");
    expect(JSON.stringify(await read("deliveries", source))).not.toContain("of the source");
  });

  it("says what is not kept, or too long to show", async () => {
    const { source } = createSource();
    source.add({ ...createDelivery(), body: undefined, size: 9 });
    source.add(createDelivery({ body: new Uint8Array(3 * 1024 * 1024) }));
    expect(await read("delivery?key=1", source)).toMatchObject({ isBodyKept: false, size: 9 });
    const long = await read("delivery?key=2", source);
    expect(long).toMatchObject({ isBodyKept: true, size: 3 * 1024 * 1024 });
    expect(long).not.toHaveProperty("body");
    const body = await ask("/inspector/api/body?key=1", {}, {}, source);
    expect([body.status, await body.json()]).toMatchObject([404, { code: "NOT_KEPT" }]);
    expect((await ask("/inspector/api/delivery?key=3", {}, {}, source)).status).toBe(404);
  });

  it("records what `reconcile` reads, the oldest first", async () => {
    const { source } = createSource();
    source.add(createDelivery({ id: "1", body: encode({ number: 1 }) }));
    source.add(createDelivery({ id: "2", body: encode("no payload") }));
    source.add(
      createDelivery({ id: "3", event: "form", body: encode("a=1"), payload: { a: "1" } }),
    );
    const response = await ask("/inspector/api/recording", {}, {}, source);
    const lines = (await response.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { name: "issues", id: "1", payload: { number: 1 } },
      { name: "form", id: "3", payload: { a: "1" } },
    ]);
  });

  it("offers what the source can do, and nothing to a read-only page", async () => {
    const { source } = createSource();
    const actions = { canReplay: true, canSend: true, canSample: true, canResend: true };
    expect(await read("source", source, { isReadOnly: false })).toMatchObject(actions);
    const none = { canReplay: false, canSend: false, canSample: false, canResend: false };
    expect(await read("source", source)).toMatchObject({ ...none, canReconcile: true });
    const { list, get, watch } = source;
    const small = await read("source", { list, get, watch }, { isReadOnly: false });
    expect(small).toMatchObject({ ...none, title: "Deliveries", canReconcile: false });
  });

  it("works with a source that is a class", async () => {
    class ClassSource implements InspectorSource {
      readonly #inner = createSource().source;
      list = this.#inner.list.bind(this.#inner);
      get(key: string) {
        return this.#inner.get(key);
      }
      watch() {
        return () => undefined;
      }
      sample(event: string) {
        return Promise.resolve({ event, inner: this.#inner.title });
      }
    }
    expect(await read("sample?event=ping", new ClassSource())).toEqual({
      payload: { event: "ping", inner: "typewire dev" },
    });
  });
});

describe("live changes", () => {
  it("are streamed, put together, and end with the signal", async () => {
    const { source } = createSource();
    const shutdown = new AbortController();
    const { body } = await ask("/inspector/api/live", {}, { signal: shutdown.signal }, source);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toContain(": open");
    const key = source.add(createDelivery({ outcome: "running" }));
    source.update(key, { outcome: "done" });
    const message = JSON.parse((await next()).replace("data: ", "")) as never;
    expect(message).toMatchObject({ isReload: false, deliveries: [{ key, outcome: "done" }] });
    shutdown.abort();
    expect((await reader.read()).done).toBe(true);
  });

  it("do not pile up for a page that does not read", async () => {
    const { source } = createSource();
    const { body } = await ask("/inspector/api/live", {}, {}, source);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let count = 0; count < 3_000; count++) source.add(createDelivery({ body: undefined }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await reader.read();
    const text = new TextDecoder().decode((await reader.read()).value);
    expect(JSON.parse(text.replace("data: ", ""))).toEqual({ deliveries: [], isReload: true });
    await reader.cancel();
  });
});

async function read(path: string, source: InspectorSource, options?: InspectorOptions) {
  const response = await ask(`/inspector/api/${path}`, {}, options, source);
  return response.json() as Promise<never>; // each test knows the answer that it expects
}

function listDeliveries(query: string, source: InspectorSource): Promise<DeliveryList> {
  return read(`deliveries?${query}`, source);
}

/** A source of many deliveries, the newest first, which are made when they are asked for. */
function createLongSource(count: number): InspectorSource {
  const list: InspectorSource["list"] = async ({ before, limit = count }) => {
    const first = before === undefined ? count : Number(before) - 1;
    const length = Math.max(0, Math.min(limit, first));
    const { id, event, outcome } = createDelivery();
    const row = { id, event, outcome, receivedAt: 0, size: 0, attempts: 1 };
    return Array.from({ length }, (_, index) => ({ ...row, key: String(first - index) }));
  };
  return { ...createSource().source, list };
}

interface DeliveryList {
  readonly deliveries: readonly { readonly key: string }[];
  readonly isLast: boolean;
}
