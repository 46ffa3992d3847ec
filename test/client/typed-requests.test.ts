/** A function of the user's own that sends what `endpoint` builds. */
import { expect, it } from "vitest";
import { endpoint, toRequest, type RequestOptions } from "typewire/endpoint";
import type { ResponseOf } from "typewire/client";
import { json, startServer } from "./server.js";

const server = startServer();

it("[F.14] infers what it answers, and costs nothing", async () => {
  server.play(json({ full_name: "acme/site" }));
  const parameters = { owner: "acme", repo: "site", baseUrl: server.url };
  const request = endpoint("GET /repos/{owner}/{repo}", parameters);
  const name: string = (await send(request)).full_name;
  expect(name).toBe("acme/site");
  expect(Reflect.ownKeys(request)).toEqual(["method", "url", "headers"]);
});

async function send<Request extends RequestOptions>(
  request: Request,
): Promise<ResponseOf<Request>> {
  return (await fetch(toRequest(request))).json();
}
