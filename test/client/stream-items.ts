/** Items of streams as a server sends them, and as a loop takes them. */
import type { ServerResponse } from "node:http";

export const ONE = 'data: {"id":1}\n\n';
export const TWO = 'data: {"id":2}\n\n';

/** Cuts the connection in the middle of a response. */
export function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Takes items until the stream ends or fails; returns them, and the error if there is one. */
export async function drain(stream: AsyncIterable<unknown>) {
  const items: unknown[] = [];
  try {
    for await (const item of stream) items.push(item);
    return { items };
  } catch (error) {
    return { items, error: error as Error & Record<string, unknown> };
  }
}
