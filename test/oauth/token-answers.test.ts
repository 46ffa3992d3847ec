/** Answers of an authorization server other than a token: which of them are asked for again, and which are errors. */
import { describe, expect, it } from "vitest";
import { createClock } from "../client/clock.js";
import { errorOf } from "../client/error-of.js";
import { cutShort, json, reply, reset, type Step } from "../client/server.js";
import { CLIENT, grant, startScripted } from "./scripted.js";

const { authority, api, connect } = startScripted();

const NO_TOKEN = "with no `access_token` that can be sent.";

describe("[L.7] a token endpoint", () => {
  it.each<[title: string, step: Step, fields: object]>([
    ["resets the connection", reset, { cause: { name: expect.any(String) as string } }],
    [
      "resets it with a code",
      reset,
      { message: expect.stringMatching(/got no response \([A-Z_]+\)\.$/) as string },
    ],
    ["breaks off", cutShort(), {}],
    [
      "fails",
      json({}, 500),
      { status: 500, message: expect.stringMatching(/got status 500\.$/) as string },
    ],
    ["is down", reply(503, {}, "<h1>Down</h1>"), { status: 503 }],
  ])("that %s is asked again, as often as `retry` says", async (_title, step, fields) => {
    authority.play(step);
    const clock = createClock();
    const error = await errorOf(connect(CLIENT, { ...clock, retry: 3 }).request("GET /things"));
    expect(error).toMatchObject({ name: "OAuthError", code: "UNAVAILABLE", ...fields });
    expect(error["url"]).toBe(`${authority.url}/token`);
    expect(authority.arrivals.length).toBe(4);
    expect(clock.delays).toHaveLength(3);
    for (const [index, delay] of clock.delays.entries())
      expect(delay).toBeLessThanOrEqual(500 * 2 ** index);
    expect(api.arrivals).toEqual([]);
  });

  it("that is up again is asked by the next call", async () => {
    authority.play(json({}, 500), grant("t1"));
    api.play(json({}));
    const client = connect();
    const errors = [client.request("GET /things"), client.request("GET /things")].map(errorOf);
    for (const error of await Promise.all(errors)) expect(error).toMatchObject({ status: 500 });
    expect((await client.request("GET /things")).status).toBe(200);
    expect(authority.arrivals.length).toBe(2);
  });

  it("says when it is up again", async () => {
    authority.play(reply(503, { "retry-after": "7" }), grant("t1"));
    api.play(json({}));
    const clock = createClock();
    await connect(CLIENT, { ...clock, retry: 1 }).request("GET /things");
    expect(clock.delays).toEqual([7_000]);
    authority.play(reply(503, { "retry-after": "61" }), grant("t1"));
    const error = await errorOf(connect(CLIENT, { ...clock, retry: 1 }).request("GET /things"));
    expect(error).toMatchObject({ code: "UNAVAILABLE", status: 503 });
  });

  it.each<[title: string, step: Step, fields: object]>([
    [
      "an error",
      json({ error: "invalid_grant", error_description: "It is over." }, 400),
      {
        reason: "invalid_grant",
        status: 400,
        message: expect.stringMatching(/ 400: invalid_grant, It is over\.$/) as string,
      },
    ],
    ["too many requests", json({ error: "slow_down" }, 429), { reason: "slow_down", status: 429 }],
    ["a status alone", reply(403), { reason: undefined, status: 403 }],
    [
      "a page",
      reply(404, { "content-type": "text/html" }, "<h1>s3cret</h1>"),
      { reason: undefined },
    ],
    [
      "an error with the status 200",
      json({ error: "bad_code" }),
      { reason: "bad_code", status: 200 },
    ],
  ])("that refuses with %s is not asked again", async (_title, step, fields) => {
    authority.play(step);
    const error = await errorOf(connect(CLIENT, { retry: 3 }).request("GET /things"));
    expect(error).toMatchObject({ code: "REFUSED", ...fields });
    expect(authority.arrivals.length).toBe(1);
  });

  it.each<[title: string, step: Step, detail: string]>([
    ["nothing", reply(200), NO_TOKEN],
    ["no JSON", reply(200, {}, "ok: s3cret"), NO_TOKEN],
    ["a list", json([]), NO_TOKEN],
    ["null", json(null), NO_TOKEN],
    ["no token", json({ token_type: "Bearer" }), NO_TOKEN],
    ["a number", json({ access_token: 7 }), NO_TOKEN],
    ["a token with a line break", json({ access_token: "a\r\nb" }), NO_TOKEN],
    ["a token with a space", json({ access_token: "a b" }), NO_TOKEN],
    ["an endless text", reply(200, {}, "x".repeat(3_000_000)), NO_TOKEN],
    ...["DPoP", "BearerEvil", "Bearer ", "mybearer", ""].map((type): [string, Step, string] => [
      `a token of another kind, ${JSON.stringify(type)}`,
      grant("t", { token_type: type }),
      "with a `token_type` other than `Bearer`.",
    ]),
  ])("that answers %s is not asked again", async (_title, step, detail) => {
    authority.play(step);
    const error = await errorOf(connect(CLIENT, { retry: 3 }).request("GET /things"));
    expect(error).toMatchObject({ code: "INVALID_RESPONSE", status: 200 });
    expect(error.message).toBe(
      `The token request to "${authority.url}/token" got status 200 ${detail}`,
    );
    expect(authority.arrivals.length).toBe(1);
  });
});
