/** Requests with a signed delivery. */
import { request, type IncomingHttpHeaders } from "node:http";
import { catalog, headers as headerNames, payload, signature } from "./toolkit.js";

/** Sends one signed delivery of the fixture over a connection of its own. */
export function post(
  port: number,
  { id = "id-1", name = "note", body = payload }: Post = {},
): Promise<Reply> {
  const { event, delivery, signature: signed } = headerNames;
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    [event]: name,
    [delivery]: id,
    [signed]: signature(body),
  };
  const options = { port, host: "127.0.0.1", method: "POST", path: catalog.path, headers };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (bytes: Buffer) => pieces.push(bytes)).on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          connection: response.headers.connection,
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
    sent.on("error", reject).end(body);
  });
}

export interface Reply {
  readonly status: number;
  readonly connection: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Parts of the delivery that differ from those of the fixture. */
export interface Post {
  readonly id?: string;
  readonly name?: string;
  readonly body?: string | Uint8Array;
}
