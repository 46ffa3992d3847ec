/** Spellings of request targets: only those of the receiver's own path reach it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names, type ImplementationName } from "../../http/implementations.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { head, request } from "../../http/requests.js";
import { payload } from "../../http/toolkit.js";

watchProcess();

/** No body repeats a target, but one of up to so many characters ("", "/" or "*") may be in it by chance. */
const MAX_BY_CHANCE = 3;

/**
 * A target with the status of the answer to a good delivery. `undefined`: the server ends the connection without an
 * answer. "400 or 404": the parser of some versions of Node refuses the target with 400; in others it reaches the
 * middleware, which leaves it to the 404 of the application.
 */
interface PathCase {
  readonly target: string;
  readonly status: number | "400 or 404" | undefined;
  /** Default: POST. */
  readonly method?: string;
}

/** Spellings of the receiver's own path. */
const ownPath: readonly PathCase[] = [
  "/hooks/inbox",
  "/hooks/inbox/",
  "/hooks/inbox?",
  "/hooks/inbox/?",
  "/hooks/inbox?a=b",
  "/hooks/inbox?/../../x",
  "/hooks/inbox?%00",
  "/hooks/inbox??",
  "/hooks/inbox?a;b",
  `/hooks/inbox?${"x".repeat(8_000)}`,
  "http://127.0.0.1/hooks/inbox",
  "HTTP://127.0.0.1/hooks/inbox/?x",
  "https://other.example:8443/hooks/inbox",
].map((target) => ({ target, status: 200 }));

/** Spellings that a proxy in front of the server may take for another path. */
const otherSpellings: readonly PathCase[] = [
  "/",
  "//",
  "/hooks",
  "/hooks/",
  "/inbox",
  "/hooks/inbo",
  "/hooks/inbox2",
  "/hooks/inbox/x",
  "/hooks/inbox//",
  "/hooks/inbox//?x",
  "//hooks/inbox",
  "///hooks/inbox",
  "/hooks//inbox",
  "/hooks/inbox/%20",
  "/hooks/inbox%20",
  "/hooks/inbox%00",
  "/hooks/inbox%0d%0a",
  "/hooks/inbox%2f",
  "/hooks/inbox%2F",
  "/hooks/inbox%3f",
  "/hooks/inbox%23",
  "/hooks/inbox%3Bx",
  "/hooks%2finbox",
  "/hooks%2Finbox",
  "/hooks%5cinbox",
  "/hooks%252finbox",
  "/%2fhooks/inbox",
  "/%68ooks/inbox",
  "/hooks/%69nbox",
  "/hooks/inbo%78",
  "/hooks/inbo%u0078",
  "/hooks/inbox;",
  "/hooks/inbox;x=1",
  "/hooks;x/inbox",
  "/;/hooks/inbox",
  "/hooks/inbox,",
  "/hooks/inbox.",
  "/hooks/inbox.json",
  "/hooks/inbox:80",
  "/hooks/inbox&x",
  "/hooks/inbox=x",
  "/hooks/inbox*",
  "/hooks/inbox'",
  "/HOOKS/INBOX",
  "/Hooks/inbox",
  "/hooks/Inbox",
  "/x?/hooks/inbox",
  "/?/hooks/inbox",
  "/http://127.0.0.1/hooks/inbox",
  "/?http://127.0.0.1/hooks/inbox",
  "/hooks/%C4%B1nbox",
  "/hooks/inbox/index.html",
  "/hooks/__proto__",
  "/__proto__/inbox",
].map((target) => ({ target, status: 404 }));

/** Targets that a web-standard request normalises or cannot have. */
const nodeOnly: readonly PathCase[] = [
  ...[
    "/./hooks/inbox",
    "/hooks/./inbox",
    "/hooks/inbox/.",
    "/hooks/inbox/..",
    "/x/../hooks/inbox",
    "/hooks/x/../inbox",
    "/../hooks/inbox",
    "/hooks/inbox/../inbox",
    "/%2e/hooks/inbox",
    "/hooks/%2e/inbox",
    "/hooks/%2E/inbox",
    "/x/%2e%2e/hooks/inbox",
    "/x/.%2e/hooks/inbox",
    "/x/%2e./hooks/inbox",
    "/x/..%2fhooks/inbox",
    "/x/..;/hooks/inbox",
    "/hooks\\inbox",
    "\\hooks\\inbox",
    "/hooks/inbox\\",
    "/\\hooks/inbox",
    "/hooks/inbox#",
    "/hooks/inbox#x",
    "/hooks/inbox/#x",
    "#/hooks/inbox",
    "/#/hooks/inbox",
    "%2fhooks/inbox",
    "hooks/inbox",
    "?/hooks/inbox",
    "http:/hooks/inbox",
    "http:///hooks/inbox",
    "http:\\\\127.0.0.1\\hooks\\inbox",
    "http://127.0.0.1\\hooks/inbox",
    "http://127.0.0.1//hooks/inbox",
    "http://127.0.0.1?/hooks/inbox",
    "http://127.0.0.1#/hooks/inbox",
    "http://127.0.0.1/x/../hooks/inbox",
    "ftp://127.0.0.1/hooks/inbox",
    "ws://127.0.0.1/hooks/inbox",
    "file:///hooks/inbox",
    "javascript:/hooks/inbox",
    "*",
    "127.0.0.1:80",
  ].map((target) => ({ target, status: "400 or 404" }) as const),
  { target: "*", status: 404, method: "OPTIONS" },
  { target: "http://127.0.0.1/hooks/inbox", status: 405, method: "OPTIONS" },
  { target: "127.0.0.1:80", status: undefined, method: "CONNECT" },
  { target: "/hooks/inbox", status: undefined, method: "CONNECT" },
  { target: "/hooks/inbox", status: 400, method: "post" },
  { target: "/hooks/inbox", status: 400, method: "POST\t" },
  { target: "/hooks/inbox", status: 400, method: "P\0ST" },
  { target: "/hooks/inbox", status: 400, method: "BREW" },
  { target: "/hooks/inb\0ox", status: 400 },
  { target: "/hooks/in box", status: 400 },
  { target: "", status: 400 },
];

const cases: Readonly<Record<ImplementationName, readonly PathCase[]>> = {
  node: [...ownPath, ...otherSpellings, ...nodeOnly],
  web: [...ownPath, ...otherSpellings],
};

describe.each(names)("http: paths, %s", (name) => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver(name);
  });

  afterAll(async () => {
    await receiver.expectNothingLeft();
    await receiver.close();
  });

  it.each(cases[name].map((pathCase) => [describeCase(pathCase), pathCase] as const))(
    `on ${name}: %s`,
    async (_, { target, status, method = "POST" }) => {
      receiver.received.length = 0;
      const client = receiver.connect();
      void client.write(Buffer.from(head({}, { target, method }) + payload));
      const answer = await client.answer();
      if (status === "400 or 404") expect([400, 404]).toContain(answer?.status);
      else expect(answer?.status).toBe(status);
      expect(receiver.received).toHaveLength(status === 200 ? 1 : 0);
      if (target.length > MAX_BY_CHANCE) expect(answer?.body ?? "").not.toContain(target);
      client.socket.end();
      expect(await client.answer()).toBeUndefined();
    },
  );

  it(`on ${name}: deliveries to another path are not handled between others`, async () => {
    receiver.received.length = 0;
    const client = receiver.connect();
    const other = Buffer.from(head({}, { target: "//hooks/inbox" }) + payload);
    void client.write(Buffer.concat([request(), other, request()]));
    const statuses = [];
    while (statuses.length < 3) statuses.push((await client.answer())?.status);
    expect(statuses).toEqual([200, 404, 200]);
    expect(receiver.received).toHaveLength(2);
  });
});

function describeCase({ target, status, method = "POST" }: PathCase): string {
  return `${JSON.stringify(method)} ${JSON.stringify(target.slice(0, 60))}: ${status ?? "no answer"}`;
}
