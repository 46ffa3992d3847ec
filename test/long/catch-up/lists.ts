/** The lists of a service behind HTTP, with counts of their readings. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LyingService } from "../../inbox/catch-up/lying-service.js";

/** Answers requests for the lists of a service, and counts what they showed. */
export async function serveLists(
  service: LyingService,
  arrived: ReadonlySet<string>,
): Promise<Lists> {
  const newItems: number[] = [];
  const grown = new Set<number>();
  const listedFirst = new Set<string>();
  let known = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service.test");
    const { status, headers, body } = service.answer(url);
    const text = JSON.stringify(body);
    response.writeHead(status, headers).end(text);
    if (status !== 200) return;
    for (const [id] of text.matchAll(/(?:github|stripe|svix)-\d+/g))
      if (!arrived.has(id)) listedFirst.add(id);
    if (/\/deliveries\/\d+$/.test(url.pathname)) return; // a payload
    if (!/[?&](?:cursor|starting_after|iterator)=/.test(url.search)) {
      newItems.push(service.sent.length - known);
      known = service.sent.length;
    } else if (service.sent.length > known) grown.add(newItems.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}`;
  return { url, newItems, listedFirst, grown: () => grown.size, close: () => server.close() };
}

export interface Lists {
  readonly url: string;
  /** Number of the items that were new to each reading. */
  readonly newItems: readonly number[];
  /** Counts the readings of a list that grew before their last page. */
  readonly grown: () => number;
  /** Ids that were listed before they arrived. */
  readonly listedFirst: ReadonlySet<string>;
  close(): void;
}
