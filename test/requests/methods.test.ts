/** Methods that a catalog declares, on the wire too. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClientFactory } from "../../src/request/client/client.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import { errorOf } from "../endpoint/error-of.js";
import { builderOf } from "./builder.js";

const methods = ["QUERY", "Copy"];
const endpoint = builderOf({}, { methods });

describe("[A.1] a method that the catalog declares", () => {
  it.each(methods)("is sent as it is declared: %s", (method) => {
    const built = endpoint(`${method} /x`, { a: 1 });
    expect(built).toMatchObject({ method, body: { a: 1 }, url: "https://api.acme.example/x" });
    expect(endpoint({ method, url: "/x" })).toMatchObject({ method });
    const merged = endpoint.merge(`${method} /x`, { a: 1 });
    expect(merged).toMatchObject({ method, url: "/x" });
    expect(endpoint.parse(merged)).toEqual(built);
    expect(toRequest(built as never).method).toBe(method);
  });

  it.each(["query /x", "COPY /x", "copy /x", "MOVE /x"])("has its own case: %s", (route) => {
    const error = errorOf(() => endpoint(route));
    expect(error.code).toBe("INVALID_METHOD");
    expect(error.message).toContain("PATCH, DELETE, QUERY, Copy");
  });

  it("is unknown to other catalogs", () => {
    expect(errorOf(() => builderOf({})("QUERY /x")).code).toBe("INVALID_METHOD");
  });
});

describe("[F.5] a method that the catalog declares", () => {
  it.each([
    ["QUERY", ["QUERY /x HTTP", "QUERY /x HTTP"]],
    ["Copy", ["Copy /x HTTP"]],
  ] as const)("is repeated if it only reads: %s", async (method, expected) => {
    const { lines, url } = await serve([500, 204]);
    const builder = createEndpoint<Routes>({
      baseUrl: url,
      accept: "application/json",
      mediaTypePrefix: "x",
      routes: {},
      methods,
    });
    const create = createClientFactory<Routes, Responses, {}>(builder, {});
    const client = create({ sleep: async () => {} });
    const call = client.request(`${method} /x`, { a: 1 });
    const status = await call.then(
      (response) => response.status,
      (error: unknown) => (error as { readonly status: number }).status, // a ResponseError
    );
    expect(lines).toEqual(expected);
    expect(status).toBe(method === "QUERY" ? 204 : 500);
  });
});

/** Answers each request with the next status, and keeps the first lines. Ends with the test. */
async function serve(statuses: readonly number[]) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      const text = data.toString();
      const line = /^\S+ \S+ HTTP/.exec(text)?.[0];
      if (line === undefined) return;
      const status = statuses[lines.length] ?? 204;
      lines.push(line);
      socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    });
    socket.on("error", () => socket.destroy());
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listens on a port
  return { lines, url: `http://127.0.0.1:${port}` };
}

interface Routes {
  "QUERY /x": RouteArguments;
  "Copy /x": RouteArguments;
}

type RouteArguments = [parameters?: { readonly a?: number }];

interface Responses {
  "QUERY /x": EmptyResponses;
  "Copy /x": EmptyResponses;
}

interface EmptyResponses {
  success: { status: 204; headers: Headers; data: undefined; url: string };
  errors: {};
}
