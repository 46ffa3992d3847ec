/** The number of requests that are under way together. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, silence, startServer, type Step } from "./server.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, ...options });

describe("[F.6] concurrency", () => {
  it("bounds how many of 1,000 requests are under way", async () => {
    let waiting: (() => void)[] = [];
    let most = 0;
    server.play((response, { url }) => {
      waiting.push(() => json(url)(response));
      most = Math.max(most, waiting.length);
      if (waiting.length < 10) return; // until all slots are taken
      setImmediate(() => {
        const released = waiting;
        waiting = [];
        for (const release of released) release();
      });
    });
    const client = connect({ concurrency: 10 });
    const calls = Array.from({ length: 1_000 }, (_, id) =>
      client.request(anyRoute("GET /things/{id}"), { id }),
    );
    const responses = await Promise.all(calls);
    expect(responses.map(({ data }) => data)).toEqual(calls.map((_, id) => `/things/${id}`));
    expect(most).toBe(10);
  });

  it("of 2.5 is that of two requests", async () => {
    server.play(silence);
    const controller = new AbortController();
    const client = connect({ concurrency: 2.5, signal: controller.signal });
    const calls = [1, 2, 3, 4].map((id) =>
      errorOf(client.request(anyRoute("GET /things/{id}"), { id })),
    );
    await expect.poll(() => server.arrivals).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    await Promise.all(calls);
    expect(server.arrivals).toHaveLength(2);
  });

  it("is free for the next request once a stream begins", async () => {
    server.play((response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("begin");
    }, json({}));
    const client = connect({ concurrency: 1 });
    const { data } = await client.request("GET /zen", {}, { stream: true });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 200 });
    await data.cancel();
  });

  it("runs no hook for a request that was aborted before its turn", async () => {
    const routes: string[] = [];
    let finish = (): void => undefined;
    const holdBack: Step = (response) => {
      finish = () => json({})(response);
    };
    server.play(holdBack, json({}));
    const onRequest = ({ route }: { readonly route: string }) => void routes.push(route);
    const client = connect({ concurrency: 1, onRequest });
    const calls = [client.request(anyRoute("GET /first"))];
    await expect.poll(() => server.arrivals).toHaveLength(1);
    const controller = new AbortController();
    const aborted = errorOf(
      client.request(anyRoute("GET /second"), {}, { signal: controller.signal }),
    );
    calls.push(client.request(anyRoute("GET /third")));
    controller.abort();
    await aborted;
    finish();
    await Promise.all(calls);
    expect(routes).toEqual(["GET /first", "GET /third"]);
  });

  it("gives slots back after failures, and while a request waits", async () => {
    server.play(reply(404), reply(503, { "retry-after": "1" }), json({}));
    let other: Promise<unknown> | undefined;
    const client = connect({
      concurrency: 1,
      sleep: () => (other ??= client.request(anyRoute("GET /other"))).then(() => undefined),
    });
    await errorOf(client.request(anyRoute("GET /anything")));
    await client.request(anyRoute("GET /anything"));
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/anything",
      "/anything",
      "/other",
      "/anything",
    ]);
  });
});
