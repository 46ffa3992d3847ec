/** The network of commands: a `fetch` through the proxy of the environment, and servers. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { EnvHttpProxyAgent, Pool } from "undici";

// ---- Requests

type Environment = Readonly<Record<string, string | undefined>>;

/** Hosts of this machine, which no proxy can reach. */
const LOOPBACK_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Creates a `fetch` that honours `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. Node's
 * own ignores them. The first request through a proxy loads the library for it.
 */
export function createProxyFetch(env: Environment, direct: typeof fetch): typeof fetch {
  const read = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? "";
  const [httpProxy, httpsProxy] = [read("HTTP_PROXY"), read("HTTPS_PROXY")];
  if (httpProxy === "" && httpsProxy === "") return direct;
  let agent: EnvHttpProxyAgent | undefined;
  return async (input, init) => {
    const address = input instanceof Request ? input.url : input;
    if (LOOPBACK_HOST.test(new URL(address).hostname)) return direct(input, init);
    const { EnvHttpProxyAgent: Agent, fetch: send, Pool } = await import("undici");
    agent ??= new Agent({
      httpProxy,
      httpsProxy,
      noProxy: read("NO_PROXY"),
      factory: (origin, options) => new Pool(origin, failAtOnce(options)),
    });
    // The library has its own types of the standard.
    const options = { ...init, dispatcher: agent } as unknown as Parameters<typeof send>[1];
    return (await send(address, options)) as unknown as Response;
  };
}

/**
 * Makes a request fail when the proxy closes the connection. The library would treat it as an idle
 * connection that has ended, and connect again without a pause.
 */
function failAtOnce(options: Pool.Options): Pool.Options {
  const { connect } = options;
  if (typeof connect !== "function") return options;
  return {
    ...options,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error === null) callback(error, socket);
        else callback(isClosed(error) ? createResetError(error) : error, null);
      }),
  };
}

function isClosed(error: Error): boolean {
  return "code" in error && error.code === "UND_ERR_SOCKET";
}

function createResetError(cause: Error): Error {
  const error = new Error("The proxy closed the connection.", { cause });
  return Object.assign(error, { code: "ECONNRESET" });
}

// ---- Servers

export interface Listening {
  readonly origin: string;
  readonly port: number;
}

/** Listens on a port; rejects with the error of the server. */
export async function listen(server: Server, port: number, host: string): Promise<Listening> {
  server.listen(port, host);
  await once(server, "listening");
  const { address, family, port: listeningPort } = server.address() as AddressInfo; // it listens on a port
  const shown = family === "IPv6" ? `[${address}]` : address;
  return { origin: `http://${shown}:${listeningPort}`, port: listeningPort };
}

/** Closes a server with its connections. */
export function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}
