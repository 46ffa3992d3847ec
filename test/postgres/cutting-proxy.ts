/** A proxy before PostgreSQL that cuts connections at a commit, or freezes. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between a client and a PostgreSQL server on loopback. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { port: targetPort } = new URL(target);
  let nextCut: Cut | undefined;
  let isFrozen = false;
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), "127.0.0.1");
    let isAnswerCut = false;
    const destroy = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.once("close", destroy);
      socket.on("error", destroy);
    }
    client.on("data", (data) => {
      if (isFrozen) return;
      if (nextCut !== undefined && data.includes("commit\0")) {
        isAnswerCut = nextCut === "after";
        nextCut = undefined;
        if (!isAnswerCut) return destroy();
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (isFrozen) return;
      if (isAnswerCut) return destroy();
      client.write(data);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    cutAtCommit: (when) => {
      nextCut = when;
    },
    freeze: () => {
      isFrozen = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** When a connection is cut: before the server gets the message, or before the client gets its answer. */
export type Cut = "before" | "after";

export interface CuttingProxy {
  readonly url: string;
  /** Cuts the connection on which the next `commit` comes. */
  cutAtCommit(when: Cut): void;
  /** Passes nothing on from now on, without closing anything: a network that is gone. */
  freeze(): void;
  close(): Promise<void>;
}
