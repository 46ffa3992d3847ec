/** Headers that an import finds for the client: request ids, rate limits, idempotency keys. */
import { describe, expect, it } from "vitest";
import { importAlone } from "../../cases/codegen/import/describe.js";
import { describePaths, readFacts, TEXT } from "./client-facts.js";

const KEYED = {
  parameters: [{ name: "Idempotency-Key", in: "header", schema: TEXT }],
  responses: {},
};

describe("headers", () => {
  it.each<[what: string, operation: object, vendor: object, method?: string]>([
    ["the id of a request", answer({ "X-Request-Id": {} }), { requestId: "X-Request-Id" }],
    ["another id", answer({ "x-acme-request-id": {} }), { requestId: "x-acme-request-id" }],
    [
      "a limit with a time",
      reset("Unix time, in seconds"),
      { rateLimit: { remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset" } },
    ],
    [
      "a limit with a delay",
      reset("Seconds until the limit is reset"),
      {
        rateLimit: {
          remaining: "X-RateLimit-Remaining",
          reset: "X-RateLimit-Reset",
          unit: "delay",
        },
      },
    ],
    [
      "a limit with milliseconds",
      reset("UTC epoch milliseconds"),
      {
        rateLimit: {
          remaining: "X-RateLimit-Remaining",
          reset: "X-RateLimit-Reset",
          unit: "milliseconds",
        },
      },
    ],
    [
      "a limit of the proposed standard",
      answer({ "RateLimit-Remaining": {}, "RateLimit-Reset": {} }),
      { rateLimit: { remaining: "RateLimit-Remaining", reset: "RateLimit-Reset", unit: "delay" } },
    ],
    ["idempotency keys", KEYED, { idempotency: { header: "Idempotency-Key" } }, "POST"],
  ])("tell of %s", (_, operation, expected, method) => {
    const { vendor, notes } = readVendor(operation, method);
    expect(vendor).toEqual(expected);
    expect(notes.filter((note) => note.startsWith("Not imported"))).toEqual([]);
    expect(notes[0]).toMatch(/^Headers that the client reads or writes: `/);
  });

  it.each<[what: string, operation: object, method?: string]>([
    ["a limit that is a time or a delay", reset("When the limit is reset")],
    ["a limit without its rest", answer({ "X-RateLimit-Reset": { description: "Unix time" } })],
    ["several ids", answer({ "X-Request-Id": {}, "Request-Id": {} })],
    ["a header of another kind", answer({ ETag: {} })],
    ["idempotency keys of a PUT", KEYED, "PUT"],
  ])("tell nothing of %s", (_, operation, method) => {
    expect(readVendor(operation, method).vendor).toEqual({});
  });

  it("say why a limit is not read", () => {
    expect(readVendor(reset("")).notes[0]).toBe(
      "Not imported: the rate limit, since it is not said whether `X-RateLimit-Reset` is a time or a delay: headers of responses.",
    );
  });

  it("of idempotency keys may be named by an extension", () => {
    const text = describePaths(
      { "GET /x": {} },
      { "x-fern-idempotency-headers": [{ header: "X-Once" }] },
    );
    expect(readFacts(importAlone(text)).vendor["idempotency"]).toEqual({ header: "X-Once" });
  });
});

function answer(headers: object) {
  return { responses: { 200: { headers } } };
}

/** An answer with a rate limit, whose reset is described. */
function reset(description: string) {
  return answer({ "X-RateLimit-Remaining": {}, "X-RateLimit-Reset": { description } });
}

/** What an import writes into vendor.yaml for a route, beside its name, title and address. */
function readVendor(operation: object, method = "GET") {
  const { vendor, notes } = readFacts(importAlone(describePaths({ [`${method} /x`]: operation })));
  const entries = Object.entries(vendor).filter(([key]) => !/^(?:name|title|baseUrl)$/.test(key));
  return { vendor: Object.fromEntries(entries), notes };
}
