/** `onHandled`: what is reported of each delivery. */
import { describe, expect, it } from "vitest";
import { connect, startServer } from "./setup.js";
import { createEvent, createMessage, streamOf } from "./stream-server.js";
import { until } from "../until.js";
import { ONE, TWO } from "./relay-events.js";

const THREE = createEvent(createMessage("three"), "e3");

/** An id without an event. */
const ID_ALONE = "id: e4\n\n";

describe("onHandled", () => {
  it("[D.20] gets the last id before which every delivery is handled", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE + TWO + THREE + ID_ALONE));
    const finish = new Map<string, () => void>();
    const handle = ({ id }: { readonly id?: string | undefined }) =>
      new Promise<void>((resolve) => finish.set(id ?? "", resolve));
    const handled: string[] = [];
    connect({ url: server.url, onHandled: (id) => handled.push(id) }, handle);
    await until(() => expect([...finish.keys()]).toEqual(["one", "two", "three"]));
    finish.get("two")?.();
    finish.get("one")?.();
    await until(() => expect(handled).toEqual(["e2"]));
    finish.get("three")?.();
    await until(() => expect(handled).toEqual(["e2", "e4"]));
  });

  it("[D.20] counts what is refused, failed or skipped, and a failing callback changes nothing", async () => {
    const server = await startServer();
    const forged = createEvent(createMessage("forged", { signature: "sha256=00" }), "e0");
    server.answer(streamOf(forged + ONE + createEvent("no JSON", "e2") + THREE));
    const handled: string[] = [];
    const onHandled = (id: string): never => {
      handled.push(id);
      throw new Error("broken callback");
    };
    const { recording } = connect({ url: server.url, onHandled }, () => {
      throw new Error("broken handler");
    });
    await until(() => expect(handled.at(-1)).toBe("e3"));
    expect(recording.text()).toContain("broken callback");
  });

  it("[D.20] does not get the id of a delivery that came after the end", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE + TWO));
    const handled: string[] = [];
    const connection = connect({ url: server.url, onHandled: (id) => handled.push(id) }, () =>
      connection.relay.close(),
    );
    await connection.relay.closed;
    await until(() => expect(handled).toEqual(["e1"]));
    expect(connection.ids()).toEqual(["one"]);
  });

  it("[D.20] does not get the id of a delivery whose forwarding was aborted", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE), streamOf(TWO));
    const handled: string[] = [];
    let asked = 0;
    const send: typeof fetch = (input, init) => {
      if (new Request(input).url.startsWith(server.url)) return fetch(input, init);
      asked++;
      return new Promise((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    };
    const { relay } = connect({
      url: server.url,
      forwardTo: "http://127.0.0.1:1/",
      fetch: send,
      onHandled: (id) => handled.push(id),
    });
    await until(() => expect(asked).toBe(1));
    await relay.close();
    expect(handled).toEqual([]);
  });
});
