/** A client of HTTP/1.1 that sends any bytes, and reads answers. */
import { connect, type Socket } from "node:net";

/** Speaks HTTP/1.1 byte by byte, as well-behaved clients would not. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection has ended, from whichever side. */
  readonly closed: Promise<void>;
  #received = Buffer.alloc(0);
  #wake: () => void = () => {};

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    this.socket.on("data", (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    this.socket.on("end", () => this.socket.end());
    // A reset is one of the ways in which a server closes; what matters is what was received.
    this.socket.on("error", () => this.#wake());
    this.closed = new Promise((resolve) => {
      this.socket.on("close", () => {
        this.#wake();
        resolve();
      });
    });
  }

  /** Resolves when the operating system has the bytes, or the connection has ended. */
  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** The next answer that is not informational, or `undefined` if the connection ends without one. */
  async answer(isHead = false): Promise<RawAnswer | undefined> {
    for (;;) {
      const answer = this.#take(isHead);
      if (answer !== undefined && answer.status >= 200) return answer;
      if (answer !== undefined) continue;
      if (this.socket.destroyed) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Takes one answer from what was received, if it is there as a whole. */
  #take(isHead: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const [statusLine = "", ...lines] = this.#received
      .subarray(0, end)
      .toString("latin1")
      .split("\r\n");
    const headers = new Map(lines.map(toHeader));
    const length = isHead ? 0 : Number(headers.get("content-length") ?? 0);
    const start = end + "\r\n\r\n".length;
    if (this.#received.length < start + length) return undefined;
    const body = this.#received.subarray(start, start + length).toString("utf8");
    this.#received = this.#received.subarray(start + length);
    return { status: Number(statusLine.split(" ")[1]), headers, body };
  }
}

function toHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}
