/** A delivery as a line of text, or as JSON. */
import { expect, it } from "vitest";
import { printEvent } from "../../cli/service/event-printer.js";

const EVENT = { id: "1", name: "issues", action: "opened", payload: {}, deviations: ["/a\n/b"] };

it("names the action of an event, and has each deviation on one line", () => {
  expect(printEvent(EVENT, { json: false, payload: false })).toBe(
    "issues.opened (1)\n  differs from the schema: /a\\u000a/b",
  );
});

it("names an event without an action by its name alone", () => {
  const text = printEvent({ ...EVENT, action: undefined }, { json: false, payload: false });
  expect(text).toMatch(/^issues \(1\)\n/);
});

it("prints JSON with the action apart", () => {
  const json = printEvent(EVENT, { json: true, payload: false });
  expect(JSON.parse(json)).toMatchObject({ name: "issues", action: "opened" });
});
