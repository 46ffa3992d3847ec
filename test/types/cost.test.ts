/**
 * The cost of a call for a compiler, counted in instantiations. Without care, the first call of a function
 * compares the responses of all routes, which takes seconds and shows in no other test.
 */
import { describe, expect, it } from "vitest";
import { openEditor } from "./editor.js";

const editor = openEditor();

const imports = `import { Vendor } from "typewire/sdk";
import { createClient, isResponseError, type ResponseOf } from "typewire/client";
import { endpoint } from "typewire/endpoint";
const client = createClient();
const vendor = new Vendor();
`;

const parameters = `"GET /orgs/{org}/repos", { org: "acme" }`;

/** The cost that a call may have, as a multiple of a call of `endpoint()`. `isResponseError` may cost most, since an error lists all statuses. */
const calls: readonly (readonly [title: string, limit: number, text: string])[] = [
  ["client.request", 2, `void client.request(${parameters});`],
  ["an awaited client.request", 3, `export const { data } = await client.request(${parameters});`],
  ["client.request with options", 2, `void client.request(${parameters}, { timeout: 9 });`],
  ["client.paginate", 3, `client.paginate(${parameters});`],
  [
    "isResponseError",
    5,
    `declare const error: unknown;
if (isResponseError(error, "GET /orgs/{org}/repos")) error.status satisfies number;`,
  ],
  ["a method", 2, `void vendor.repos.listForOrg({ org: "acme" });`],
  [
    "a function of a method",
    2,
    `import { listForOrg } from "typewire/resources/repos";
void listForOrg(client, { org: "acme" });`,
  ],
  [
    "the items of a method",
    3,
    `for await (const repo of vendor.repos.listForOrg({ org: "acme" })) repo.id satisfies number;`,
  ],
  [
    "a function of one's own that sends",
    2,
    `declare function send<Request>(request: Request): Promise<ResponseOf<Request>>;
export const data = await send(endpoint(${parameters}));`,
  ],
];

describe("the cost of types", () => {
  const cost = (text: string): number => editor.instantiations(`${imports}${text}\nexport {};\n`);
  const endpointCost = cost(`endpoint(${parameters});`);

  it("of one endpoint() is small", () => {
    expect(endpointCost).toBeGreaterThan(0);
    expect(endpointCost).toBeLessThan(500);
  });

  it("of a hundred methods is that of a few", () => {
    const resources = ["repos", "actions", "issues", "orgs", "teams"];
    const methods = resources.flatMap((name) =>
      editor
        .completions(`${imports}vendor.${name}.¦`)
        .slice(0, 20)
        .map((method) => `void vendor.${name}.${method}({} as never);`),
    );
    expect(methods).toHaveLength(100);
    expect(cost(methods.join("\n"))).toBeLessThan(3 * endpointCost);
  });

  it.each(calls)("of %s is at most %i times that of endpoint()", (_, limit, text) => {
    expect(editor.errors(`${imports}${text}\nexport {};\n`)).toEqual([]);
    expect(cost(text) / endpointCost).toBeLessThanOrEqual(limit);
  });
});
