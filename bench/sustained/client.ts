import type { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { Latencies } from "./latencies.js";
import type { Work } from "./trial.js";

export interface ClientOptions {
  readonly port: number;
  readonly connections: number;
  readonly status: number;
}

/** What the conversations of one run share. */
interface Run {
  readonly expected: string;
  readonly latencies: Latencies;
  readonly next: () => Buffer | undefined;
}

/**
 * Sends requests for some seconds over kept connections, each the next one when it is answered.
 * Rejects on another status than the expected one, and when a connection ends early. It never
 * sleeps: waking a client costs a server system time, more often the slower the server is.
 */
export async function sendFor(
  seconds: number,
  requests: readonly Buffer[],
  { port, connections, status }: ClientOptions,
): Promise<Work> {
  const began = performance.now();
  const until = began + seconds * 1000;
  const latencies = new Latencies();
  let sent = 0;
  const next = (): Buffer | undefined =>
    performance.now() < until ? requests[sent++ % requests.length] : undefined;
  const run: Run = { expected: `HTTP/1.1 ${status} `, latencies, next };
  const conversations = Array.from({ length: connections }, () => converse(port, run));
  await stayAwake(Promise.all(conversations));
  const took = (performance.now() - began) / 1000;
  return { deliveries: sent, seconds: took, ...latencies.percentiles() };
}

async function stayAwake(work: Promise<unknown>): Promise<void> {
  let immediate: NodeJS.Immediate;
  const spin = (): void => {
    immediate = setImmediate(spin);
  };
  spin();
  await work.finally(() => clearImmediate(immediate));
}

function converse(port: number, { expected, latencies, next }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let isDone = false;
    let answer = "";
    let sentAt = 0;
    const send = (): void => {
      const request = next();
      isDone = request === undefined;
      sentAt = performance.now();
      if (request === undefined) socket.end();
      else socket.write(request);
    };
    socket.setEncoding("latin1");
    socket.on("connect", send).on("error", reject);
    socket.on("data", (text) => {
      answer += String(text);
      if (!isComplete(answer)) return;
      latencies.add(performance.now() - sentAt);
      if (answer.startsWith(expected)) send();
      else socket.destroy(new Error(`Got ${answer.slice(0, 200)}, expected ${expected}`));
      answer = "";
    });
    socket.on("close", () => (isDone ? resolve() : reject(new Error("Closed early"))));
  });
}

/** Answers declare their length or come in chunks, and come one at a time. */
function isComplete(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  if (/^transfer-encoding: chunked\r$/im.test(answer)) return answer.endsWith("\r\n0\r\n\r\n");
  const [, length = "0"] = /^content-length: (\d+)\r$/im.exec(answer) ?? [];
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
