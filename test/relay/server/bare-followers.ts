/** Followers that are sockets alone, so that a test decides when they read. */
import { connect as connectTcp, type Socket } from "node:net";
import { cleanUp } from "./setup.js";

/** Follows a channel, and gives the socket to `listen` when the first bytes have come. */
export function followBare(url: string, listen: (socket: Socket) => unknown): Promise<Socket> {
  const { port, pathname } = new URL(url);
  const socket = connectTcp(Number(port), "127.0.0.1");
  cleanUp(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once("data", () => {
      listen(socket);
      resolve(socket);
    });
  });
}
