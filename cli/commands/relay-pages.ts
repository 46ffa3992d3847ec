/** Pages of a relay of your own: an inspector for each channel, for this machine or those who have the token. */
import type { RequestListener } from "node:http";
import { type Authorize, createToken, isToken } from "../../src/inspector/access.js";
import { createNodeInspector, type NodeInspectorOptions } from "../../src/inspector/node.js";
import { createRelaySource } from "../../src/inspector/sources/relay-source.js";
import type { RelayServer } from "../../src/relay/server/relay-server.js";
import { createLog, UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";

/** The first segment of the path of a page. The second one is the channel: `/inspector/acme/`. */
const PAGE_SEGMENT = "inspector";

const PAGE_PATH = new RegExp(`^/${PAGE_SEGMENT}/([^/?#]+)(?=[/?#]|$)`);

/** @throws UsageError for a channel at the address of the pages. */
export function expectNoPageChannel(channels: readonly string[]): void {
  if (!channels.includes(PAGE_SEGMENT)) return;
  throw new UsageError(
    `A channel is named ${PAGE_SEGMENT}; --inspector needs this name for its pages.`,
  );
}

/** Answers requests for the page of a channel, and gives all others to the relay. */
export function withPages(
  relay: RelayServer,
  relayListener: RequestListener,
  token: string | undefined,
  io: CliIo,
): RequestListener {
  // Each request makes an inspector, since any name may be a channel. All accept the same token.
  const options: NodeInspectorOptions = {
    isReadOnly: false,
    token: createToken(),
    authorize: token === undefined ? undefined : createAuthorize(token),
    signal: io.signal,
    log: createLog(io.err),
  };
  return (request, response) => {
    const [path, channel = ""] = PAGE_PATH.exec(request.url ?? "") ?? [];
    if (path === undefined || relay.channel(channel) === undefined) {
      relayListener(request, response);
      return;
    }
    const url = `http://${request.headers.host ?? "localhost"}/${channel}`;
    const source = createRelaySource(relay, channel, { title: `Relay · ${channel}`, url });
    void createNodeInspector(source, { ...options, path })(request, response);
  };
}

/** Lists the addresses of the pages. */
export function describePages(
  origin: string,
  channels: readonly string[],
  token: string | undefined,
): readonly string[] {
  const who = token === undefined ? "from this machine" : "with the token as password";
  return channels.map((name) => `Inspector: ${origin}/${PAGE_SEGMENT}/${name}/ (${who})`);
}

// ---- Access

/** Accepts the token as the password of a browser, or as the bearer token of a follower. */
function createAuthorize(token: string): Authorize {
  return async ({ headers }) => {
    if (await isToken(readToken(headers.get("authorization") ?? ""), token)) return true;
    return new Response("This page needs the relay's token, as the password of any user.\n", {
      status: 401,
      headers: { "www-authenticate": 'Basic realm="typewire relay"', "cache-control": "no-store" },
    });
  };
}

/** Reads the token of `Bearer <token>`, or the password of `Basic <user>:<password>`, which is in base64. */
function readToken(authorization: string): string | null {
  const [, scheme = "", credentials = ""] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return null;
  const userAndPassword = Buffer.from(credentials, "base64").toString();
  const [, password = null] = /^[^:]*:(.*)$/s.exec(userAndPassword) ?? [];
  return password;
}
