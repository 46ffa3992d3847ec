/** The inspector as a function from requests to responses: the page, its data, and who may see them. */
import { checkAccess, type Connection } from "./access.js";
import { answerNotFound, answerPage, respond, respondError, respondJson } from "./api/answers.js";
import { READERS } from "./api/api.js";
import { runAction } from "./api/run-action.js";
import { answerBody, answerLive, answerRecording } from "./api/streams.js";
import { ApiError } from "./api-error.js";
import type { InspectableInbox } from "./sources/inbox-source.js";
import { readInspectorSettings, type InspectorOptions, type InspectorSettings } from "./options.js";
import type { InspectorSource } from "./types.js";

/**
 * Creates the page that shows the deliveries of an inbox or of another source, with its API.
 * @throws TypeError when an argument has the wrong type.
 * @throws RangeError for a `token` that is too short.
 * @example
 * const inspector = createInspector(inbox, { authorize: (request) => isAdmin(request) });
 */
export function createInspector(
  source: InspectorSource | InspectableInbox,
  options: InspectorOptions = {},
): Inspector {
  const settings = readInspectorSettings(source, options);
  return async (request, connection = {}) => {
    const { pathname } = new URL(request.url);
    const { base, onUnhandledRequest, log } = settings;
    if (pathname !== base && !pathname.startsWith(`${base}/`)) return onUnhandledRequest(request);
    try {
      return await answer(settings, request, connection, pathname.slice(base.length));
    } catch (error) {
      if (error instanceof ApiError) return respondError(error.status, error.code, error.message);
      if (signalOf(request)?.aborted === true)
        return respondError(503, "GONE", "The client has gone.");
      log.error("The inspector failed.", error);
      return respondError(500, "FAILED", "The inspector failed; the log has the reason.");
    }
  };
}

// ---- Routes

async function answer(
  settings: InspectorSettings,
  request: Request,
  connection: Connection,
  path: string,
): Promise<Response> {
  const denial = await checkAccess(request, connection, settings);
  if (denial !== undefined) return denial;
  const action = /^\/api\/([a-z]+)$/.exec(path)?.[1];
  if (request.method === "POST" && action !== undefined)
    return runAction(settings, request, action);
  if (request.method !== "GET" && request.method !== "HEAD")
    return respondError(405, "METHOD_NOT_ALLOWED", "The method is not allowed here.");
  const route = ROUTES.get(path);
  return route === undefined ? answerNotFound() : route(settings, request);
}

/** Routes of GET and HEAD, by the path below that of the inspector. */
const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ["", (_settings, request) => redirectToSlash(request)],
  ["/", ({ token }) => answerPage(token)],
  ["/api/live", toRoute(answerLive)],
  ["/api/body", toRoute(answerBody)],
  ["/api/recording", toRoute(answerRecording)],
  ...Array.from(READERS, ([name, read]): [string, Route] => [
    `/api/${name}`,
    toRoute(async (...asked) => respondJson(200, await read(...asked))),
  ]),
]);

/** Passes on what a request asks for: its query, and the signal that tells that its client has gone. */
function toRoute(answerQuery: AnswerQuery): Route {
  return (settings, request) =>
    answerQuery(settings, new URL(request.url).searchParams, signalOf(request));
}

/** Adds the slash that the relative links of the page need. */
function redirectToSlash(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const [last = ""] = /[^/]*$/.exec(pathname) ?? [];
  // Relative, so that a prefix that a framework or a proxy has removed is kept.
  return respond(308, { location: `./${last}/${search}` }, "");
}

/** Signal of a client that goes away. On some platforms, requests have none. */
function signalOf({ signal }: { readonly signal?: AbortSignal }): AbortSignal | undefined {
  return signal;
}

// ---- Types

/**
 * Answers a web-standard request.
 * @param connection facts about the client, if the platform has them. Without the address, the host that
 * the request names decides if the client is on loopback.
 */
export type Inspector = (request: Request, connection?: Connection) => Promise<Response>;

type Route = (settings: InspectorSettings, request: Request) => Response | Promise<Response>;

type AnswerQuery = (
  settings: InspectorSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
) => Response | Promise<Response>;
