/** The line of a payload in the list, and the error of a delivery. */
import { describe, expect, it } from "vitest";
import { findError } from "../../src/inspector/row-text.js";
import { summarizePayload } from "../../src/inspector/summary.js";

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
    ["any", { title: "x".repeat(161) }, `${"x".repeat(159)}…`],
    ["any", { title: "x".repeat(160) }, "x".repeat(160)],
    [
      "any",
      { title: "x".repeat(150), repository: { name: "acme/site" } },
      `${"x".repeat(150)} · acme/s…`,
    ],
    ["any", { title: "  \r\n a\r\nb" }, "a"],
    ["any", { title: " a \t  b " }, "a b"],
    ...["title", "subject", "full_name", "name", "display_name", "summary", "email"].map(
      (title): [string, object, string] => ["any", { [title]: "a", id: "b" }, "a"],
    ),
    ...["number", "order_number", "iid"].map((number): [string, object, string] => [
      "any",
      { [number]: 7, title: "a" },
      "#7 a",
    ]),
    ...["amount", "amount_total", "total", "total_price", "amount_due"].map(
      (amount): [string, object, string] => ["any", { [amount]: 0, title: "a" }, "a · 0"],
    ),
    ...["text", "message", "ref", "zen", "id"].map((text_): [string, object, string] => [
      "any",
      { [text_]: "a" },
      "a",
    ]),
    ...["full_name", "path_with_namespace", "name"].flatMap((name): [string, object, string][] => [
      ["any", { title: "a", repository: { [name]: "b" } }, "a · b"],
      ["any", { title: "a", project: { [name]: "b" } }, "a · b"],
    ]),
    ["thing", { thing: { title: "a", repository: { name: "b" } } }, "a · b"],
    ["any", { currency: "eur", title: "a" }, "a"],
    ["any", { number: 7, text: "a" }, "#7"],
    ["any", { number: 7, title: "#7" }, "#7"],
    ["any", { number: 7, title: "#8" }, "#7 #8"],
    ["any", { title: "", name: "a" }, "a"],
    ["any", { title: 7 }, "7"],
    ["any", { title: true, name: "a" }, "a"],
    ["any", { title: "a", repository: { name: "a" } }, "a"], // once
    // The object of the event is a member with its name, with that of the thing, or a usual one.
    ["issues.opened", { title: "no", issues: { title: "a" } }, "a"],
    ["issues:opened", { title: "no", issue: { title: "a" } }, "a"],
    ["issues/opened", { title: "no", issue: { title: "a" } }, "a"],
    ["class", { title: "no", clas: { title: "a" } }, "a"],
    ["first", { title: "a", firt: { title: "no" } }, "a"],
    ...["thing_comment", "thing_comments", "thing_event", "thing_events", "thingevent"].map(
      (event): [string, object, string] => [event, { title: "no", thing: { title: "a" } }, "a"],
    ),
    ["thing_comment_x", { title: "a", thing_x: { title: "no" }, thing: { title: "no" } }, "a"],
    ["any", { title: "no", data: { title: "a" } }, "a"],
    ["any", { title: "no", data: { attributes: { title: "a" } } }, "a"],
    ["any", { title: "no", data: { title: "no", object: { title: "a" } } }, "a"],
    ["any", { title: "no", resource: { title: "a" } }, "a"],
    ["any", { title: "no", object: { title: "a" } }, "a"],
    ["any", { title: "a", data: [{ title: "no" }] }, "a"],
    // What all payloads of a service have does not tell one from others.
    ...["repository", "project", "sender", "user", "organization", "installation"]
      .concat("enterprise", "hook")
      .map((context): [string, object, string] => [
        "any",
        { [context]: { email: "no" }, thing: { title: "a" } },
        "a",
      ]),
    ["any", { senders: { title: "a" }, thing: { title: "no" } }, "a"],
    ["any", { x_user: { title: "a" }, thing: { title: "no" } }, "a"],
    ["any", { thing: { other: "no" }, more: { title: "a" } }, "a"],
    ["any", { head_commit: { message: "a" }, ref: "no" }, "a"],
    ["any", { head_commit: "no", ref: "a" }, "a"],
    ["any", { other: [1] }, ""],
    ["any", [], ""],
    ["any", undefined, ""],
    ["constructor", { a: 1 }, ""],
  ])("tells of %s", (event, payload, line) => {
    expect(summarizePayload(payload, event)).toBe(line);
  });
});

describe("findError", () => {
  const failed = { attempt: 3, handlers: [{ id: "log", error: { message: " broken " } }] };
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
    [
      "the handler before the attempt as a whole",
      { outcome: "dead", history: [{ ...failed, error: { message: "as a whole" } }] },
      "broken",
    ],
    [
      "the last attempt that failed",
      { outcome: "dead", history: [...history, failed, { attempt: 4, handlers: [{ id: "log" }] }] },
      "broken",
    ],
    [
      "a finding before an attempt",
      { outcome: "dead", history, findings: [{ code: "A", text: "One.\nTwo." }] },
      "One.",
    ],
    ["an attempt beside no finding", { outcome: "dead", history, findings: [] }, "out of time"],
    ["nothing of what is received", { outcome: "received", history }, undefined],
    ["nothing where no attempt failed", { outcome: "dead", history: [] }, undefined],
    ["nothing of what is done", { outcome: "done", history }, undefined],
    ["nothing where nothing is known", { outcome: "dead" }, undefined],
  ])("finds %s", (_, delivery, error) => {
    expect(findError(delivery)).toBe(error);
  });
});
