/** A relay on Node's server: requests whose target is not a path. */
import { EventEmitter, once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { createRelayListener } from "../../../src/relay/server/node.js";
import { createRelayServer } from "../../../src/relay/server/relay-server.js";
import { closeServer, listenOn } from "../../http/server.js";
import { cleanUp } from "./setup.js";

it("[D.10] takes a request whose target names the host, as a proxy sends it", async () => {
  const relay = createRelayServer({ channels: ["acme"] });
  cleanUp(() => relay.close());
  const server = createServer(createRelayListener(relay));
  const port = await listenOn(server);
  cleanUp(() => closeServer(server));
  const target = "http://relay.example/acme/below?x=1"; // RFC 9112, section 3.2.2
  const sent = request({ port, host: "127.0.0.1", method: "POST", path: target }).end("{}");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(202);
  expect(await relay.channel("acme")?.previous()).toMatchObject({ path: "/below", query: "x=1" });
});

it("[D.10] answers a request of Node without a target, and drops one with a wrong target", async () => {
  const relay = createRelayServer();
  const handle = createRelayListener(relay);
  const ask = async (fields: { readonly url?: string }) => {
    const request = Object.assign(Readable.from([]), { method: "GET", headers: {}, ...fields });
    const { response, calls } = createResponse();
    handle(request, response);
    await expect.poll(() => calls).toContainEqual(expect.stringMatching("end|destroy"));
    return calls;
  };
  expect(await ask({})).toEqual(["404", "end"]);
  expect(await ask({ url: "*" })).toEqual(["destroy"]);
  await relay.close();
});

/** A response of Node that notes what is done with it. */
function createResponse() {
  const calls: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writeHead: (status: number) => void calls.push(String(status)),
    write: () => true,
    end: () => void calls.push("end"),
    destroy: () => void calls.push("destroy"),
  });
  return { response, calls };
}
