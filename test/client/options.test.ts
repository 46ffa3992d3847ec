/** Options of a client and of a call: the checks of numbers, and the option that is taken if both have it. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, silence, startServer } from "./server.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, ...options });

describe("[F.13] an option", () => {
  it.each<OptionCase>([
    {
      options: { timeout: "1" },
      type: TypeError,
      message: 'Option "timeout" is a string; expected a number from 1 to 2147483647.',
    },
    {
      options: { timeout: 0 },
      type: RangeError,
      message: 'Option "timeout" is 0; expected a number from 1 to 2147483647.',
    },
    {
      options: { timeout: NaN },
      type: RangeError,
      message: 'Option "timeout" is NaN; expected a number from 1 to 2147483647.',
    },
    {
      options: { timeout: Infinity },
      type: RangeError,
      message: 'Option "timeout" is Infinity; expected a number from 1 to 2147483647.',
    },
    {
      options: { retry: -1 },
      type: RangeError,
      message: 'Option "retry" is -1; expected a number from 0 to 2147483647.',
    },
    {
      options: { retry: null },
      type: TypeError,
      message: 'Option "retry" is null; expected a number from 0 to 2147483647.',
    },
    {
      options: { concurrency: 0 },
      type: RangeError,
      message: 'Option "concurrency" is 0; expected a number from 1 to 2147483647.',
      isOfClientAlone: true,
    },
    {
      options: { maxRetryDelay: "a" },
      type: TypeError,
      message: 'Option "maxRetryDelay" is a string; expected a number from 0 to 2147483647.',
      isOfClientAlone: true,
    },
  ])("is checked where a client is created and in a call: $options", async (given) => {
    const { options, type, message, isOfClientAlone = false } = given;
    const create = () => createClient(options);
    expect(create).toThrow(type);
    expect(create).toThrow(message);
    if (isOfClientAlone) return;
    const error = await errorOf(connect().request(anyRoute("GET /anything"), {}, options));
    expect(error.message).toBe(message);
  });

  it("of a call that is undefined leaves that of the client", async () => {
    server.play(silence);
    const options = { timeout: undefined, retry: undefined };
    const error = await errorOf(
      connect({ timeout: 20 }).request(anyRoute("GET /anything"), {}, options),
    );
    expect(error).toMatchObject({ timeout: 20 });
  });

  it("is not read from the prototype of the options", async () => {
    server.play(json({}));
    const options = JSON.parse('{"__proto__":{"auth":"a token"}}') as object;
    await connect(options).request(anyRoute("GET /anything"));
    expect(server.arrivals[0]?.headers.authorization).toBeUndefined();
  });

  it("of a call comes before that of the client", async () => {
    server.play(silence);
    const client = connect({ timeout: 60_000 });
    const error = await errorOf(client.request(anyRoute("GET /anything"), {}, { timeout: 20 }));
    expect(error).toMatchObject({ timeout: 20 });
  });
});

interface OptionCase {
  readonly options: object;
  readonly type: typeof TypeError | typeof RangeError;
  readonly message: string;
  /** Whether a call has no such option. Default: `false`. */
  readonly isOfClientAlone?: boolean;
}
