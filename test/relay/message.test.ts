import { describe, expect, it } from "vitest";
import { parseMessage } from "../../src/relay/message.js";
import { deliveries, nonsense } from "../cases/relay/messages.js";
import { source } from "./stand-in.js";

describe("parseMessage", () => {
  it.each(deliveries)("[D.4] %s", (_title, message, expected) => {
    const delivery = parseMessage(JSON.stringify(message), source);
    if ("problem" in delivery) throw new Error(delivery.problem);
    const { headers, received, ...fields } = delivery;
    expect({ ...fields, ...received, deliveryHeader: headers["x-acme-delivery"] }).toMatchObject(
      expected,
    );
  });

  it.each(nonsense)("[D.5] gives a reason for %s, not its content", (_title, data) => {
    const result = parseMessage(data, source);
    expect(Object.keys(result)).toEqual(["problem"]);
    expect(JSON.stringify(result)).not.toMatch(/hello|opened/);
  });
});
