/** Replies for tests of programs that use a client. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { createMockFetch } from "typewire/testing";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";

describe("[F.16] createMockFetch", () => {
  it("replies by route, and keeps what was asked for", async () => {
    const { client, mock } = createMocked();
    mock.reply("GET /zen", { data: "Keep it simple." });
    const { data, status } = await client.request("GET /zen");
    expect({ data, status }).toEqual({ data: "Keep it simple.", status: 200 });
    expect(mock.requests).toMatchObject([
      { route: "GET /zen", method: "GET", url: "https://api.vendor.example/zen" },
    ]);
    expect(mock.requests[0]?.headers.get("authorization")).toBe("Bearer t");
  });

  it("knows clients of any copy of the package by one name", () => {
    const { client } = createMocked();
    // `npm` may install the package twice, and each copy is bundled by itself.
    expect(Object.getOwnPropertySymbols(client)).toContain(Symbol.for("typewire.client"));
  });

  it("gives one reply after the other, and repeats the last one", async () => {
    const { client, mock } = createMocked();
    mock.reply("GET /zen", { data: "one" }, () => ({ data: "two" }), Response.json("three"));
    const texts = [];
    for (let count = 0; count < 4; count++) texts.push((await client.request("GET /zen")).data);
    expect(texts).toEqual(["one", "two", "three", "three"]);
  });

  it("adds replies to those of a call before", async () => {
    const { client, mock } = createMocked();
    const texts: unknown[] = [];
    const get = async () => texts.push((await client.request("GET /zen")).data);
    mock.reply("GET /zen", { data: "one" });
    mock.reply("GET /zen", { data: "two" });
    for (let count = 0; count < 3; count++) await get();
    mock.reply("GET /zen", { data: "three" });
    mock.reply("GET /zen");
    for (let count = 0; count < 2; count++) await get();
    expect(texts).toEqual(["one", "two", "two", "three", "three"]);
  });

  it("replies with bytes as they are, also under the type of JSON", async () => {
    const { client, mock } = createMocked();
    const headers = { "content-type": "application/json" };
    const data = new TextEncoder().encode('{"a":1}').buffer;
    mock.reply(anyRoute("GET /unknown"), { data, headers }, { data: "a", headers }, { data });
    const replies = [];
    for (let count = 0; count < 3; count++)
      replies.push((await client.request(anyRoute("GET /unknown"))).data);
    expect(replies).toEqual([{ a: 1 }, "a", data]);
  });

  it("replies with errors", async () => {
    const { client, mock } = createMocked();
    mock.reply(
      "GET /repos/{owner}/{repo}",
      { status: 404, data: { message: "Gone." } },
      new TypeError("broken"),
    );
    const get = () => client.request("GET /repos/{owner}/{repo}", { owner: "a", repo: "b" });
    expect(await errorOf(get())).toMatchObject({ status: 404, data: { message: "Gone." } });
    expect(await errorOf(get())).toMatchObject({ name: "ConnectionError" });
  });

  it("replies to pages", async () => {
    const { client, mock } = createMocked();
    mock.reply(
      anyRoute("GET /unknown"),
      { data: [1], headers: { link: '<?page=2>; rel="next"' } },
      { data: [] },
    );
    expect((await client.request(anyRoute("GET /unknown"))).data).toEqual([1]);
  });

  it("fails at once for a request without a reply, and says what was asked for", async () => {
    const client = createClient({ auth: "t", sleep: () => Promise.reject(new Error("waited")) });
    const mock = createMockFetch(client);
    mock.reply("GET /zen", { data: "one" });
    const error = await errorOf(client.request("GET /users/{username}", { username: "octo" }));
    expect(error.message).toBe(
      'Request "GET /users/{username}" (GET https://api.vendor.example/users/octo) has no reply; there are replies for "GET /zen".',
    );
    expect(mock.requests).toHaveLength(1);
  });

  it.each<[title: string, reply: () => Response, problem: string]>([
    [
      "throws",
      () => {
        throw new Error("expected 2 to be 1");
      },
      "expected 2 to be 1",
    ],
    [
      "gives a response that was read",
      () => {
        const response = new Response("read");
        void response.text();
        return response;
      },
      "Response.clone",
    ],
  ])("fails at once for a reply that %s, in place of trying again", async (_, reply, problem) => {
    const client = createClient({ sleep: () => Promise.reject(new Error("It waits to retry.")) });
    const mock = createMockFetch(client);
    mock.reply("GET /zen", reply);
    const error = await errorOf(client.request("GET /zen"));
    expect(error.message).toContain(`The reply to "GET /zen" cannot be made: ${problem}`);
    expect(error.cause).toBeInstanceOf(Error);
    expect(mock.requests).toHaveLength(1);
  });

  it("can be taken away", async () => {
    const fetch = async () => Response.json("real");
    const client = createClient({ fetch });
    const mock = createMockFetch(client);
    mock.restore();
    expect((await client.request(anyRoute("GET /anything"))).data).toBe("real");
  });

  it("knows the types of routes", () => {
    const { mock } = createMocked();
    // @ts-expect-error -- not the data of the route
    mock.reply("GET /zen", { data: 7 });
    // @ts-expect-error -- the route answers 201
    mock.reply("POST /repos/{owner}/{repo}/issues", { data: {} });
    mock.reply(anyRoute("GET /anything"), { data: { any: "thing" } });
    expect(mock.requests).toEqual([]);
  });
});

function createMocked() {
  const client = createClient({ auth: "t", retry: 0 });
  return { client, mock: createMockFetch(client) };
}
