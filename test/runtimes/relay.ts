/** Looks at a deployed relay from outside: what is sent to it comes back byte for byte, once, in order. */
import type { Answers } from "./suites/suite.js";

const CHANNEL = "0123456789abcdef0123456789abcdef";

const BODIES: Readonly<Record<string, Uint8Array>> = {
  "odd spacing and escapes": Buffer.from('{ "a":1.0, "a":"\\/ \\u00e9" }\r\n'),
  "text beyond ASCII and a byte order mark": Buffer.from("\uFEFFgrüß 😀 \u2028"),
  "text that looks like an event": Buffer.from("\n\ndata: x\nid: 7\n\n"),
  "bytes that are not UTF-8": Buffer.from([0xff, 0, 0xc3]),
  "no bytes": Buffer.alloc(0),
  "a megabyte": Buffer.alloc(1_000_000, "漢é"),
};

export async function lookAtRelay(origin: string): Promise<Answers> {
  const url = `${origin}/${CHANNEL}`;
  const { start, answers } = await lookAtPassing(url);
  return {
    ...answers,
    "replays what a follower has missed, in order, once": await lookAtReplay(url, start),
    "refuses a channel that can be guessed": await post(`${origin}/acme`, Buffer.from("{}")),
    "answers no challenge": await describe(await fetch(`${url}?challenge=1`)),
  };
}

/** Sends each body to a follower. `start` is the place in the channel before all of them. */
async function lookAtPassing(url: string): Promise<{ start: string; answers: Answers }> {
  const answers: Record<string, unknown> = {};
  const follower = await follow(url);
  const { id: start } = await follower.next(); // an announcement, whose id is a place in the channel
  for (const [name, body] of Object.entries(BODIES)) {
    const stored = await post(`${url}/below?x=%20`, body);
    const { data } = await follower.next();
    if (Buffer.compare(readBody(data), body) !== 0) throw new Error(`${name}: other bytes`);
    answers[`passes on ${name}`] = [stored, withoutTime(data)];
  }
  follower.stop();
  return { start, answers };
}

/**
 * Follows a channel from the place before all bodies, after one more message came without a follower.
 * @returns the kind of the replay, the messages that it repeats, and one that is sent after it.
 */
async function lookAtReplay(url: string, start: string): Promise<readonly unknown[]> {
  await post(url, Buffer.from("while nobody follows"));
  const missedCount = Object.keys(BODIES).length + 1; // with the one above
  const follower = await follow(url, { "last-event-id": start });
  const { data: begin } = await follower.next();
  const missed: string[] = [];
  while (missed.length < missedCount) {
    const { data } = await follower.next();
    missed.push(readBody(data).toString("base64").slice(0, 100));
  }
  await post(url, Buffer.from("after the replay"));
  const { data: last } = await follower.next();
  follower.stop();
  return [begin["replay"], ...missed, readBody(last).toString()];
}

async function post(url: string, body: Buffer | Uint8Array): Promise<object> {
  const headers = { "content-type": "text/plain", "x-own": "kept", cookie: "not=kept" };
  return describe(await fetch(url, { method: "POST", headers, body: new Uint8Array(body) }));
}

async function describe(response: Response): Promise<object> {
  const type = response.headers.get("content-type");
  return { status: response.status, type, body: await response.text() };
}

function readBody({ rawBody, rawBodyBase64 }: Message): Buffer {
  return typeof rawBodyBase64 === "string"
    ? Buffer.from(rawBodyBase64, "base64")
    : Buffer.from(String(rawBody));
}

/** What is compared: all but the time. The headers are those of Node's client, the same for each runtime. */
function withoutTime({ receivedAt: _, ...message }: Message): Message {
  return message;
}

/** Follows a channel, whose deliveries are taken one by one. */
async function follow(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  /** Takes the text up to the next blank line. */
  const takeBlock = async (): Promise<string> => {
    while (!text.includes("\n\n")) {
      const chunk = await reader?.read();
      if (chunk?.value === undefined) throw new Error("The stream has ended.");
      text += decoder.decode(chunk.value, { stream: true });
    }
    const end = text.indexOf("\n\n");
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    return block;
  };
  const next = async (): Promise<{ readonly id: string; readonly data: Message }> => {
    for (;;) {
      const block = await takeBlock();
      const data = readField(block, "data"); // a comment has none
      if (data !== undefined)
        return { id: readField(block, "id") ?? "", data: JSON.parse(data) as Message };
    }
  };
  return { next, stop: () => stop.abort() };
}

/** Lines end with line feeds alone: a body may hold U+2028. */
function readField(event: string, name: string): string | undefined {
  const begin = `${name}: `;
  const line = event.split("\n").find((each) => each.startsWith(begin));
  return line?.slice(begin.length);
}

type Message = Readonly<Record<string, unknown>>;
