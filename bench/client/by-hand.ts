/** Requests by `fetch` alone, with the work of a careful caller: what the time of clients is compared with. */
import { issueOf, TIMEOUT, TOKEN } from "./parameters.js";

/** Creates a function that sends a request, and resolves to the data of its response. */
export function createByHand(target: HandWrittenTarget): (turn: number) => Promise<unknown> {
  const receive = createReceiver();
  return (turn) => receive(sendByHand(target, turn), ({ data }) => data);
}

/** Sends a request. With a timeout, it is aborted, and the timer cleared after the headers. */
export async function sendByHand(target: HandWrittenTarget, turn: number): Promise<Response> {
  if (!target.hasTimeout) return sendPlainly(target, turn);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    return await sendPlainly(target, turn, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function sendPlainly(
  { baseUrl, send, isPost }: HandWrittenTarget,
  turn: number,
  signal?: AbortSignal,
): Promise<Response> {
  const { owner, repo, title, body } = issueOf(turn);
  const url = `${baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
  const init = signal ? { signal } : {};
  if (!isPost) return send(url, { headers: { ...HEADERS }, ...init });
  return send(`${url}/issues`, {
    ...init,
    method: "POST",
    headers: { ...HEADERS, "content-type": "application/json" },
    body: JSON.stringify({ title, body }),
  });
}

const HEADERS = {
  accept: "application/json",
  "user-agent": "by-hand",
  authorization: `Bearer ${TOKEN}`,
};

// ---- Responses

/**
 * Creates a function that reads a response: a typed error, the rate limit, the body by its type. It takes a callback, as
 * one function more that awaits it would cost a promise.
 */
function createReceiver() {
  let remaining: string | null = null; // as a careful caller keeps it, though nothing asks for it here
  return async <Result>(
    sending: Promise<Response>,
    choose: (received: Received) => Result,
  ): Promise<Result> => {
    const response = await sending;
    remaining = response.headers.get("x-ratelimit-remaining") ?? remaining;
    const type = response.headers.get("content-type") ?? "";
    const text = await response.text();
    const data = /[/+]json\b/.test(type) ? (JSON.parse(text) as unknown) : text;
    const { status, headers, url } = response;
    if (!response.ok) throw Object.assign(new Error("The status is not 2xx."), { status, data });
    return choose({ status, headers, data, url });
  };
}

/**
 * Creates a function that yields the items of all pages. It follows a link only on the same server, because the next
 * request has the token.
 */
export function createPagesByHand({
  baseUrl,
  send,
}: HandWrittenTarget): () => AsyncIterable<unknown> {
  const receive = createReceiver();
  return async function* readPages() {
    let url: string | undefined = `${baseUrl}/repos/acme/r1/tags`;
    while (url !== undefined) {
      const page: Received = await receive(send(url, { headers: HEADERS }), (received) => received);
      for (const item of page.data as readonly unknown[]) yield item;
      url = /<([^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
      if (url?.startsWith(`${baseUrl}/`) === false) throw new Error("The link leads elsewhere.");
    }
  };
}

/** The requests of a subject: where they go, and which they are. */
export interface HandWrittenTarget {
  readonly baseUrl: string;
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
  readonly isPost: boolean;
  readonly hasTimeout: boolean;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly url: string;
}
