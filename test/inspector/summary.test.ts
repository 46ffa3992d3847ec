/** The line of a payload in the list, and the error of a delivery. */
import { describe, expect, it } from "vitest";
import { findError } from "../../src/inspector/row-text.js";
import { summarizePayload } from "../../src/inspector/summary.js";

interface Summarized {
  readonly title: string;
  /** Default: one that has nothing to do with the payload. */
  readonly event?: string;
  readonly payload: unknown;
  readonly line: string;
}

function expectLine({ event = "any", payload, line }: Summarized) {
  expect(summarizePayload(payload, event)).toBe(line);
}

describe("summarizePayload, on payloads of well-known services", () => {
  it.each<Summarized>([
    {
      title: "an issue by its number and title, and its repository",
      event: "issues",
      payload: {
        issue: { number: 7, title: "Login fails" },
        repository: { full_name: "acme/app" },
      },
      line: "#7 Login fails · acme/app",
    },
    {
      title: "a pull request by its number and title",
      event: "pull_request",
      payload: { pull_request: { number: 3, title: "Fix" } },
      line: "#3 Fix",
    },
    {
      title: "a comment by its issue",
      event: "issue_comment",
      payload: { issue: { number: 4, title: "Slow" }, comment: { body: "Me too" } },
      line: "#4 Slow",
    },
    {
      title: "a push by the first line of its last commit",
      event: "push",
      payload: {
        ref: "refs/heads/main",
        head_commit: { message: "Fix it\n\nLong" },
        repository: { name: "app" },
      },
      line: "Fix it · app",
    },
    {
      title: "a ping by its sentence, not by its hook",
      event: "ping",
      payload: { zen: "Keep it.", hook: { name: "web" } },
      line: "Keep it.",
    },
    {
      title: "an invoice by its id and amount",
      event: "invoice.paid",
      payload: { data: { object: { id: "in_1", amount_due: 2000, currency: "usd" } } },
      line: "in_1 · 2000 USD",
    },
    {
      title: "an order by its number once, and its price",
      event: "orders/create",
      payload: { order_number: 1001, name: "#1001", total_price: "9.50", currency: "EUR" },
      line: "#1001 · 9.50 EUR",
    },
    {
      title: "a star by its repository",
      event: "star",
      payload: {
        action: "created",
        sender: { name: "octo" },
        repository: { full_name: "acme/app" },
      },
      line: "acme/app",
    },
  ])("shows $title", expectLine);
});

describe("summarizePayload, on the title", () => {
  it.each(["title", "subject", "full_name", "name", "display_name", "summary", "email"])(
    "takes the member %s, and prefers it to the id",
    (member) => {
      expect(summarizePayload({ [member]: "a", id: "b" }, "any")).toBe("a");
    },
  );

  it.each(["text", "message", "ref", "zen", "id"])(
    "takes the member %s where there is no title",
    (member) => {
      expect(summarizePayload({ [member]: "a" }, "any")).toBe("a");
    },
  );

  it.each<Summarized>([
    {
      title: "takes the next member for an empty one",
      payload: { title: "", name: "a" },
      line: "a",
    },
    { title: "shows a number", payload: { title: 7 }, line: "7" },
    {
      title: "takes the next member for a boolean",
      payload: { title: true, name: "a" },
      line: "a",
    },
    {
      title: "leaves out characters of control and of direction",
      payload: { thing: { name: "A\u202E\u0007 name" } },
      line: "A name",
    },
    {
      title: "takes the first line that has a text",
      payload: { title: "  \r\n a\r\nb" },
      line: "a",
    },
    { title: "shows white space as one space", payload: { title: " a \t  b " }, line: "a b" },
    {
      title: "shows 160 characters whole",
      payload: { title: "x".repeat(160) },
      line: "x".repeat(160),
    },
    {
      title: "cuts what is longer than 160 characters",
      payload: { title: "x".repeat(161) },
      line: `${"x".repeat(159)}…`,
    },
    {
      title: "cuts the line as a whole, with the repository",
      payload: { title: "x".repeat(150), repository: { name: "acme/site" } },
      line: `${"x".repeat(150)} · acme/s…`,
    },
  ])("$title", expectLine);
});

describe("summarizePayload, on numbers and amounts", () => {
  it.each(["number", "order_number", "iid"])(
    "shows the number in %s before the title",
    (member) => {
      expect(summarizePayload({ [member]: 7, title: "a" }, "any")).toBe("#7 a");
    },
  );

  it.each(["amount", "amount_total", "total", "total_price", "amount_due"])(
    "shows the amount in %s behind the title, also if it is 0",
    (member) => {
      expect(summarizePayload({ [member]: 0, title: "a" }, "any")).toBe("a · 0");
    },
  );

  it.each<Summarized>([
    {
      title: "shows no currency without an amount",
      payload: { currency: "eur", title: "a" },
      line: "a",
    },
    {
      title: "shows a number in place of a text that is no title",
      payload: { number: 7, text: "a" },
      line: "#7",
    },
    {
      title: "shows a number once that is the title, too",
      payload: { number: 7, title: "#7" },
      line: "#7",
    },
    {
      title: "shows a title that is another number",
      payload: { number: 7, title: "#8" },
      line: "#7 #8",
    },
  ])("$title", expectLine);
});

describe("summarizePayload, on the repository or the project", () => {
  it.each(["full_name", "path_with_namespace", "name"])(
    "shows the %s of a repository behind the title",
    (member) => {
      const payload = { title: "a", repository: { [member]: "b" } };
      expect(summarizePayload(payload, "any")).toBe("a · b");
    },
  );

  it.each(["full_name", "path_with_namespace", "name"])(
    "shows the %s of a project behind the title",
    (member) => {
      const payload = { title: "a", project: { [member]: "b" } };
      expect(summarizePayload(payload, "any")).toBe("a · b");
    },
  );

  it.each<Summarized>([
    {
      title: "finds it in the object of the event",
      event: "thing",
      payload: { thing: { title: "a", repository: { name: "b" } } },
      line: "a · b",
    },
    {
      title: "shows it once where it has the name of the title",
      payload: { title: "a", repository: { name: "a" } },
      line: "a",
    },
  ])("$title", expectLine);
});

/** In these the title "a" is that of the object of the event, and "no" is that of something else. */
describe("the object of an event, which summarizePayload shows,", () => {
  it.each<Summarized>([
    {
      title: "is the member with the name of the event",
      event: "issues.opened",
      payload: { title: "no", issues: { title: "a" } },
      line: "a",
    },
    {
      title: "is the member with its singular, where a colon is before the action",
      event: "issues:opened",
      payload: { title: "no", issue: { title: "a" } },
      line: "a",
    },
    {
      title: "is the member with its singular, where a slash is before the action",
      event: "issues/opened",
      payload: { title: "no", issue: { title: "a" } },
      line: "a",
    },
    {
      title: "is the member with a name without its last s",
      event: "class",
      payload: { title: "no", clas: { title: "a" } },
      line: "a",
    },
    {
      title: "is no member with a name without an s in the middle",
      event: "first",
      payload: { title: "a", firt: { title: "no" } },
      line: "a",
    },
    ...["thing_comment", "thing_comments", "thing_event", "thing_events", "thingevent"].map(
      (event) => ({
        title: `is the thing of ${event}`,
        event,
        payload: { title: "no", thing: { title: "a" } },
        line: "a",
      }),
    ),
    {
      title: "is not told from the middle of a name",
      event: "thing_comment_x",
      payload: { title: "a", thing_x: { title: "no" }, thing: { title: "no" } },
      line: "a",
    },
    {
      title: "is `data`",
      payload: { title: "no", data: { title: "a" } },
      line: "a",
    },
    {
      title: "is `data.attributes`",
      payload: { title: "no", data: { attributes: { title: "a" } } },
      line: "a",
    },
    {
      title: "is `data.object` rather than `data`",
      payload: { title: "no", data: { title: "no", object: { title: "a" } } },
      line: "a",
    },
    {
      title: "is `resource`",
      payload: { title: "no", resource: { title: "a" } },
      line: "a",
    },
    {
      title: "is `object`",
      payload: { title: "no", object: { title: "a" } },
      line: "a",
    },
    {
      title: "is no list",
      payload: { title: "a", data: [{ title: "no" }] },
      line: "a",
    },
  ])("$title", expectLine);
});

/** Members that all payloads of a service have: they do not tell one from others. */
const CONTEXT = [
  "repository",
  "project",
  "sender",
  "user",
  "organization",
  "installation",
  "enterprise",
  "hook",
];

describe("summarizePayload, on a payload without a title of its own", () => {
  it.each(CONTEXT)("takes another object than %s, which is context", (context) => {
    const payload = { [context]: { email: "no" }, thing: { title: "a" } };
    expect(summarizePayload(payload, "any")).toBe("a");
  });

  it.each<Summarized>([
    {
      title: "takes `senders`, which is not the context `sender`",
      payload: { senders: { title: "a" }, thing: { title: "no" } },
      line: "a",
    },
    {
      title: "takes `x_user`, which is not the context `user`",
      payload: { x_user: { title: "a" }, thing: { title: "no" } },
      line: "a",
    },
    {
      title: "takes the first object that has a title",
      payload: { thing: { other: "no" }, more: { title: "a" } },
      line: "a",
    },
    {
      title: "takes the message of the last commit rather than the branch",
      payload: { head_commit: { message: "a" }, ref: "no" },
      line: "a",
    },
    {
      title: "takes the branch where the last commit is no object",
      payload: { head_commit: "no", ref: "a" },
      line: "a",
    },
    { title: "shows nothing of a list in a member", payload: { other: [1] }, line: "" },
    { title: "shows nothing of a list", payload: [], line: "" },
    { title: "shows nothing of no payload", payload: undefined, line: "" },
    {
      title: "takes no inherited member for the object of the event",
      event: "constructor",
      payload: { a: 1 },
      line: "",
    },
  ])("$title", expectLine);
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

  interface Found {
    readonly what: string;
    readonly delivery: Parameters<typeof findError>[0];
    readonly error: string | undefined;
  }

  it.each<Found>([
    {
      what: "the text of a finding",
      delivery: { outcome: "refused", findings: [{ code: "A", text: "Not signed." }] },
      error: "Not signed.",
    },
    {
      what: "the error of the last attempt",
      delivery: { outcome: "dead", history },
      error: "out of time",
    },
    {
      what: "the error of the handler that failed",
      delivery: { outcome: "waiting", history: history.slice(0, 1) },
      error: "no route",
    },
    {
      what: "the error of a handler before that of the attempt as a whole",
      delivery: { outcome: "dead", history: [{ ...failed, error: { message: "as a whole" } }] },
      error: "broken",
    },
    {
      what: "the error of the last attempt that failed",
      delivery: {
        outcome: "dead",
        history: [...history, failed, { attempt: 4, handlers: [{ id: "log" }] }],
      },
      error: "broken",
    },
    {
      what: "the first line of a finding before the error of an attempt",
      delivery: { outcome: "dead", history, findings: [{ code: "A", text: "One.\nTwo." }] },
      error: "One.",
    },
    {
      what: "the error of an attempt where the list of findings is empty",
      delivery: { outcome: "dead", history, findings: [] },
      error: "out of time",
    },
    {
      what: "nothing of a delivery that is only received",
      delivery: { outcome: "received", history },
      error: undefined,
    },
    {
      what: "nothing where no attempt failed",
      delivery: { outcome: "dead", history: [] },
      error: undefined,
    },
    {
      what: "nothing of a delivery that is done",
      delivery: { outcome: "done", history },
      error: undefined,
    },
    {
      what: "nothing where no history is kept",
      delivery: { outcome: "dead" },
      error: undefined,
    },
  ])("finds $what", ({ delivery, error }) => {
    expect(findError(delivery)).toBe(error);
  });
});
