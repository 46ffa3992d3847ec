/** Tokens that are renewed after a 401, and refresh tokens that are saved and loaded. */
import { describe, expect, it, vi } from "vitest";
import { START } from "../client/clock.js";
import { errorOf } from "../client/error-of.js";
import { json, type Step } from "../client/server.js";
import { CLIENT, grant, USER, startScripted } from "./scripted.js";

const { authority, api, connect, sent } = startScripted();

describe("[L.5] a 401", () => {
  const unauthorized = json({}, 401);

  it("is the answer if the new token gets one, too", async () => {
    authority.play(grant("t1"), grant("t2"), grant("t3"));
    api.play(unauthorized);
    const client = connect(CLIENT, { retry: 5 });
    const errors = await Promise.all([1, 2, 3].map(() => errorOf(client.request("GET /things"))));
    for (const error of errors) expect(error).toMatchObject({ status: 401, attempts: 2 });
    expect(authority.arrivals.length).toBe(2);
    expect(sent().sort()).toEqual([1, 1, 1, 2, 2, 2].map((number) => `Bearer t${number}`));
    await errorOf(client.request("GET /things"));
    expect(sent().slice(6)).toEqual(["Bearer t2", "Bearer t3"]);
  });

  it("of an old call does not discard a newer token", async () => {
    authority.play(grant("t1"), grant("t2"), grant("t3"));
    /** Sends the answer to the old call. */
    const answers: (() => void)[] = [];
    const client = connect();
    api.play(
      (response, arrival) => answers.push(() => unauthorized(response, arrival)),
      unauthorized,
      json({}),
    );
    const old = client.request("GET /things");
    await expect.poll(() => answers.length).toBe(1);
    await client.request("GET /things"); // renews the token
    answers[0]?.();
    expect((await old).status).toBe(200);
    expect(sent()).toEqual(["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"]);
    expect(authority.arrivals.length).toBe(2);
  });
});

describe("[L.6] `save`", () => {
  it.each([
    ["none", {}],
    ["the same", { refresh_token: "r0" }],
    ["an empty one", { refresh_token: "" }],
    ["no text", { refresh_token: 7 }],
  ])("is not called if %s came", async (_title, more) => {
    authority.play(grant("t1", more));
    api.play(json({}));
    const save = vi.fn();
    await connect({ ...USER, save }).request("GET /things");
    expect(save).not.toHaveBeenCalled();
  });

  it("that fails is an error, and is tried again before anything else", async () => {
    authority.play(grant("t1", { refresh_token: "r1" }), grant("t2"));
    api.play(json({}));
    const save = vi
      .fn<(token: string) => Promise<void>>()
      .mockRejectedValueOnce(new Error("The disk is full, at r1"))
      .mockImplementationOnce(() => {
        throw new Error("The disk is still full");
      })
      .mockResolvedValue(undefined);
    let time = START;
    const client = connect({ ...USER, save }, { now: () => time, retry: 5 });
    for (const message of ["The disk is full, at r1", "The disk is still full"]) {
      const errors = await Promise.all([1, 2].map(() => errorOf(client.request("GET /things"))));
      for (const error of errors)
        expect(error).toMatchObject({
          name: "OAuthError",
          code: "SAVE_FAILED",
          cause: { message },
          message: `The new refresh token of "${authority.url}/token" could not be saved.`,
        });
    }
    expect(sent()).toEqual([]);
    await client.request("GET /things");
    expect(save.mock.calls).toEqual([["r1"], ["r1"], ["r1"]]);
    expect([authority.arrivals.length, sent()]).toEqual([1, ["Bearer t1"]]);
    time += 600_000;
    await client.request("GET /things");
    expect(authority.arrivals[1]?.body).toContain("refresh_token=r1");
  });
});

describe("[L.6] `load`", () => {
  it("lets two processes share a refresh token that changes", async () => {
    playRotation("r0");
    api.play(json({}));
    const { store, auth } = createStore("r0");
    let time = START;
    const clients = [1, 2].map(() => connect(auth, { now: () => time }));
    for (let round = 0; round < 2; round++) {
      for (const client of clients) expect((await client.request("GET /things")).status).toBe(200);
      time += 600_000;
    }
    expect(sent()).toEqual(["Bearer t1", "Bearer t2", "Bearer t3", "Bearer t4"]);
    expect(listSent()).toEqual(["r0", "r1", "r2", "r3"]);
    expect(store.saved).toBe("r4");
  });

  it("is called again, once, if the service refuses the refresh token", async () => {
    playRotation("r0");
    api.play(json({}));
    const load = vi.fn<() => string>().mockReturnValueOnce("old").mockReturnValue("r0");
    await connect({ ...USER, load }).request("GET /things");
    expect(listSent()).toEqual(["old", "r0"]);
    expect(load).toHaveBeenCalledTimes(2);

    authority.play(json({ error: "invalid_grant" }, 400));
    const changing = connect({ ...USER, load: createCounter() });
    expect(await errorOf(changing.request("GET /things"))).toMatchObject({ code: "REFUSED" });
    expect(listSent().slice(2)).toEqual(["x1", "x2"]);
  });

  it.each<[title: string, answer: Step, load: () => string | undefined, tokens: string[]]>([
    ["unchanged", json({ error: "invalid_grant" }, 400), () => "r0", ["r0"]],
    ["absent", json({ error: "invalid_grant" }, 400), () => undefined, ["r0"]],
    ["refused for another reason", json({ error: "invalid_client" }, 401), createCounter(), ["x1"]],
  ])("asks once for a token that is %s", async (_title, answer, load, tokens) => {
    authority.play(answer);
    const error = await errorOf(connect({ ...USER, load }).request("GET /things"));
    expect(error).toMatchObject({ code: "REFUSED" });
    expect(listSent()).toEqual(tokens);
  });

  it("is not called while a new refresh token is not saved", async () => {
    authority.play(grant("t1", { refresh_token: "r1" }));
    api.play(json({}));
    const load = vi.fn(() => "r0");
    const save = vi.fn<(token: string) => Promise<void>>().mockRejectedValueOnce(new Error("full"));
    const client = connect({ ...USER, load, save });
    await errorOf(client.request("GET /things"));
    await client.request("GET /things");
    expect(load).toHaveBeenCalledTimes(1);
    expect(save.mock.calls).toEqual([["r1"], ["r1"]]);
  });

  it.each<[title: string, load: () => unknown, message: string]>([
    ["throws", () => Promise.reject(new Error("locked, at r0-long")), "locked, at [hidden]"],
    [
      "returns a number",
      () => 7,
      '"load" returned a number; expected a refresh token, or undefined.',
    ],
    [
      "returns no text",
      () => "",
      '"load" returned an empty text; expected a refresh token, or undefined.',
    ],
  ])("that %s is an error", async (_title, load, message) => {
    const auth = { ...USER, refreshToken: "r0-long", load: load as () => string };
    const error = await errorOf(connect(auth).request("GET /things"));
    expect(error).toMatchObject({
      name: "OAuthError",
      code: "LOAD_FAILED",
      message: `The saved refresh token of "${authority.url}/token" could not be loaded.`,
      cause: { message },
    });
    expect(authority.arrivals).toEqual([]);
  });
});

/** Lists the refresh tokens that the authorization server was sent. */
function listSent(): readonly (string | null)[] {
  return authority.arrivals.map(({ body }) => new URLSearchParams(body).get("refresh_token"));
}

/** Creates the option `auth` of two processes that share a refresh token, and the store in which they keep it. */
function createStore(saved: string) {
  const store = { saved };
  const auth = {
    refreshToken: saved,
    load: async () => store.saved,
    save: async (token: string) => void (store.saved = token),
  };
  return { store, auth };
}

/** Plays an authorization server that rotates: it takes only the latest refresh token, and only once. */
function playRotation(first: string): void {
  let latest = first;
  let count = 0;
  authority.play((response, arrival) => {
    const refreshToken = new URLSearchParams(arrival.body).get("refresh_token");
    if (refreshToken !== latest) return json({ error: "invalid_grant" }, 400)(response, arrival);
    count++;
    latest = `r${count}`;
    return grant(`t${count}`, { refresh_token: latest })(response, arrival);
  });
}

/** Creates a function that returns another refresh token at each call: `x1`, `x2`, and so on. */
function createCounter(): () => string {
  let count = 0;
  return () => {
    count++;
    return `x${count}`;
  };
}
