/** Followers that lose their connection, on real sockets and with real processes. */
import { connect as connectTcp, createServer as createTcpServer, type Socket } from "node:net";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { createChannel } from "../../../src/relay/server/relay-server.js";
import { closeServer, findPort, listenOn } from "../../http/server.js";
import { connect } from "../setup.js";
import { fakeTime } from "../../fake-time.js";
import { killRelay, startProgram, startRelayProcess } from "./processes.js";
import { areInOrder } from "./sending.js";
import { cleanUp, createFile, sendEvent, startRelay, until } from "./setup.js";

describe("a connection", () => {
  it("[D.2] [D.16] that is dropped without a word is noticed in two heartbeats", async () => {
    const heartbeat = 100;
    const { origin, url } = await startRelay({ heartbeat });
    const proxy = await startProxy(Number(new URL(origin).port));
    const address = url.replace(origin, proxy.origin);
    const { relay, ids, recording } = connect({ url: address, idleTimeout: undefined });
    await relay.ready;
    await sendEvent(url, "before");
    await until(() => expect(ids()).toEqual(["before"]));
    proxy.swallow();
    await sendEvent(url, "lost on the way");
    await until(() => expect(recording.text()).toContain("RELAY_SILENT"));
    // The next connection hangs, too, until it is dropped: another one begins when the proxy is back.
    expect(recording.text()).toContain(`was silent for ${2 * heartbeat} ms`);
    proxy.forward();
    await until(() => expect(ids()).toEqual(["before", "lost on the way"]));
    expect(recording.text()).toMatch(/warn relay: connected again/);
  });

  it("[D.2] is kept while nothing but heartbeats arrive", async () => {
    const { origin, url } = await startRelay({ heartbeat: 300 });
    const proxy = await startProxy(Number(new URL(origin).port));
    const address = url.replace(origin, proxy.origin);
    const time = fakeTime();
    const { relay } = connect({ url: address, idleTimeout: undefined });
    await relay.ready;
    await time.settle(); // the first message says how often heartbeats come
    for (let count = 0; count < 7; count++) await time.pass(300);
    expect([relay.state, proxy.connections()]).toEqual(["open", 1]);
  });
});

describe("a follower", () => {
  it("[D.14] gets what came while it was away, and says when the relay has forgotten some", async () => {
    const { url, server } = await startRelay();
    const { relay, ids, recording } = connect({ url });
    await relay.ready;
    await sendEvent(url, "1");
    await until(() => expect(ids()).toEqual(["1"]));
    server.closeAllConnections();
    for (const id of ["2", "3", "4"]) await sendEvent(url, id);
    await until(() => expect(ids()).toEqual(["1", "2", "3", "4"]));
    expect(recording.text()).not.toContain("missing");
  });

  it("[D.14] follows a relay that was started again without a file, and warns", async () => {
    const channel = createChannel();
    const first = await startRelay({ channels: [channel] });
    const port = Number(new URL(first.origin).port);
    const { relay, ids, recording } = connect({ url: first.url });
    await relay.ready;
    await sendEvent(first.url, "1");
    await until(() => expect(ids()).toEqual(["1"]));
    await first.close();
    const second = await startRelayProcess(port, createFile(), channel);
    cleanUp(() => second.end());
    await sendEvent(first.url, "2");
    await until(() => expect(ids()).toEqual(["1", "2"]));
    expect(recording.text()).toContain("does not know the last delivery");
  });

  it("[D.8] [D.14] begins where an earlier one has stopped, or with everything", async () => {
    const { url } = await startRelay();
    const first = connect({ url });
    await first.relay.ready;
    await sendEvent(url, "1");
    await until(() => expect(first.ids()).toEqual(["1"]));
    await first.relay.close();
    await sendEvent(url, "2");
    const second = connect({ url, lastEventId: first.relay.lastEventId });
    await until(() => expect(second.ids()).toEqual(["2"]));
    const third = connect({ url, lastEventId: "é" });
    await until(() => expect(third.ids()).toEqual(["1", "2"]));
    expect(third.recording.text()).toContain("all that it keeps");
  });

  it("[D.12] [D.14] has everything that was answered, once, though the relay is killed", async () => {
    const [port, channel, file] = [await findPort(), createChannel(), createFile()];
    const url = `http://127.0.0.1:${port}/${channel}`;
    const follower = connect({ url, idleTimeout: undefined });
    const { ids } = follower;
    const { ready } = follower.relay;
    const { answered, sent, relay } = await killRelay(file, {
      kills: 3,
      pause: 400,
      ready,
      channel,
      port,
    });
    cleanUp(() => relay.end());
    await until(() => expect(ids()).toEqual(expect.arrayContaining([...answered])));
    expect(new Set(ids()).size).toBe(ids().length);
    expect(areInOrder(ids().map((id = "") => id))).toBe(true);
    expect(answered.length).toBeGreaterThan(3); // more than kills, however busy the machine is
    expect(ids().length).toBeLessThanOrEqual(sent);
  });

  it("[D.3] lets its process end when it is closed while it connects again", async () => {
    const { url, close } = await startRelay({ heartbeat: 100 });
    const follower = await startProgram("follow", url);
    cleanUp(() => follower.end());
    await until(() => expect(follower.text()).toContain("connected to"));
    await close();
    await until(() => expect(follower.text()).toContain("Connecting again"));
    await follower.end("SIGTERM");
    expect(follower.text()).toMatch(/closed\n$/);
  });

  it("[D.7] forwards in the end when its target is down or slow at first", async () => {
    const { url } = await startRelay();
    let answers = 0;
    const port = await findPort();
    const target = `http://127.0.0.1:${port}/hooks`;
    const { relay, recording } = connect({ url, forwardTo: target, forwardAttempts: 1_000 });
    await relay.ready;
    await sendEvent(url, "1");
    await new Promise((resolve) => setTimeout(resolve, 100)); // some attempts find nobody
    const server = createServer((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(answers++ === 0 ? 503 : 200).end(), 100);
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    cleanUp(() => closeServer(server));
    await until(() => expect(recording.text()).toMatch(/debug .*delivery 1 forwarded: .*200/));
    expect(relay.state).toBe("open");
  });
});

/** Passes bytes on in both directions, until it is told to swallow them without a word. */
async function startProxy(port: number) {
  let isForwarding = true;
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    const target = connectTcp(port, "127.0.0.1");
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on("data", (chunk) => isForwarding && to.write(chunk));
      from.on("error", () => undefined);
      from.on("close", () => isForwarding && to.destroy());
    };
    pass(client, target);
    pass(target, client);
  });
  const origin = `http://127.0.0.1:${await listenOn(server)}`;
  cleanUp(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    origin,
    connections: () => sockets.size / 2,
    swallow: () => (isForwarding = false),
    forward: () => (isForwarding = true),
  };
}
