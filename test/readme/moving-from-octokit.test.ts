/**
 * Proves what `docs/moving-from-octokit.md` says of requests: builds them with both packages and compares the
 * results. `moving-from-octokit-webhooks.test.ts` does the same for webhooks.
 */
import { anyRoute } from "../../src/runtime/endpoint.js";
import { endpoint as octokitEndpoint } from "@octokit/endpoint";
import { describe, expect, it } from "vitest";
import { endpoint, EndpointError } from "typewire";

/** `endpoint` of both, without the types of routes, which reject most of these calls. */
const BUILDERS = { octokit: octokitEndpoint as Call, typewire: endpoint as Call };

const REPOSITORY = { owner: "a", repo: "b" };

const DIFFERENCES: readonly Difference[] = [
  {
    title: "a missing path parameter",
    call: ["GET /orgs/{org}/repos"],
    field: "url",
    octokit: "/orgs//repos",
    typewire: refused("MISSING_PARAMETER"),
  },
  { title: "the method", call: ["GET /x"], field: "method", octokit: "GET", typewire: "get" },
  {
    title: "another method",
    call: ["TRACE /x"],
    field: "method",
    octokit: "TRACE",
    typewire: refused("INVALID_METHOD"),
  },
  {
    title: "a path with slashes",
    call: ["GET /repos/{owner}/{repo}/contents/{path}", { ...REPOSITORY, path: "c/d" }],
    field: "url",
    octokit: "/repos/a/b/contents/c%2Fd",
    typewire: "/repos/a/b/contents/c/d",
  },
  {
    title: "`..` in a path",
    call: ["GET /x/{a}", { a: ".." }],
    field: "url",
    octokit: "/x/..",
    typewire: refused("UNSAFE_PATH"),
  },
  { title: "a trailing slash", call: ["GET /x/"], field: "url", octokit: "/x", typewire: "/x/" },
  {
    title: "baseUrl with a slash",
    call: ["GET /x", { baseUrl: "https://a.test/" }],
    field: "url",
    octokit: "https://a.test//x",
    typewire: "https://a.test/x",
  },
  {
    title: "a path without a slash",
    call: ["GET x", { baseUrl: "https://a.test" }],
    field: "url",
    octokit: "https://a.testx",
    typewire: "https://a.test/x",
  },
  {
    title: "//host",
    call: ["GET //a.test/x"],
    field: "url",
    octokit: "//a.test/x",
    typewire: refused("INVALID_URL"),
  },
  {
    title: "url beside a route",
    call: ["POST /x", { url: "https://a.test" }],
    field: "url",
    octokit: "https://a.test",
    typewire: refused("INVALID_OPTION"),
  },
  {
    title: "method beside a route",
    call: ["GET /x", { method: "POST" }],
    field: "method",
    octokit: "POST",
    typewire: refused("INVALID_OPTION"),
  },
  {
    title: "+ in q",
    call: ["GET /x", { q: "x+is:open" }],
    field: "url",
    octokit: "/x?q=x+is%3Aopen",
    typewire: "/x?q=x%2Bis%3Aopen",
  },
  {
    title: "query of a DELETE",
    call: ["DELETE /repos/{owner}/{repo}/actions/caches", { ...REPOSITORY, key: "k" }],
    field: "url",
    octokit: "/repos/a/b/actions/caches",
    typewire: "/repos/a/b/actions/caches?key=k",
  },
  {
    title: "OPTIONS",
    call: ["OPTIONS /x", { a: 1 }],
    field: "url",
    octokit: "/x",
    typewire: "/x?a=1",
  },
  {
    title: "names in the query",
    call: ["GET /x", { "a[]": 1 }],
    field: "url",
    octokit: "/x?a[]=1",
    typewire: "/x?a%5B%5D=1",
  },
  {
    title: "a list in the query",
    call: ["GET /x", { a: [1, 2] }],
    field: "url",
    octokit: "/x?a=1%2C2",
    typewire: "/x?a=1&a=2",
  },
  {
    title: "a Date in the query",
    call: ["GET /x", { at: new Date(0) }],
    field: "url",
    octokit: expect.stringContaining("1970%20"),
    typewire: "/x?at=1970-01-01T00%3A00%3A00.000Z",
  },
  {
    title: "null in the query",
    call: ["GET /x", { a: null }],
    field: "url",
    octokit: "/x?a=null",
    typewire: "/x",
  },
  {
    title: "an object in the query",
    call: ["GET /x", { a: {} }],
    field: "url",
    octokit: "/x?a=%5Bobject%20Object%5D",
    typewire: refused("INVALID_PARAMETER"),
  },
  {
    title: "NaN in the query",
    call: ["GET /x", { a: NaN }],
    field: "url",
    octokit: "/x?a=NaN",
    typewire: refused("INVALID_PARAMETER"),
  },
  {
    title: "data beside GET",
    call: ["GET /x", { data: {} }],
    field: "url",
    octokit: "/x?data=%5Bobject%20Object%5D",
    typewire: refused("BODY_NOT_ALLOWED"),
  },
  {
    title: "PUT without parameters",
    call: ["PUT /x"],
    field: "body",
    octokit: "",
    typewire: undefined,
  },
  {
    title: "PATCH without parameters",
    call: ["PATCH /x"],
    field: "body",
    octokit: "",
    typewire: undefined,
  },
  {
    title: "a header that is null",
    call: ["GET /x", { headers: { a: null } }],
    field: "headers",
    octokit: expect.objectContaining({ a: null }),
    typewire: refused("INVALID_HEADER"),
  },
  {
    title: "a header that is undefined",
    call: ["GET /x", { headers: { accept: undefined } }],
    field: "headers",
    octokit: expect.objectContaining({ accept: "application/vnd.github.v3+json" }),
    typewire: { "user-agent": expect.stringMatching(/^typewire\//) as string },
  },
  {
    title: "mediaType.format",
    call: [
      "GET /x",
      { headers: { accept: "application/vnd.other+json" }, mediaType: { format: "raw" } },
    ],
    field: "headers",
    octokit: expect.objectContaining({ accept: "application/vnd.other.raw" }),
    typewire: expect.objectContaining({ accept: "application/vnd.other+json" }),
  },
];

describe("requests", () => {
  it.each(DIFFERENCES)("differ in $title", ({ call, field, octokit, typewire }) => {
    expect(build("octokit", call, field)).toEqual(octokit);
    expect(build("typewire", call, field)).toEqual(typewire);
  });

  it("differ in how a call merges with the defaults", () => {
    const defaults = { a: { x: 1 }, request: { hook: { x: 1 } }, b: 1 };
    const call = ["POST /x", { a: { y: 2 }, request: { hook: { y: 2 } }, b: undefined }] as const;
    expect(octokitEndpoint.defaults(defaults)(...call)).toMatchObject({
      body: { a: { x: 1, y: 2 }, b: 1 },
      request: { hook: { x: 1, y: 2 } },
    });
    const merged = endpoint.defaults(defaults)(anyRoute(call[0]), call[1]);
    expect(merged.body).toEqual({ a: { y: 2 } });
    expect(merged.request).toEqual({ hook: { y: 2 } });
  });
});

/** One field of the request that a side builds, or the code of the error by which ours refuses the call. */
function build(side: keyof typeof BUILDERS, call: readonly unknown[], field: string): unknown {
  try {
    const value: unknown = Reflect.get(BUILDERS[side](...call), field);
    return typeof value === "string" ? withoutDefaultHost(value) : value;
  } catch (error) {
    return error instanceof EndpointError ? refused(error.code) : error;
  }
}

/** Each package has the address of its own service where a call names none. */
function withoutDefaultHost(text: string): string {
  return text.replace(/^https:\/\/api\.[a-z]+\.\w+/, "");
}

function refused(code: string) {
  return { refusedWith: code };
}

type Call = (...parameters: readonly unknown[]) => object;

interface Difference {
  readonly title: string;
  /** Parameters of `endpoint`. */
  readonly call: readonly unknown[];
  /** The part of the request in which the sides differ. */
  readonly field: "url" | "method" | "headers" | "body";
  readonly octokit: unknown;
  readonly typewire: unknown;
}
