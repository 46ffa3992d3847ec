/**
 * Sends deliveries to a server over kept connections. Each connection sends its next delivery after an
 * answer. A message of the parent starts it, and says for how many seconds.
 */
import type { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { startAsChild } from "../harness/measured.js";
import { readRecordings, toHttpRequest } from "./deliveries.js";
import { percentile99 } from "./meter.js";
import type { LoadArgument, Work } from "./trial.js";

const CONNECTIONS = 32;

const EXPECTED = "HTTP/1.1 200 ";

const { port, payload } = startAsChild() as LoadArgument;
const requests = readRecordings(payload).map(toHttpRequest);
process.on("message", (seconds: number) => {
  void sendFor(seconds).then((work) => process.send?.(work));
});
process.send?.("ready");

/** Rejects when a status is not 200, and when a connection ends early. */
async function sendFor(seconds: number): Promise<Work> {
  const began = performance.now();
  const until = began + seconds * 1000;
  const latencies: number[] = [];
  let sent = 0;
  const next = (): Buffer | undefined =>
    performance.now() < until ? requests[sent++ % requests.length] : undefined;
  const conversations = Array.from({ length: CONNECTIONS }, () => converse(next, latencies));
  await stayAwake(Promise.all(conversations));
  const took = (performance.now() - began) / 1000;
  return { deliveries: sent, seconds: took, p99: percentile99(latencies) };
}

/** Keeps this process awake: to wake it costs the server system time, and more if the server is slow. */
async function stayAwake(work: Promise<unknown>): Promise<void> {
  let immediate: NodeJS.Immediate;
  const spin = (): void => {
    immediate = setImmediate(spin);
  };
  spin();
  await work.finally(() => clearImmediate(immediate));
}

/** Sends requests over one connection until there are no more. */
function converse(next: () => Buffer | undefined, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let isDone = false;
    const send = (): void => {
      const request = next();
      isDone = request === undefined;
      sentAt = performance.now();
      if (request === undefined) socket.end();
      else socket.write(request);
    };
    socket.on("connect", send).on("error", reject);
    socket.on("close", () => (isDone ? resolve() : reject(new Error("Closed early"))));
    onAnswer(socket, (answer) => {
      latencies.push(performance.now() - sentAt);
      if (answer.startsWith(EXPECTED)) send();
      else socket.destroy(new Error(`Got ${answer.slice(0, 200)}, expected ${EXPECTED}`));
    });
  });
}

/** Calls a function with each whole answer. No answer comes before the next request. */
function onAnswer(socket: Socket, receive: (answer: string) => void): void {
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => {
    text += String(part);
    if (!isComplete(text)) return;
    const answer = text;
    text = "";
    receive(answer);
  });
}

/** True for a whole answer: it has its declared length, or its last chunk. */
function isComplete(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  if (/^transfer-encoding: chunked\r$/im.test(answer)) return answer.endsWith("\r\n0\r\n\r\n");
  const [, length = "0"] = /^content-length: (\d+)\r$/im.exec(answer) ?? [];
  return answer.length >= end + 4 + Number(length);
}
