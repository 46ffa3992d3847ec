/** A delivery as a line of text, or as JSON. */
import { expect, it } from "vitest";
import { printEvent } from "../../cli/service/event-printer.js";

const event = { id: "1", name: "issues", action: "opened", payload: {}, deviations: ["/a\n/b"] };

it("names the action of an event, and one thing on each line", () => {
  expect(printEvent(event, { json: false, payload: false })).toBe(
    "issues.opened (1)\n  differs from the schema: /a\\u000a/b",
  );
  expect(printEvent({ ...event, action: undefined }, { json: false, payload: false })).toMatch(
    /^issues \(1\)\n/,
  );
  expect(JSON.parse(printEvent(event, { json: true, payload: false }))).toMatchObject({
    name: "issues",
    action: "opened",
  });
});
