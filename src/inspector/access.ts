/** Access rules for reads and changes (see SECURITY.md). */
import { ApiError } from "./api-error.js";

/**
 * Headers that reverse proxies and tunnels add. With one of them, the client may be anywhere. Prefixes, because
 * no browser sends such a header, and a proxy that is not recognized would open the page to everybody.
 */
const FORWARDED =
  /^(?:forwarded|via|cdn-loop|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|x-client-ip|true-client-ip|x-cluster-client-ip|x-amzn-trace-id|x-cloud-trace-context|(?:cf|fly|fastly|x-envoy|x-azure|x-arr|x-vercel|x-appengine)-.*)$/;

/**
 * Decides if a request may be answered: by host, then by origin, then by `authorize`. Without that, only
 * clients on loopback are answered. Resolves to the answer of `authorize`, if that is a `Response`.
 * @throws ApiError for a request that is refused.
 */
export async function checkAccess(
  request: Request,
  connection: Connection,
  settings: AccessSettings,
): Promise<Response | undefined> {
  const host = readHost(request);
  const { authorize } = settings;
  if (!isAllowedHost(host, settings)) {
    const error = "The request names a host that is not allowed here; see `hosts` and `authorize`.";
    throw createRefusal("FOREIGN_HOST", error);
  }
  if (!isOwnOrigin(request, host))
    throw createRefusal("FOREIGN_ORIGIN", "The request comes from another site.");
  if (authorize !== undefined) return askAuthorize(authorize, request, settings);
  if (isFromLoopback(request, host, connection)) return undefined;
  const error = "Without `authorize`, the inspector answers on loopback only.";
  throw createRefusal("NOT_LOOPBACK", error);
}

/** Without a list of hosts, `authorize` judges requests for any host; without both, only loopback is allowed. */
function isAllowedHost(host: string, { hosts, authorize }: AccessSettings): boolean {
  if (hosts !== undefined) return hosts.has(host);
  return authorize !== undefined || isLoopbackHost(host);
}

/** If the platform does not know the address of the client, the host that the request names decides. */
function isFromLoopback({ headers }: Request, host: string, { address }: Connection): boolean {
  const isForwarded = [...headers.keys()].some((name) => FORWARDED.test(name));
  return !isForwarded && isLoopbackHost(host) && (address === undefined || isLoopback(address));
}

async function askAuthorize(
  authorize: Authorize,
  request: Request,
  { log }: AccessSettings,
): Promise<Response | undefined> {
  let answer: unknown;
  try {
    answer = await authorize(request);
  } catch (error) {
    log.error("`authorize` of the inspector failed; the request is refused.", error);
  }
  if (answer instanceof Response) return answer;
  // Compared with `true`, so that a forgotten `return` refuses.
  if (answer === true) return undefined;
  throw createRefusal("FORBIDDEN", "Access is denied.");
}

function createRefusal(code: string, message: string): ApiError {
  return new ApiError(403, code, message);
}

/** Reads the host that the client has named. The URL of a web-standard request contains it, too. */
function readHost(request: Request): string {
  return (request.headers.get("host") ?? new URL(request.url).host).trim().toLowerCase();
}

/** True for a name that DNS cannot point elsewhere, with any port. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, "");
  return name === "localhost" || name === "[::1]" || isLoopbackV4(name);
}

function isLoopback(address: string): boolean {
  return address === "::1" || isLoopbackV4(address.replace(/^::ffff:/i, ""));
}

function isLoopbackV4(address: string): boolean {
  return /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(address);
}

/** False for a request that another site has made in the browser, unless the user has followed a link. */
function isOwnOrigin({ headers }: Request, host: string): boolean {
  const origin = headers.get("origin");
  if (origin !== null && findHost(origin) !== host) return false;
  const site = headers.get("sec-fetch-site") ?? "none";
  if (site === "same-origin" || site === "none") return true;
  return (
    headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document"
  );
}

/** Schemes are not compared: behind a proxy that ends TLS, the server sees another one. */
function findHost(origin: string): string | undefined {
  return /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1]?.toLowerCase();
}

// ---- Token of the page

export const TOKEN_HEADER = "x-typewire-inspector";

const MIN_TOKEN_LENGTH = 32;

export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @throws RangeError for a token that can be guessed, or that HTML or a header cannot hold. */
export function expectToken(token: string): string {
  if (new RegExp(`^[\\w-]{${MIN_TOKEN_LENGTH},}$`).test(token)) return token;
  throw new RangeError(
    `\`token\` is not as expected: at least ${MIN_TOKEN_LENGTH} of A-Z, a-z, 0-9, "_" and "-".`,
  );
}

/** Compares digests, so that the time reveals nothing about the token. */
export async function isToken(sentToken: string | null, token: string): Promise<boolean> {
  const [left, right] = await Promise.all([hashToken(sentToken ?? ""), hashToken(token)]);
  let difference = 0;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}

async function hashToken(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

// ---- Types

/** Decides on a request. A `Response` is sent in place of the answer: a login, for example. */
export type Authorize = (request: Request) => boolean | Response | PromiseLike<boolean | Response>;

export interface AccessSettings {
  readonly authorize: Authorize | undefined;
  /** Hosts that requests may name, with the port unless it is the default port of the scheme. */
  readonly hosts: ReadonlySet<string> | undefined;
  readonly log: { error(message: string, error: unknown): void };
}

/** Facts about a connection, if the platform has them. */
export interface Connection {
  /** Address of the client's socket. */
  readonly address?: string | undefined;
}
