/** The inspector as a handler of requests: actions, headers, paths and options. */
import { describe, expect, it, vi } from "vitest";
import { createToken, TOKEN_HEADER } from "../../src/inspector/access.js";
import { createInspector } from "../../src/inspector/index.js";
import { createDelivery, createSource, encode } from "./sample-source.js";
import { ORIGIN, ask, codeOf, TOKEN, post } from "./ask.js";

describe("actions", () => {
  it("need the token of the page", async () => {
    for (const token of ["", "wrong", `${TOKEN}x`, TOKEN.slice(1), "é"]) {
      const response = await ask(
        "/inspector/api/replay",
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            [TOKEN_HEADER]: encodeURIComponent(token),
          },
          body: "{}",
        },
        { isReadOnly: false },
      );
      expect([response.status, await codeOf(response)]).toEqual([403, "TOKEN"]);
    }
    expect((await post("/inspector/api/replay", {})).status).toBe(200);
  });

  it("are refused unless they are switched on, even with the token", async () => {
    const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
    for (const name of ["replay", "resend", "send"]) {
      const sent = { method: "POST", headers, body: '{"key":"1"}' };
      const response = await ask(`/inspector/api/${name}`, sent);
      expect([response.status, await codeOf(response)]).toEqual([403, "READ_ONLY"]);
    }
  });

  it.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "{}", 415],
    ["plain text", { "content-type": "text/plain" }, "{}", 415],
    ["no JSON", {}, "{", 400],
    ["an array", {}, "[]", 400],
    ["null", {}, "null", 400],
    ["a number", {}, "7", 400],
    ["a media type that begins as JSON", { "content-type": "application/jsonp" }, "{}", 415],
    ["a wrong filter", {}, '{"outcome":"nice"}', 400],
    ["keys that are no list", {}, '{"keys":"1"}', 400],
    ["a number in place of a text", {}, '{"event":7}', 400],
  ])("refuse %s", async (_, headers, body, status) => {
    expect((await post("/inspector/api/replay", body, headers)).status).toBe(status);
  });

  it.each([
    ["take 64 MiB", 0, 200],
    ["take no byte more", 1, 400],
  ])("%s", async (_, more, status) => {
    const space = new Uint8Array(1024 * 1024).fill(0x20);
    const parts = Array<BlobPart>(63).fill(space);
    const body = new Blob([...parts, space.subarray(2 - more), "{}"]);
    const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
    const init = { method: "POST", headers, body };
    const inspector = createInspector(createSource().source, { isReadOnly: false, token: TOKEN });
    const response = await inspector(new Request(`${ORIGIN}/inspector/api/replay`, init));
    expect(response.status).toBe(status);
  });

  it.each([
    ["resend", {}, "`key`"],
    ["send", { body: "{}" }, "`event`"],
    ["send", { event: "ping" }, "`body`"],
    ["send", { event: "ping", body: "{}", from: 7 }, "`from`"],
  ])("name what is missing: %s %j", async (name, input, missing) => {
    const response = await post(`/inspector/api/${name}`, input);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(missing);
  });

  it("are not done by a GET, and no other method is known", async () => {
    expect((await ask("/inspector/api/replay")).status).toBe(404);
    expect((await post("/inspector/api/deliveries", {})).status).toBe(404);
    expect((await post("/inspector/", {})).status).toBe(405);
    expect((await ask("/inspector/", { method: "DELETE" })).status).toBe(405);
  });

  it("tell why they failed, and log it", async () => {
    const errors: unknown[] = [];
    const send = () => Promise.reject(new Error("http://localhost:3000 cannot be reached."));
    const inspector = createInspector(createSource({ send }).source, {
      isReadOnly: false,
      token: TOKEN,
      log: { error: (_, error) => void errors.push(error) },
    });
    const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
    const body = JSON.stringify({ event: "ping", body: "{}" });
    const response = await inspector(
      new Request(`${ORIGIN}/inspector/api/send`, { method: "POST", headers, body }),
    );
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: "http://localhost:3000 cannot be reached.",
    });
    expect(errors).toHaveLength(1);
  });

  it("reach the source", async () => {
    const { source, sent, resent, replayed } = createSource();
    for (const [id, outcome] of [
      ["1", "dead"],
      ["2", "done"],
      ["3", "dead"],
    ] as const)
      source.add(createDelivery({ id, outcome, event: id === "3" ? "push" : "issues" }));
    const act = async (name: string, input: object) => {
      const headers = { "content-type": "application/json", [TOKEN_HEADER]: TOKEN };
      const init = { method: "POST", headers, body: JSON.stringify(input) };
      const options = { isReadOnly: false };
      return (await ask(`/inspector/api/${name}`, init, options, source)).json();
    };
    expect(await act("replay", { event: "push" })).toEqual({ count: 1 });
    expect(await act("replay", { keys: ["2"] })).toEqual({ count: 1 });
    expect(await act("replay", { until: 1 })).toEqual({ count: 0 });
    expect(await act("replay", {})).toEqual({ count: 1 });
    expect(replayed.map(({ id }) => id)).toEqual(["3", "2", "1"]);
    expect(await act("resend", { key: "1" })).toEqual({ status: 200 });
    expect(resent).toEqual(["1"]);
    expect(await act("send", { event: "ping", body: "{ }", from: "2" })).toMatchObject({
      status: 200,
    });
    expect(sent).toEqual([{ event: "ping", body: "{ }", from: "2" }]);
  });
});

describe("headers of answers", () => {
  it.each(["/", "/api/source", "/api/deliveries", "/api/body?key=1", "/api/nothing", "/api/live"])(
    "keep a browser from more than it must do at %s",
    async (path) => {
      const { source } = createSource();
      source.add(createDelivery());
      const { headers, body } = await ask(`/inspector${path}`, {}, {}, source);
      await body?.cancel();
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it.each<[path: string, expected: Readonly<Record<string, string>>]>([
    ["/api/deliveries", { "content-type": "application/json; charset=utf-8" }],
    ["/api/nothing", { "content-type": "application/json; charset=utf-8" }],
    ["/api/live", { "content-type": "text/event-stream", "x-accel-buffering": "no" }],
    [
      "/api/body?key=1",
      {
        "content-type": "application/octet-stream",
        "content-disposition": 'attachment; filename="delivery.bin"',
      },
    ],
    [
      "/api/recording",
      {
        "content-type": "application/x-ndjson",
        "content-disposition": 'attachment; filename="deliveries.jsonl"',
      },
    ],
  ])("say what the answer is at %s", async (path, expected) => {
    const { source } = createSource();
    source.add(createDelivery());
    const { headers, body } = await ask(`/inspector${path}`, {}, {}, source);
    await body?.cancel();
    expect(Object.fromEntries(headers)).toMatchObject(expected);
  });

  it("let the page run its own script alone", async () => {
    const response = await ask("/inspector/");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy.replace(/'sha256-[^']+'/g, "HASH")).toBe(
      "default-src 'none'; script-src HASH; style-src HASH; connect-src 'self'; img-src data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    const permissions = "camera=(), microphone=(), geolocation=()";
    expect(response.headers.get("permissions-policy")).toBe(permissions);
    const html = await response.text();
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(html).toContain(`content="${TOKEN}"`);
  });

  it("give a body as a file, never as a document", async () => {
    const { source } = createSource();
    source.add(createDelivery({ body: encode("<script>alert(1)</script>") }));
    const { headers } = await ask("/inspector/api/body?key=1", {}, {}, source);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toBe('attachment; filename="delivery.bin"');
  });
});

describe("a token", () => {
  it("has 32 random bytes, each as two digits", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 8);
    const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as Uint8Array).set(bytes); // throws for a shorter array
      return array;
    });
    expect(createToken()).toBe(Buffer.from(bytes).toString("hex"));
    random.mockRestore();
    expect(createToken()).not.toBe(createToken());
  });
});

describe("paths and arguments", () => {
  it("leads to the page, and leaves other paths to others", async () => {
    const moved = await ask("/inspector?a=1");
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "./inspector/?a=1"]);
    expect((await ask("/inspectors")).status).toBe(404);
    expect((await ask("/", {}, { path: "/" })).status).toBe(200);
    expect((await ask("/api/source", {}, { path: "/" })).status).toBe(200);
    const onUnhandledRequest = () => new Response("other");
    expect(await (await ask("/x", {}, { onUnhandledRequest })).text()).toBe("other");
  });

  const { source } = createSource();
  it.each<[source: unknown, options: unknown, message: string]>([
    [undefined, {}, "The source is undefined; expected an inbox, or a source with"],
    [{ list: () => [] }, {}, "The source is an object; expected an inbox"],
    [source, { autorize: () => true }, "Unknown option `autorize`. Did you mean `authorize`?"],
    [source, { login: () => true }, "The option login is unknown."],
    [source, { authorize: true }, "`authorize` is a boolean; expected a function."],
    [source, { isReadOnly: "no" }, "`isReadOnly` is a string; expected a boolean."],
    [source, { path: "inspector" }, '`path` is "inspector"; expected a path such as `/inspector`'],
    [source, { path: "//inspector" }, '`path` is "//inspector"; expected a path'],
    [source, { hosts: "localhost" }, "`hosts` is a string; expected an array of strings."],
    [source, { signal: 7 }, "`signal` is a number; expected an AbortSignal."],
    [source, { describe: 7 }, "`describe` is a number; expected a function."],
    [source, { onUnhandledRequest: 7 }, "`onUnhandledRequest` is a number; expected a function."],
    [source, { hiddenHeaders: "a" }, "`hiddenHeaders` is a string; expected an array of strings."],
    [source, { hosts: [7] }, "An element of `hosts` is a number; expected"],
    [source, { path: 7 }, "`path` is a number; expected"],
    [source, { path: "/a?b" }, '`path` is "/a?b"; expected a path'],
    [source, { token: 7 }, "`token` is a number; expected"],
    [source, { token: "t".repeat(31) }, "`token` is not as expected: at least 32"],
    [source, { token: "short" }, "`token` is not as expected: at least 32"],
    [source, { token: '"><script>alert(1)</script><a href="' }, "`token` is not as expected"],
  ])("refuses wrong arguments %#", (wrongSource, options, message) => {
    expect(() => createInspector(wrongSource as never, options as never)).toThrow(message);
  });
});
