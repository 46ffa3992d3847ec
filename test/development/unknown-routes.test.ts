/** Warnings of routes that the catalog does not have. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { warnUnknownRoutes } from "typewire/development";
import { createClient } from "typewire/client";
import { endpoint } from "typewire/endpoint";
import { routes } from "typewire/routes";
import { createMockFetch } from "typewire/testing";
import { anyRoute } from "../../src/runtime/endpoint.js";

describe("[A.39] warnUnknownRoutes", () => {
  it.each([
    ["GET /org/{org}/repos", "GET /orgs/{org}/repos"],
    ["GET /orgs/{org}/repso", "GET /orgs/{org}/repos"],
    ["get /users/:username/follower", "GET /users/{username}/followers"],
    ["/meat", "GET /meta"],
    ["meat", "GET /meta"],
    ["/meat?a=GET", "GET /meta"],
    ["PUT /repos/{owner}/{repo}/issues/{issue_number}/label", expect.any(String)],
    ["GET /repos/acme/rocket/isues", "GET /repos/{owner}/{repo}/issues"],
  ])("warns of %s", (route, known) => {
    const { warn, watched } = watch();
    const parameters = { org: "a", owner: "a", repo: "b", username: "c", issue_number: 1 };
    const withMethod = /^[a-z]+ /i.test(route) ? route : `GET ${route}`;
    const request = watched(anyRoute(route), parameters as never);
    expect(request).toEqual(endpoint(anyRoute(route), parameters as never));
    expect(warn).toHaveBeenCalledTimes(1);
    if (typeof known === "string")
      expect(warn).toHaveBeenCalledWith(printWarning(withMethod, known));
  });

  it.each([
    "GET /orgs/{org}/repos",
    "get /orgs/:owner/repos",
    "GET orgs/{name}/repos?type=all",
    "GET /users/me",
    "GET /repos/acme/rocket/issues/1",
    "GET /internal/{org}/report",
    "GET https://other.example/orgs/{org}/repo",
    "GET HTTPS://other.example/orgs/{org}/repo",
    `GET /orgs/{org}/${"x".repeat(400)}`,
  ])("says nothing of %s", (route) => {
    const { warn, watched } = watch();
    watched(anyRoute(route), { org: "a", owner: "a", name: "a" } as never);
    expect(warn).not.toHaveBeenCalled();
  });

  it("warns once of a route, whichever builder and form asks for it", () => {
    const { warn, watched } = watch();
    const other = watched.defaults({ headers: { "x-own": "1" } });
    watched(anyRoute("GET /org/{org}/repos"), { org: "a" });
    other(anyRoute("GET /org/:name/repos"), { name: "a" });
    other.merge(anyRoute("GET /org/{org}/repos"), { org: "a" });
    watched({ method: "GET", url: "/org/{org}/repos", org: "a" });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(other("GET /meta").headers["x-own"]).toBe("1");
  });

  it("compares routes of 300 characters at most", () => {
    const known = `GET /${"x".repeat(295)}`;
    const warn = vi.fn();
    const watched = warnUnknownRoutes(endpoint, [known, `${known}x`], { log: { warn } });
    watched(anyRoute(`${known}yz`.slice(0, 301)));
    expect(warn).not.toHaveBeenCalled();
    watched(anyRoute(`${known.slice(0, -1)}y`));
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it("warns of `merge`, and of options with a URL alone", () => {
    const { warn, watched } = watch();
    watched.merge(anyRoute("GET /meat"));
    expect(warn.mock.calls).toEqual([[printWarning("GET /meat", "GET /meta")]]);
    watched({ url: "/gist" });
    watched({ method: "get", url: "/feads" });
    expect(warn.mock.calls.slice(1)).toEqual([
      [printWarning("GET /gist", "GET /gists")],
      [printWarning("get /feads", "GET /feeds")],
    ]);
  });

  it.each([
    [undefined, 'The route is undefined; expected "<METHOD> <url>"'],
    [null, 'The route is null; expected "<METHOD> <url>"'],
    [7, 'The route is a number; expected "<METHOD> <url>"'],
    [{ method: 7, url: "/meat" }, "is a number; expected one of GET"],
    [{ url: 7 }, "is missing"],
  ])("leaves the error of %j to the builder", (route, message) => {
    const { warn, watched } = watch();
    expect(() => watched(route as never)).toThrow(message);
    expect(warn).not.toHaveBeenCalled();
  });

  it("refuses a misspelt option, and writes to the console without one", () => {
    const misspelt = { logs: console } as object;
    expect(() => warnUnknownRoutes(endpoint, routes, misspelt)).toThrow("Unknown option `logs`.");
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    warnUnknownRoutes(endpoint, routes)(anyRoute("GET /meat"));
    expect(warn.mock.calls).toEqual([[printWarning("GET /meat", "GET /meta")]]);
  });

  it("keeps what the builder has, and leaves the builder as it is", () => {
    const { watched } = watch();
    expect(watched.DEFAULTS).toBe(endpoint.DEFAULTS);
    expect(watched.parse(watched.merge("GET /meta"))).toEqual(endpoint("GET /meta"));
    expect(endpoint.defaults).not.toBe(watched.defaults);
  });

  it("warns of the routes of a client, and keeps what else it has", async () => {
    const warn = vi.fn<(message: string) => void>();
    const client = createClient();
    const watched = warnUnknownRoutes(client, routes, { log: { warn } });
    const mock = createMockFetch(watched);
    mock.reply("GET /meta", { data: {} as never });
    mock.reply(anyRoute("GET /meat"), { data: 1 });
    expect((await watched.request("GET /meta")).status).toBe(200);
    expect(warn).not.toHaveBeenCalled();
    expect((await watched.request(anyRoute("GET /meat"))).data).toBe(1);
    expect(warn.mock.calls).toEqual([[printWarning("GET /meat", "GET /meta")]]);
    watched.paginate("GET /gist" as "GET /gists");
    expect(warn).toHaveBeenCalledTimes(2);
    expect(watched.rateLimit).toBe(client.rateLimit);
    expect(mock.requests.map(({ route }) => route)).toEqual(["GET /meta", "GET /meat"]);
  });

  it("reports a hundred routes at most, and outlives a log that throws", () => {
    const warn = vi.fn(() => {
      throw new Error("full");
    });
    const watched = warnUnknownRoutes(endpoint, routes, { log: { warn } });
    for (let index = 0; index < 200; index += 1) watched(anyRoute(`GET /zen${index}`));
    expect(warn).toHaveBeenCalledTimes(100);
  });
});

/** The builder, with a spy in place of the log. */
function watch() {
  const warn = vi.fn<(message: string) => void>();
  return { warn, watched: warnUnknownRoutes(endpoint, routes, { log: { warn } }) };
}

function printWarning(route: string, known: string) {
  return `"${route}" is not a known route. Did you mean "${known}"?`;
}
