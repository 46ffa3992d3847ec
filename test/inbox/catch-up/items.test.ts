/** Items of a list, its next page, and the clock of the service, as they are read from answers. */
import { describe, expect, it } from "vitest";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import {
  type CatchUpResponse,
  readItems,
  readNext,
  readServiceTime,
  writeSince,
} from "../../../src/inbox/catch-up/service.js";
import { expectFailure } from "./failure.js";

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

  it.each<[what: string, changes: object, expected: object]>([
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
    const items = readItems(PLAN, createResponse({ list: { all: [whole, value] } }));
    const item = { id: "7", name: "note", time, value: whole };
    expect(items).toEqual([item, { ...item, value, ...expected }]);
  });

  it("[R.1] are the whole answer of a plan without a path", () => {
    const { items: _, ...plan } = PLAN;
    expect(readItems(plan, createResponse([whole])).map(({ id }) => id)).toEqual(["7"]);
    expect(() => readItems(plan, createResponse({ list: { all: [] } }))).toThrow(
      expectFailure("The answer to GET /log has no list; expected an array."),
    );
  });

  it.each([undefined, null, {}, { list: [] }, { list: { all: {} } }])(
    "[R.7] are refused if the answer has no array at their path: %j",
    (data) => {
      expect(() => readItems(PLAN, createResponse(data))).toThrow(
        expectFailure("The answer to GET /log has no list at `list.all`; expected an array."),
      );
    },
  );

  it.each<[what: string, value: unknown]>([
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
    expect(() => readItems(PLAN, createResponse({ list: { all: [whole, value] } }))).toThrow(
      expectFailure(
        "An item of GET /log has no id, event or time; expected `id`, `about.kind` and `at`.",
      ),
    );
  });
});

describe("the next page", () => {
  const inBody = { parameter: "page", body: "more.next" };
  const untilDone = { ...inBody, done: "more.done" };
  const afterItem = { parameter: "after", item: "id" };
  const whileMore = { ...afterItem, more: "has_more" };
  const inLink = { parameter: "cursor", link: true } as const;
  const nextLink = (url: string) => ({
    link: `<http://a.test/>; rel="first", <${url}>; rel="next"`,
  });
  const values = [{ id: "1" }, { id: "2" }];

  it.each<NextPage>([
    { what: "is in the body", next: inBody, data: { more: { next: 2 } }, page: { page: 2 } },
    {
      what: "is the first one, 0",
      next: inBody,
      data: { more: { next: 0 } },
      page: { page: 0 },
    },
    { what: "is missing", next: inBody, data: {}, page: undefined },
    { what: "is null", next: inBody, data: { more: { next: null } }, page: undefined },
    { what: "is an empty text", next: inBody, data: { more: { next: "" } }, page: undefined },
    {
      what: "is there while the list is not done",
      next: untilDone,
      data: { more: { next: 2, done: false } },
      page: { page: 2 },
    },
    {
      what: "is there if the answer does not say whether the list is done",
      next: untilDone,
      data: { more: { next: 2 } },
      page: { page: 2 },
    },
    {
      what: "is not read once the list is done",
      next: untilDone,
      data: { more: { next: 2, done: true } },
      page: undefined,
    },
    { what: "begins after the last item", next: afterItem, data: {}, page: { after: "2" } },
    {
      what: "begins after the last item while there are more",
      next: whileMore,
      data: { has_more: true },
      page: { after: "2" },
    },
    {
      what: "begins after the last item if the answer does not say whether there are more",
      next: whileMore,
      data: {},
      page: { after: "2" },
    },
    {
      what: "is not read if there are no more",
      next: whileMore,
      data: { has_more: false },
      page: undefined,
    },
    {
      what: "is in a link",
      next: inLink,
      headers: nextLink("http://a.test/x?cursor=c%201&n=2"),
      page: { cursor: "c 1" },
    },
    {
      what: "is in a relative link",
      next: inLink,
      headers: nextLink("/x?cursor=7"),
      page: { cursor: "7" },
    },
    {
      what: "has no link, if there is only one to the page before",
      next: inLink,
      headers: { link: '<http://a.test/x?cursor=1>; rel="prev"' },
      page: undefined,
    },
    { what: "has no header", next: inLink, page: undefined },
  ])("[R.2] $what", ({ next, data = [], headers, page }) => {
    const items = values.map((value) => ({ id: value.id, name: "note", time: 1, value }));
    expect(readNext({ ...PLAN, next }, createResponse(data, headers), items)).toEqual(page);
  });

  it.each(["http://a.test/x?other=1", "http://a.test/x?cursor=", "http://[/x?cursor=1"])(
    "[R.7] is not %s",
    (url) => {
      expect(() =>
        readNext({ ...PLAN, next: inLink }, createResponse([], nextLink(url)), []),
      ).toThrow(expectFailure("The link to the next page of GET /log has no parameter `cursor`."));
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
    expect(readServiceTime(createResponse({}, { date }))).toBe(time);
  });
});

function createResponse(
  data: unknown,
  headers: Readonly<Record<string, string>> = {},
): CatchUpResponse {
  return { data, get: (name) => headers[name] ?? "" };
}

interface NextPage {
  readonly what: string;
  readonly next: CatchUpPlan["next"];
  /** The body of the answer. Default: an empty list. */
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameter that asks for the next page, or `undefined` if this page is the last one. */
  readonly page: object | undefined;
}
