import { describe, expect, it } from "vitest";
import { parseMessage } from "../../src/relay/message.js";
import { deliveries, nonsense } from "../cases/relay/messages.js";
import { catalog } from "./stand-in.js";

describe("parseMessage", () => {
  it.each(deliveries)("[D.4] %s", (_title, message, expected) => {
    expect(parseMessage(JSON.stringify(message), catalog)).toMatchObject(expected);
  });

  it.each(nonsense)("[D.5] gives a reason for %s, not its content", (_title, data) => {
    const result = parseMessage(data, catalog);
    expect(Object.keys(result)).toEqual(["problem"]);
    expect(JSON.stringify(result)).not.toMatch(/hello|opened/);
  });
});
