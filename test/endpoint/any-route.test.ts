/** Routes and events that the types do not know. */
import { describe, expect, it } from "vitest";
import { anyEvent, anyRoute, endpoint, Webhooks } from "typewire";

describe("names that the catalog does not know", () => {
  it("[A.40] are routes that are built as they are written", () => {
    const route: string = anyRoute("GET /new/{id}");
    expect(route).toBe("GET /new/{id}");
    const request = endpoint(anyRoute("GET /new/{id}"), { id: 1, more: 2 });
    expect(request.url).toBe("https://api.vendor.example/new/1?more=2");
    const untyped = endpoint as unknown as (route: string, parameters: object) => typeof request;
    expect(untyped("GET /new/{id}", { id: 1, more: 2 })).toEqual(request);
  });

  it("[B.34] are events whose handlers run, with a warning", async () => {
    const lines: unknown[] = [];
    const log = { warn: (line: unknown) => lines.push(line), error: () => undefined };
    const webhooks = new Webhooks({ secret: "a secret", log });
    const payloads: unknown[] = [];
    webhooks.on(anyEvent("brand_new"), ({ payload }) => payloads.push(payload));
    await webhooks.receive({ name: "brand_new", payload: { a: 1 } });
    expect(payloads).toEqual([{ a: 1 }]);
    expect(lines).toEqual([expect.stringContaining('"brand_new" is not a known event name.')]);
  });
});
