/** Answers of a service: items of a list, the next page, its clock, and what its failures mean. */
import { describe, expect, it } from "vitest";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import {
  sendRequest,
  createFailure,
  findRetryAfter,
  findStatus,
  type CatchUpClient,
  type CatchUpResponse,
} from "../../../src/inbox/catch-up/client.js";
import {
  readItems,
  readNext,
  readServiceTime,
  writeSince,
} from "../../../src/inbox/catch-up/items.js";
import { InboxError } from "../../../src/inbox/store.js";

const PLAN: CatchUpPlan = {
  route: "GET /log",
  order: "newest-first",
  items: "list.all",
  next: { parameter: "page", body: "next" },
  id: "id",
  time: "at",
  event: "about.kind",
};

describe("items of a list", () => {
  const whole = { id: "7", at: 1_700_000_000_000, about: { kind: "note" } };
  const time = 1_700_000_000_000;

  it.each<[string, object, object]>([
    ["a text and milliseconds", {}, { id: "7", time }],
    ["a number and seconds", { id: 7, at: 1_700_000_000 }, { id: "7", time }],
    ["zero and a part of a second", { id: 0, at: 1.5 }, { id: "0", time: 1_500 }],
    ["the last second that is none", { at: 9_999_999_999 }, { time: 9_999_999_999_000 }],
    ["the first millisecond", { at: 1e10 }, { time: 1e10 }],
    ["a date of ISO 8601", { at: "2023-11-14T22:13:20Z" }, { time }],
    ["a date before 2001", { at: "1970-01-01T00:00:01Z" }, { time: 1_000 }],
    ["an empty name", { about: { kind: "" } }, { name: "" }],
  ])("[R.1] are read with %s for id and time", (_, changes, expected) => {
    const value = { ...whole, ...changes };
    const items = readItems(PLAN, answer({ list: { all: [whole, value] } }));
    const item = { id: "7", name: "note", time, value: whole };
    expect(items).toEqual([item, { ...item, value, ...expected }]);
  });

  it("[R.1] are the whole answer of a plan without a path", () => {
    const { items: _, ...plan } = PLAN;
    expect(readItems(plan, answer([whole])).map(({ id }) => id)).toEqual(["7"]);
    expect(() => readItems(plan, answer({ list: { all: [] } }))).toThrow(
      failure("The answer to GET /log has no list; expected an array."),
    );
  });

  it.each([undefined, null, {}, { list: [] }, { list: { all: {} } }])(
    "[R.7] are no array in %j",
    (data) => {
      expect(() => readItems(PLAN, answer(data))).toThrow(
        failure("The answer to GET /log has no list at `list.all`; expected an array."),
      );
    },
  );

  it.each<[string, unknown]>([
    ["no id", { ...whole, id: undefined }],
    ["an empty id", { ...whole, id: "" }],
    ["an id of another kind", { ...whole, id: true }],
    ["no name", { ...whole, about: {} }],
    ["a name that is a number", { ...whole, about: { kind: 1 } }],
    ["no time", { ...whole, at: undefined }],
    ["a text that is no time", { ...whole, at: "soon" }],
    ["no finite time", { ...whole, at: Infinity }],
    ["an array in its place", Object.assign([], whole)],
    ["nothing in its place", null],
  ])("[R.7] are refused with %s", (_, value) => {
    expect(() => readItems(PLAN, answer({ list: { all: [whole, value] } }))).toThrow(
      failure(
        "An item of GET /log has no id, event or time; expected `id`, `about.kind` and `at`.",
      ),
    );
  });
});

describe("the next page", () => {
  const body = { parameter: "page", body: "more.next" };
  const done = { ...body, done: "more.done" };
  const item = { parameter: "after", item: "id" };
  const more = { ...item, more: "has_more" };
  const link = { parameter: "cursor", link: true } as const;
  const nextLink = (url: string) => ({
    link: `<http://a.test/>; rel="first", <${url}>; rel="next"`,
  });
  const values = [{ id: "1" }, { id: "2" }];

  it.each<[string, CatchUpPlan["next"], unknown, object, object | undefined]>([
    ["is in the body", body, { more: { next: 2 } }, {}, { page: 2 }],
    ["is the first one, 0", body, { more: { next: 0 } }, {}, { page: 0 }],
    ["is missing", body, {}, {}, undefined],
    ["is null", body, { more: { next: null } }, {}, undefined],
    ["is an empty text", body, { more: { next: "" } }, {}, undefined],
    [
      "is there while the list is not done",
      done,
      { more: { next: 2, done: false } },
      {},
      { page: 2 },
    ],
    ["is there if nobody says that the list is done", done, { more: { next: 2 } }, {}, { page: 2 }],
    ["is not read once the list is done", done, { more: { next: 2, done: true } }, {}, undefined],
    ["begins after the last item", item, {}, {}, { after: "2" }],
    ["begins there while there are more", more, { has_more: true }, {}, { after: "2" }],
    ["begins there if nobody says that there are none", more, {}, {}, { after: "2" }],
    ["is not read if there are no more", more, { has_more: false }, {}, undefined],
    ["is in a link", link, [], nextLink("http://a.test/x?cursor=c%201&n=2"), { cursor: "c 1" }],
    ["is in a relative link", link, [], nextLink("/x?cursor=7"), { cursor: "7" }],
    ["has no link", link, [], { link: '<http://a.test/x?cursor=1>; rel="prev"' }, undefined],
    ["has no header", link, [], {}, undefined],
  ])("[R.2] %s", (_, next, data, headers, expected) => {
    const items = values.map((value) => ({ id: value.id, name: "note", time: 1, value }));
    const response = answer(data, headers as Record<string, string>);
    expect(readNext({ ...PLAN, next }, response, items)).toEqual(expected);
  });

  it.each(["http://a.test/x?other=1", "http://a.test/x?cursor=", "http://[/x?cursor=1"])(
    "[R.7] is not %s",
    (url) => {
      expect(() => readNext({ ...PLAN, next: link }, answer([], nextLink(url)), [])).toThrow(
        failure("The link to the next page of GET /log has no parameter `cursor`."),
      );
    },
  );
});

describe("times of the service", () => {
  it.each([
    ["iso", "2023-11-14T22:13:20.999Z"],
    ["seconds", 1_700_000_000],
    ["milliseconds", 1_700_000_000_999],
  ] as const)("[R.5] are written as %s", (format, from) => {
    expect(writeSince({ parameter: "from", format }, 1_700_000_000_999)).toEqual({ from });
  });

  it.each([
    ["Tue, 14 Nov 2023 22:13:20 GMT", 1_700_000_000_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["now", undefined],
    ["", undefined],
  ])("[R.5] are read from the header of a response: %j", (date, time) => {
    expect(readServiceTime(answer({}, { date }))).toBe(time);
  });
});

describe("a request of a catch-up", () => {
  const clientOf = (request: (...args: readonly unknown[]) => unknown) =>
    ({ request }) as unknown as CatchUpClient;

  it("[R.1] is sent by the method of the client, as its own", async () => {
    const client = {
      asked: [] as unknown[],
      request(...args: unknown[]) {
        this.asked.push(args);
        return Promise.resolve({ data: null, headers: { date: "today", count: 3, other: {} } });
      },
    };
    const { data, get } = await sendRequest(client, "GET /log", { page: 2 });
    expect(client.asked).toEqual([["GET /log", { page: 2 }]]);
    expect(data).toBeNull();
    expect(["date", "count", "other", "toString", "link"].map(get)).toEqual([
      "today",
      "3",
      "",
      "",
      "",
    ]);
  });

  it("[R.1] reads the headers of a `Headers` in any case", async () => {
    const headers = new Headers({ Link: "a" });
    const { get } = await sendRequest(
      clientOf(() => Promise.resolve({ data: [], headers })),
      "GET /log",
      {},
    );
    expect([get("link"), get("date")]).toEqual(["a", ""]);
  });

  it.each([undefined, null, "text", {}, { headers: {} }])(
    "[R.7] needs an answer with `data`, not %j",
    async (response) => {
      const client = clientOf(() => Promise.resolve(response));
      await expect(sendRequest(client, "GET /log", {})).rejects.toThrow(
        failure(
          "The client's answer to GET /log has no `data`; expected an object with `data` and `headers`.",
        ),
      );
    },
  );

  it.each<[unknown, string]>([
    [
      { status: 401 },
      " got status 401: the credential of the client is wrong or has expired; give the client a valid one.",
    ],
    [
      { status: 410 },
      " got status 410: there is no such list any more; check that the webhook still exists.",
    ],
    [{ status: 418, message: "teapot" }, " got status 418."],
    [{ status: "401", message: "odd" }, " got no answer: odd"],
    [new Error("no route"), " got no answer: no route"],
    ["gone", " got no answer: gone"],
    [undefined, " got no answer: undefined"],
  ])("[R.7] that fails with %j says so", async (cause, message) => {
    const client = clientOf(() => Promise.reject(cause));
    await expect(sendRequest(client, "GET /log", {})).rejects.toThrow(
      failure(`GET /log${message}`, cause),
    );
  });

  it("[R.7] that throws at once rejects, too", async () => {
    const client = clientOf(() => {
      throw new Error("synchronous");
    });
    await expect(sendRequest(client, "GET /log", {})).rejects.toThrow(
      failure("GET /log got no answer: synchronous"),
    );
  });
});

describe("a failure", () => {
  it("has a cause only if there is one", () => {
    expect(Object.hasOwn(createFailure("no"), "cause")).toBe(false);
    expect(createFailure("no", 0)).toMatchObject({ code: "CATCH_UP_FAILED", cause: 0 });
    expect(createFailure("no")).toBeInstanceOf(InboxError);
  });

  it.each<[unknown, number | undefined]>([
    [createFailure("", { status: 404 }), 404],
    [createFailure("", { status: "404" }), undefined],
    [createFailure("", "404"), undefined],
    [createFailure(""), undefined],
    [{ status: 404 }, undefined],
    [undefined, undefined],
    [null, undefined],
  ])("[R.7] has the status of its cause: %o", (error, status) => {
    expect(findStatus(error)).toBe(status);
  });

  const headers = { "retry-after": "30" };
  it.each<[string, unknown, number]>([
    ["in the headers of the cause", { headers }, 30_000],
    ["in a `Headers`", { headers: new Headers(headers) }, 30_000],
    ["as a number", { headers: { "retry-after": 2 } }, 2_000],
    ["in its response", { response: { headers } }, 30_000],
    ["in its own headers first", { headers: { "retry-after": "5" }, response: { headers } }, 5_000],
    ["with a part of a millisecond", { headers: { "retry-after": "0.0001" } }, 1],
    ["of a day", { headers: { "retry-after": "86400" } }, 86_400_000],
    ["of more than a day", { headers: { "retry-after": "86401" } }, 86_400_000],
    ["of nothing", { headers: { "retry-after": "0" } }, 0],
    ["of less", { headers: { "retry-after": "-1" } }, 0],
    ["as a date", { headers: { "retry-after": "Tue, 14 Nov 2023 22:13:20 GMT" } }, 0],
    ["without end", { headers: { "retry-after": "Infinity" } }, 0],
    ["nowhere", {}, 0],
    ["nowhere in a response", { response: "none" }, 0],
    ["of no cause", undefined, 0],
  ])("[R.7] tells how long to wait: %s", (_, cause, milliseconds) => {
    expect(findRetryAfter(createFailure("limited", cause))).toBe(milliseconds);
  });

  it("[R.7] that is no object tells nothing", () => {
    expect([findRetryAfter(undefined), findRetryAfter("limited")]).toEqual([0, 0]);
  });
});

function answer(data: unknown, headers: Readonly<Record<string, string>> = {}): CatchUpResponse {
  return { data, get: (name) => headers[name] ?? "" };
}

function failure(message: string, cause?: unknown) {
  return expect.objectContaining({
    name: "InboxError",
    code: "CATCH_UP_FAILED",
    message,
    ...(cause === undefined ? {} : { cause }),
  });
}
