/** Objects that end at any moment, while services send and followers follow. */
import { connect as connectTcp } from "node:net";
import { expect, it } from "vitest";
import type { RelayWorkerOptions } from "../../../src/relay/server/cloudflare.js";
import { createChannel } from "../../../src/relay/server/relay-server.js";
import { findPort } from "../../http/server.js";
import { connect } from "../../relay/setup.js";
import { areInOrder, sendWhile } from "../../relay/server/sending.js";
import { cleanUp, followRaw, send, sendEvent, until } from "../../relay/server/setup.js";
import { createWorkerFolder, removeFolder, startWorkerd, type Workerd } from "./workerd.js";
import { EVICT } from "./calls.js";

it.each(["evict", "kill"] as const)(
  "[D.21] [D.14] a follower has everything that was answered, once, with an object that ends by %s",
  async (way) => {
    const relay = await start();
    const follower = connect({ url: relay.url });
    await follower.relay.ready;
    const { answered } = await sendWhile(relay.url, async () => {
      for (let count = 0; count < 10; count++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        await relay[way]();
      }
    });
    expect(answered.length).toBeGreaterThan(10);
    await expectAll(follower.ids, answered);
  },
);

it("[D.21] [D.20] a follower that starts again 20 times has everything, once, though the object ends, too", async () => {
  const relay = await start();
  const ids: (string | undefined)[] = [];
  let lastEventId: string | undefined;
  const follow = () => {
    const onHandled = (id: string) => (lastEventId = id);
    const options = { url: relay.url, onHandled, lastEventId };
    return connect(options, ({ id }) => void ids.push(id)).relay;
  };
  let follower = follow();
  await follower.ready;
  const { answered } = await sendWhile(relay.url, async () => {
    for (let count = 0; count < 20; count++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await follower.close();
      if (count % 5 === 0) await relay.evict();
      follower = follow();
    }
  });
  await sendEvent(relay.url, "last-0");
  await expectAll(() => ids, [...answered, "last-0"]);
});

it("[D.17] [D.21] a follower that goes away, or takes nothing, leaves its place to another", async () => {
  const { url } = await start({ maxFollowers: 1, heartbeat: 100, stallTimeout: 300 });
  const untilFollowed = () =>
    until(async () => {
      const { response, stop } = await followRaw(url);
      stop();
      expect(response.status).toBe(200);
    });
  await untilFollowed();
  await untilFollowed();
  const socket = connectTcp(Number(new URL(url).port), "127.0.0.1");
  cleanUp(() => socket.destroy());
  await until(() => {
    socket.write(`GET ${new URL(url).pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return new Promise<void>((resolve, reject) =>
      socket.once("data", (data) =>
        String(data).startsWith("HTTP/1.1 200") ? resolve() : reject(new Error(String(data))),
      ),
    );
  });
  socket.pause();
  const body = Buffer.alloc(20 * 2 ** 20, "x"); // more than the buffers of the connection
  expect(await send(url, { body })).toMatchObject({ status: 202 });
  await untilFollowed();
});

/** A relay in workerd that is killed and started again on the same port, with the same storage. */
async function start(options: RelayWorkerOptions = {}) {
  const folder = await createWorkerFolder();
  cleanUp(() => removeFolder(folder));
  const port = await findPort();
  let workerd: Workerd = await startWorkerd(folder, port, options);
  cleanUp(() => workerd.kill());
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/${createChannel()}`,
    kill: async () => {
      await workerd.kill();
      workerd = await startWorkerd(folder, port, options);
    },
    evict: async () => {
      const { status } = await fetch(`${origin}${EVICT}`);
      expect(status).toBe(500); // the object ended before it answered
    },
  };
}

/** Waits until all that was answered is there; each once, in the order in which it was sent. */
async function expectAll(ids: () => readonly (string | undefined)[], answered: readonly string[]) {
  await until(() => expect(ids()).toEqual(expect.arrayContaining([...answered])));
  expect(new Set(ids()).size).toBe(ids().length);
  expect(areInOrder(ids().map((id = "") => id))).toBe(true);
}
