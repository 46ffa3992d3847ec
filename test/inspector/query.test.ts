/** Searches as people type them, and the line of a payload in the list. */
import { describe, expect, it } from "vitest";
import { chooseText, matchesTerms, parseQuery, type Term } from "../../src/inspector/query.js";
import { findError, summarizePayload } from "../../src/inspector/summary.js";

const text = (searched: string): Term => ({ kind: "text", text: searched });
const named = (name: string, value: string): Term => ({ kind: "named", name, value });

describe("parseQuery", () => {
  it.each<[search: string, filter: object, terms: readonly Term[]]>([
    ["", {}, []],
    ["  ", {}, []],
    ["login", {}, [text("login")]],
    ["login fails", {}, [text("login"), text("fails")]],
    ['"login fails"', {}, [text("login fails")]],
    ['"login fa', {}, [text("login fa")]],
    [String.raw`"say \"hi\""`, {}, [text('say "hi"')]],
    [
      'repository:acme action:opened "text"',
      { action: "opened" },
      [named("repository", "acme"), text("text")],
    ],
    ['title:"two words"', {}, [named("title", "two words")]],
    ["event:issues outcome:dead id:42", { event: "issues", outcome: "dead", id: "42" }, []],
    ["outcome:paid", {}, [named("outcome", "paid")]],
    ["issue.number:7", {}, [named("issue.number", "7")]],
    ["x-acme-event:push", {}, [named("x-acme-event", "push")]],
    ["action:", {}, []],
    ['action:""', {}, []],
    ["https://acme.example/a", {}, [text("https://acme.example/a")]],
    ["12:30", {}, [text("12:30")]],
    ["url:https://acme.example", {}, [named("url", "https://acme.example")]],
    ['a"b c"', {}, [text("a"), text("b c")]],
    ["日本語", {}, [text("日本語")]],
    [":x", {}, [text(":x")]],
  ])("reads %j", (search, filter, terms) => {
    expect(parseQuery(search)).toEqual({ filter, terms });
  });

  it("gives a source the longest text to look for", () => {
    expect(chooseText(parseQuery('a repository:acme "xy"').terms)).toBe("acme");
    expect(chooseText([])).toBeUndefined();
  });
});

describe("matchesTerms", () => {
  const payload = {
    action: "opened",
    issue: { number: 7, title: "Login Fails", labels: [{ name: "bug" }], closed_at: null },
    repository: { id: 1, full_name: "acme/app", owner: { login: "acme" }, private: true },
  };
  const delivery = {
    payload,
    body: new TextEncoder().encode(JSON.stringify(payload)),
    headers: [
      ["X-Acme-Event", "issues"],
      ["Authorization", "Bearer of-a-secret"],
    ] as const,
  };

  it.each([
    ["login", true],
    ["LOGIN", true],
    ["absent", false],
    ["repository:acme", true],
    ["repository:ACME/app", true],
    ["repository:other", false],
    ["issue.number:7", true],
    ["number:7", true],
    ["number:70", false],
    ["issue.title:fails", true],
    ["closed_at:null", true],
    ["private:true", true],
    ["labels:bug", true],
    ["issue.absent:7", false],
    ["x-acme-event:issues", true],
    ["x-acme-event:push", false],
    ['"x-acme-event: issues"', true],
    ["repository:acme number:7", true],
    ["repository:acme number:8", false],
    // The values of hidden headers cannot be guessed by searching.
    ["authorization:Bearer", false],
    ["of-a-secret", false],
  ])("tells for %j: %j", (search, isMatch) => {
    const hidden = new Set(["authorization"]);
    expect(matchesTerms(parseQuery(search).terms, delivery, hidden)).toBe(isMatch);
  });

  it("gives up on a payload with very many values", () => {
    const many = { a: Array.from({ length: 200_000 }, () => 0), wanted: 1 };
    const searched = { payload: many, body: undefined, headers: undefined };
    expect(matchesTerms([named("wanted", "2")], searched)).toBe(false);
  });
});

describe("summarizePayload", () => {
  it.each<[event: string, payload: unknown, line: string]>([
    [
      "issues",
      { issue: { number: 7, title: "Login fails" }, repository: { full_name: "acme/app" } },
      "#7 Login fails · acme/app",
    ],
    ["pull_request", { pull_request: { number: 3, title: "Fix" } }, "#3 Fix"],
    [
      "issue_comment",
      { issue: { number: 4, title: "Slow" }, comment: { body: "Me too" } },
      "#4 Slow",
    ],
    [
      "push",
      {
        ref: "refs/heads/main",
        head_commit: { message: "Fix it\n\nLong" },
        repository: { name: "app" },
      },
      "Fix it · app",
    ],
    ["ping", { zen: "Keep it.", hook: { name: "web" } }, "Keep it."],
    [
      "invoice.paid",
      { data: { object: { id: "in_1", amount_due: 2000, currency: "usd" } } },
      "in_1 · 2000 USD",
    ],
    [
      "orders/create",
      { order_number: 1001, name: "#1001", total_price: "9.50", currency: "EUR" },
      "#1001 · 9.50 EUR",
    ],
    [
      "star",
      { action: "created", sender: { name: "octo" }, repository: { full_name: "acme/app" } },
      "acme/app",
    ],
    ["any", { thing: { name: "A\u202E\u0007 name" } }, "A name"],
    ["any", { title: "x".repeat(500) }, `${"x".repeat(159)}…`],
    ["any", { other: [1] }, ""],
    ["any", [], ""],
    ["any", undefined, ""],
    ["constructor", { a: 1 }, ""],
  ])("tells of %s", (event, payload, line) => {
    expect(summarizePayload(payload, event)).toBe(line);
  });
});

describe("findError", () => {
  const history = [
    {
      attempt: 1,
      handlers: [{ id: "log" }, { id: "mail", error: { message: "no route\n at x" } }],
    },
    { attempt: 2, handlers: [], error: { message: "out of time" } },
  ];
  it.each<[what: string, delivery: Parameters<typeof findError>[0], error: string | undefined]>([
    [
      "a finding",
      { outcome: "refused", findings: [{ code: "A", text: "Not signed." }] },
      "Not signed.",
    ],
    ["the last attempt", { outcome: "dead", history }, "out of time"],
    ["the handler that failed", { outcome: "waiting", history: history.slice(0, 1) }, "no route"],
    ["nothing of what is done", { outcome: "done", history }, undefined],
    ["nothing where nothing is known", { outcome: "dead" }, undefined],
  ])("finds %s", (_, delivery, error) => {
    expect(findError(delivery)).toBe(error);
  });
});
