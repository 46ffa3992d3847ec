/** A `fetch` through the proxy that the environment names. */
import type { EnvHttpProxyAgent, Pool } from "undici";

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
 * Makes a request fail when the proxy closes the connection before the request is sent. The library gives that error
 * the code of an idle connection that has ended, after which it connects again without a pause. With another code,
 * the request fails.
 */
function failAtOnce(options: Pool.Options): Pool.Options {
  const { connect } = options;
  if (typeof connect !== "function") return options;
  return {
    ...options,
    connect: (target, callback) =>
      connect(target, (error, socket) => {
        if (error === null) callback(null, socket);
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
