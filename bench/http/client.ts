import type { Buffer } from "node:buffer";
import { connect } from "node:net";
import type { Socket } from "node:net";

/** The beginning of the one answer that counts. */
const OK = "HTTP/1.1 200 ";

/**
 * Sends a number of requests over some connections, which are kept, each the next one when it is answered.
 * Rejects when an answer is not 200, or a connection ends before. It never sleeps: to wake it would
 * cost a server more time than most of what it does, and the quicker the server, the less often.
 */
export async function sendAll(
  port: number,
  requests: readonly Buffer[],
  { total, connections }: { readonly total: number; readonly connections: number },
): Promise<void> {
  let sent = 0;
  const next = (): Buffer | undefined =>
    sent < total ? requests[sent++ % requests.length] : undefined;
  const conversations = Array.from({ length: connections }, () => converse(port, next));
  await stayAwake(Promise.all(conversations));
}

async function stayAwake(work: Promise<unknown>): Promise<void> {
  let immediate: NodeJS.Immediate;
  const spin = (): void => {
    immediate = setImmediate(spin);
  };
  spin();
  await work.finally(() => clearImmediate(immediate));
}

function converse(port: number, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let isDone = false;
    let answer = "";
    const send = (): void => {
      const request = next();
      isDone = request === undefined;
      if (request === undefined) socket.end();
      else socket.write(request);
    };
    socket.setEncoding("latin1");
    socket.on("connect", send).on("error", reject);
    socket.on("data", (text) => {
      answer += String(text);
      if (!isComplete(answer)) return;
      if (answer.startsWith(OK)) send();
      else socket.destroy(new Error(`Got ${answer.slice(0, 200)}, expected ${OK}`));
      answer = "";
    });
    socket.on("close", () => (isDone ? resolve() : reject(new Error("Closed early"))));
  });
}

/** The answers have the length that they declare, and come one at a time. */
function isComplete(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const [, length = "0"] = /content-length: (\d+)/i.exec(answer) ?? [];
  return answer.length >= end + 4 + Number(length);
}

/** Sends one request on each of many connections, and waits for none of the answers. */
export async function hold(
  port: number,
  requests: readonly Buffer[],
  count: number,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    sockets.push(await sendOnly(port, requests[index % requests.length] ?? ""));
  }
  return sockets;
}

function sendOnly(port: number, request: Buffer | string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", reject);
    socket.write(request, () => resolve(socket));
  });
}
