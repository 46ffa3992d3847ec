/** Deliveries of a class that Stainless made, by themselves (contract H.10). */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SdkCatalog } from "../../../src/catalog/sdk.js";
import { bindWebhooks } from "../../../src/stainless/webhooks.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const NOW = 1_700_000_000_000;
const CATALOG: SdkCatalog = { name: "A", arguments: "last", credentials: [], resources: {} };

describe("deliveries", () => {
  const OLD = "Message timestamp too old";
  const NEW = "Message timestamp too new";

  it.each<[error: () => Error, time: number | undefined, message: string]>([
    [() => coded("SIGNATURE_MISMATCH"), undefined, "No matching signature found: own"],
    [() => coded("SIGNATURE_MALFORMED"), undefined, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISSING"), undefined, "Missing required headers: own"],
    [() => coded("HEADER_MISSING"), undefined, "Missing required headers: own"],
    [() => coded("TIMESTAMP_OUT_OF_TOLERANCE"), undefined, `${OLD}: own`],
    [() => new TypeError("own"), undefined, "No matching signature found: own"],
    [() => coded("INVALID_PAYLOAD"), NOW - 400_000, "own"],
    [() => new Error("own"), NOW, "own"],
    [() => coded("SIGNATURE_MISMATCH"), NOW - 300_000, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), NOW - 301_000, `${OLD}: own`],
    [() => coded("SIGNATURE_MISMATCH"), NOW + 300_000, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), NOW + 301_000, `${NEW}: own`],
    [() => coded("SIGNATURE_MISMATCH"), 0, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), -1_000, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), NaN, "No matching signature found: own"],
  ])("[H.10] are refused with the usual message: %#", (create, time, message) => {
    const error = create();
    expect(errorOfUnwrap(error, time)).toBe(error);
    expect(error.message).toBe(message);
  });

  it("[H.10] take the secret of the call, the option or the environment", () => {
    const secrets: unknown[] = [];
    const open = (secret: string) => (body: string, headers: object) => {
      secrets.push(secret);
      return { payload: [body, headers] };
    };
    const withSecret: SdkCatalog = {
      ...CATALOG,
      webhookSecret: { option: "hookKey", env: "A_KEY" },
    };
    const headers = { a: "b" };
    const bind = (catalog: SdkCatalog, options: object) =>
      bindWebhooks(open, catalog, options as never);
    expect(bind(withSecret, { hookKey: "option" }).unwrap("{}", { headers, key: "call" })).toEqual([
      "{}",
      headers,
    ]);
    bind(withSecret, { hookKey: "option" }).unwrap("{}", { headers, key: null });
    vi.stubEnv("A_KEY", "env");
    bind(withSecret, {}).unwrap("{}", { headers });
    bind(CATALOG, { webhookSecret: "default" }).unwrap("{}", { headers });
    expect(secrets).toEqual(["call", "option", "env", "default"]);
    expect(bind(withSecret, {}).unsafeUnwrap('{"a":1}')).toEqual({ a: 1 });
    expect(() => bind(withSecret, {}).unsafeUnwrap("x")).toThrow(SyntaxError);
  });
});

/** The error with which a delivery of a time is refused, if opening it fails with an error. */
function errorOfUnwrap(error: Error, time?: number): unknown {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const headers = time === undefined ? {} : { "webhook-timestamp": String(time / 1_000) };
  const { unwrap } = bindWebhooks(failingWith(error), CATALOG, {});
  try {
    unwrap("{}", { headers, key: "k" });
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

function failingWith(error: Error) {
  return () => () => {
    throw error;
  };
}

function coded(code: string): Error {
  return Object.assign(new Error("own"), { code });
}
