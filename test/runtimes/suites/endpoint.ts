/** Builds requests. */
import { anyRoute, endpoint, EndpointError, toRequest } from "typewire";
import { type Answers, describeHeaders, toHex } from "./suite.js";

const repo = { owner: "acme", repo: "site" };

export async function buildRequests(): Promise<Answers> {
  const listed = endpoint("GET /repos/{owner}/{repo}/issues", {
    ...repo,
    labels: "a,b c&é😀",
    per_page: 3,
  });
  const created = endpoint("POST /repos/{owner}/{repo}/issues", {
    ...repo,
    title: 'grüß 😀 \u2028 \\ " /',
  });
  const custom = endpoint.defaults({
    baseUrl: "https://api.example/é/",
    headers: { "X-Own": "1" },
  });
  const unknown = custom(anyRoute("GET /x{/path*}{?list*,map*}{#rest}"), {
    path: ["a/b", "ü"],
    list: [1, "two"],
    map: { "k é": "v&" },
    rest: "a b",
  });
  return {
    "builds a query": listed,
    "builds a body": created,
    "expands templates of level 4": unknown,
    "makes a Request without a body": await describeRequest(toRequest(listed)),
    "makes a Request with a body": await describeRequest(toRequest(created)),
    "says what is missing": describeError(() => endpoint("GET /repos/{owner}/{repo}", {} as never)),
    "refuses a header that cannot be sent": describeError(() =>
      endpoint("GET /zen", { headers: { "x-own": "a\nb" } }),
    ),
  };
}

async function describeRequest(request: Request): Promise<object> {
  const { method, url } = request;
  const headers = new Headers(request.headers);
  headers.delete("user-agent"); // browsers send their own
  const body = toHex(new Uint8Array(await request.arrayBuffer()));
  return { method, url, headers: describeHeaders(headers), body };
}

function describeError(action: () => unknown): object {
  try {
    return { returned: action() };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    const { name, code, message } = error;
    return { name, code, message };
  }
}
