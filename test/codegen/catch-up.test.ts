/** Lists of what a service has sent, from the YAML to the module of a client. */
import { describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { CATCH_UP_PRESETS, type CatchUpPlan } from "../../src/catalog/catch-up.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

/** A list in YAML, with as few keys as it needs. */
const LIST =
  "route: GET /log, next: { parameter: page, body: next }, id: id, time: at, event: kind";

/** The lists as the services' own API references describe them, each with its largest pages. */
const PRESETS: Readonly<Record<string, readonly CatchUpPlan[]>> = {
  github: [
    ofGitHub("/repos/{owner}/{repo}/hooks/{hook_id}/deliveries"),
    ofGitHub("/orgs/{org}/hooks/{hook_id}/deliveries"),
    ofGitHub("/app/hook/deliveries"),
  ],
  stripe: [
    {
      route: "GET /v1/events",
      parameters: { limit: 100 },
      items: "data",
      order: "newest-first",
      next: { parameter: "starting_after", item: "id", more: "has_more" },
      since: { parameter: "created[gte]", format: "seconds" },
      id: "id",
      time: "created",
      event: "type",
    },
  ],
  svix: [
    ofSvix("GET /api/v1/app/{app_id}/msg"),
    ofSvix("GET /api/v1/app/{app_id}/endpoint/{endpoint_id}/msg"),
  ],
};

describe("[R.1] `catchUp` of vendor.yaml", () => {
  it.each(Object.entries(PRESETS))(
    "takes the name of %s, whose API has its lists",
    (name, plans) => {
      expect(readCatchUp(name)).toEqual(plans);
    },
  );

  it("takes no name of another service", () => {
    expect(Object.keys(CATCH_UP_PRESETS)).toEqual(Object.keys(PRESETS));
  });

  it("takes a list, and several", () => {
    const plan = {
      route: "GET /log",
      next: { parameter: "page", body: "next" },
      id: "id",
      time: "at",
      event: "kind",
    };
    expect(readCatchUp(`{ ${LIST} }`)).toEqual([{ ...plan, order: "newest-first" }]);
    const since = { parameter: "from", format: "iso" };
    expect(
      readCatchUp(
        `[{ ${LIST} }, { ${LIST}, order: oldest-first, since: { parameter: from, format: iso } }]`,
      ),
    ).toEqual([
      { ...plan, order: "newest-first" },
      { ...plan, order: "oldest-first", since },
    ]);
  });

  it("becomes a module of its own, and adds nothing to others", async () => {
    const emit = async (files: ReturnType<typeof filesWith>) =>
      new Map((await generate(readSchema(files))).map(({ path, text }) => [path, text]));
    const without = await emit(miniatureWith({}));
    const withList = await emit(filesWith("stripe"));
    expect(withList.get("catch-up.ts")).toContain("createCatchUpSource([");
    expect(withList.get("catch-up.ts")).toContain('route: "GET /v1/events"');
    const added = [...withList.keys()].filter((path) => !without.has(path));
    expect(added).toEqual(["catch-up.ts"]);
    for (const [path, text] of without) expect(withList.get(path)).toBe(text);
  });

  it.each([
    ["{ route: GET /log }", "expected"],
    ["other", "github"],
    [
      `{ ${LIST.replace("body: next", "")} }`,
      "The map has none of them; expected one of `link`, `item` and `body`.",
    ],
    [
      `{ ${LIST.replace("body: next", "body: next, link: true")} }`,
      "The map has `link` and `body`",
    ],
    [`{ ${LIST.replace("body: next", "body: next, more: m")} }`, "expected it only beside `item`"],
    [`{ ${LIST.replace("GET /log", "POST /log")} }`, "a route such as"],
    [`{ ${LIST}, order: oldest-first }`, "has no `since`"],
    [
      `{ ${LIST}, delivery: { route: "GET /log/{a}/{b}", parameters: { a: id }, payload: p } }`,
      "The parameter `{b}` has no value",
    ],
    [
      `{ ${LIST}, delivery: { route: "GET /log/{}", parameters: {}, payload: p } }`,
      "The parameter `{}` has no value",
    ],
  ])("is refused as %s", (catchUp, message) => {
    expect(reportOf(() => readSchema(filesWith(catchUp))).join("\n")).toContain(message);
  });

  it("is refused in a service without ids", () => {
    const files = filesWith("github", (text) => text.replace(/^ {2}delivery:.*\n/m, ""));
    expect(reportOf(() => readSchema(files)).join("\n")).toContain("a service without ids");
  });
});

/** The miniature with lists of what the service has sent. */
function filesWith(catchUp: string, change: (vendor: string) => string = (text) => text) {
  return miniatureWith({
    "vendor.yaml": `${change(miniature["vendor.yaml"] ?? "")}  catchUp: ${catchUp}\n`,
  });
}

function readCatchUp(catchUp: string) {
  return readSchema(filesWith(catchUp)).vendor.webhooks?.catchUp;
}

function ofGitHub(list: string): CatchUpPlan {
  return {
    route: `GET ${list}`,
    parameters: { per_page: 100 },
    order: "newest-first",
    next: { parameter: "cursor", link: true },
    id: "guid",
    time: "delivered_at",
    event: "event",
    delivery: {
      route: `GET ${list}/{delivery_id}`,
      parameters: { delivery_id: "id" },
      payload: "request.payload",
    },
  };
}

function ofSvix(route: string): CatchUpPlan {
  return {
    route,
    parameters: { limit: 250 },
    items: "data",
    order: "newest-first",
    next: { parameter: "iterator", body: "iterator", done: "done" },
    since: { parameter: "after", format: "iso" },
    id: "id",
    time: "timestamp",
    event: "eventType",
    payload: "payload",
  };
}
