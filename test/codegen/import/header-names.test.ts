/** Headers that an import finds for the client: request ids, rate limits, idempotency keys. */
import { describe, expect, it } from "vitest";
import { importAlone } from "../../cases/codegen/import/describe.js";
import { describePaths, read, TEXT } from "./client-facts.js";

describe("headers", () => {
  const answer = (headers: object) => ({ responses: { 200: { headers } } });
  const reset = (description: string, name = "X-RateLimit-Reset") =>
    answer({ "X-RateLimit-Remaining": {}, [name]: { description } });
  const KEYED = {
    parameters: [{ name: "Idempotency-Key", in: "header", schema: TEXT }],
    responses: {},
  };
  const facts = (operationAtMethod: object) => {
    const { method = "GET", ...operation } = operationAtMethod as { readonly method?: string }; // of these cases
    const { vendor, notes } = read(importAlone(describePaths({ [`${method} /x`]: operation })));
    const { name: _name, title: _title, baseUrl: _baseUrl, ...rest } = vendor;
    return { rest, notes };
  };

  it.each<readonly [what: string, operation: object, facts: object]>([
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
    [
      "idempotency keys",
      { ...KEYED, method: "POST" },
      { idempotency: { header: "Idempotency-Key" } },
    ],
  ])("tell of %s", (_, operation, expected) => {
    const { rest, notes } = facts(operation);
    expect(rest).toEqual(expected);
    expect(notes.filter((note) => note.startsWith("Not imported"))).toEqual([]);
    expect(notes[0]).toMatch(/^Headers that the client reads or writes: `/);
  });

  it.each<readonly [what: string, operation: object]>([
    ["a limit that is a time or a delay", reset("When the limit is reset")],
    ["a limit without its rest", answer({ "X-RateLimit-Reset": { description: "Unix time" } })],
    ["several ids", answer({ "X-Request-Id": {}, "Request-Id": {} })],
    ["a header of another kind", answer({ ETag: {} })],
    ["idempotency keys of a PUT", { ...KEYED, method: "PUT" }],
  ])("tell nothing of %s", (_, operation) => {
    expect(facts(operation).rest).toEqual({});
  });

  it("say why a limit is not read", () => {
    expect(facts(reset("")).notes[0]).toBe(
      "Not imported: the rate limit, since it is not said whether `X-RateLimit-Reset` is a time or a delay: headers of responses.",
    );
  });

  it("of idempotency keys may be named by an extension", () => {
    const text = describePaths(
      { "GET /x": {} },
      { "x-fern-idempotency-headers": [{ header: "X-Once" }] },
    );
    expect(read(importAlone(text)).vendor["idempotency"]).toEqual({ header: "X-Once" });
  });
});
