/** Commands behind a proxy, and relays with an authority of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createProxyFetch } from "../../cli/io/proxy-fetch.js";
import { createRelayListener } from "../../src/relay/server/node.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { closeServer, listenOn } from "../http/server.js";
import { ROOT } from "../programs/bundle.js";
import { bundleProgram } from "../programs/programs.js";
import { until } from "../until.js";
import { createTestCli, type TestCli } from "./cli.js";

const SECRET = { WEBHOOK_SECRET: "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=" };

let cli: TestCli;

beforeAll(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
});
afterAll(() => cli.remove());

describe("behind a proxy, with an authority of its own", () => {
  it("follows a relay, and ends by itself", async () => {
    const { port, url, plain } = await startTlsRelay();
    const { proxy, hosts } = await startProxy(port);
    const authority = join(ROOT, "test/cli/fixtures/tls/ca.pem");
    const follower = await follow(url, { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: authority });
    await until(() => expect(follower.text()).toContain("Connected to https://relay.test."));
    expect(hosts).toEqual(["relay.test:443"]);
    expect(await send(plain)).toMatchObject({ code: 0 });
    await until(() => expect(follower.text()).toContain('"note.created"'));
    expect(await follower.end()).toBe(0);
  });

  it("refuses a relay whose authority it does not know, and tries again", async () => {
    const { port, url } = await startTlsRelay();
    const { proxy } = await startProxy(port);
    const follower = await follow(url, { https_proxy: proxy });
    await until(() => expect(follower.text()).toContain("UNABLE_TO_VERIFY_LEAF_SIGNATURE"));
    await follower.end();
  });
});

describe("createProxyFetch", () => {
  const direct: typeof fetch = () => Promise.resolve(new Response("direct"));

  it("leaves `fetch` as it is without a proxy", () => {
    expect(createProxyFetch({ NO_PROXY: "x", HTTPS_PROXY: "" }, direct)).toBe(direct);
  });

  it.each(["http://localhost:1/", "http://127.0.0.1:1/", "http://[::1]:1/", "http://a.localhost/"])(
    "reaches %s without the proxy",
    async (url) => {
      const send = createProxyFetch({ HTTP_PROXY: "http://127.0.0.1:1" }, direct);
      expect(await (await send(url)).text()).toBe("direct");
    },
  );

  it("leaves out the hosts of NO_PROXY, and tries once when the proxy closes the connection", async () => {
    const { proxy, hosts } = await startProxy(1);
    const send = createProxyFetch({ HTTPS_PROXY: proxy, NO_PROXY: "0.0.0.0" }, direct);
    await expect(send("https://0.0.0.0:1/")).rejects.toThrow();
    await expect(send("https://other.test/")).rejects.toMatchObject({
      cause: { code: "ECONNRESET" },
    });
    expect(hosts).toEqual(["other.test:443"]);
  });
});

/** A CONNECT proxy that leads every host to one port of this machine. */
async function startProxy(port: number) {
  const hosts: string[] = [];
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on("connect", (request, client) => {
    hosts.push(request.url ?? "");
    const target = connectTcp(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    const end = () => (client.destroy(), target.destroy());
    for (const socket of [client, target]) socket.on("error", end).on("close", end);
  });
  const proxy = `http://127.0.0.1:${await listenOn(server)}`;
  onTestFinished(() => closeServer(server));
  return { proxy, hosts };
}

/** Follows with the real command in a process of its own. */
async function follow(url: string, env: Readonly<Record<string, string>>) {
  const argv = [await bundleProgram("cli/bin.ts"), "relay", url, "--json"];
  const schema = ["--schema", join(cli.folder, "schema")];
  const child = spawn(process.execPath, [...argv, ...schema], {
    cwd: cli.folder,
    env: { ...process.env, ...SECRET, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (text += String(chunk)));
  const end = async () => {
    if (child.exitCode !== null) return child.exitCode;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    return (await ended)[0] as unknown;
  };
  onTestFinished(async () => {
    await end();
  });
  return { text: () => text, end };
}

/** Starts a relay whose certificate is of an authority of its own. `plain` is for those who send to it. */
async function startTlsRelay() {
  const relay = createRelayServer();
  const tls = { key: readTls("key"), cert: readTls("cert") };
  const server = createHttpsServer(tls, createRelayListener(relay));
  const port = await listenOn(server);
  const sending = createHttpServer(createRelayListener(relay));
  const channel = createChannel();
  const plain = `http://127.0.0.1:${await listenOn(sending)}/${channel}`;
  onTestFinished(async () => {
    await relay.close();
    for (const each of [server, sending]) await closeServer(each);
  });
  return { port, url: `https://relay.test/${channel}`, plain };
}

function send(url: string) {
  return cli.run(["send", "note.created", url], { env: SECRET, fetch });
}

function readTls(name: string): Buffer {
  return readFileSync(`${ROOT}/test/cli/fixtures/tls/${name}.pem`);
}
