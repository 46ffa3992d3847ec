/** Lists of what a service has sent, from the YAML to the module of a client. */
import { describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { CATCH_UP_PRESETS, type CatchUpPlan } from "../../src/catalog/catch-up.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

const filesWith = (catchUp: string, change: (vendor: string) => string = (text) => text) =>
  miniatureWith({
    "vendor.yaml": `${change(miniature["vendor.yaml"] ?? "")}  catchUp: ${catchUp}\n`,
  });

const read = (catchUp: string) => readSchema(filesWith(catchUp)).vendor.webhooks?.catchUp;

const PLAN =
  "route: GET /log, next: { parameter: page, body: next }, id: id, time: at, event: kind";

const ofGitHub = (list: string): CatchUpPlan => ({
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
});

const ofSvix = (route: string): CatchUpPlan => ({
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
});

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
      expect(read(name)).toEqual(plans);
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
    expect(read(`{ ${PLAN} }`)).toEqual([{ ...plan, order: "newest-first" }]);
    const since = { parameter: "from", format: "iso" };
    expect(
      read(
        `[{ ${PLAN} }, { ${PLAN}, order: oldest-first, since: { parameter: from, format: iso } }]`,
      ),
    ).toEqual([
      { ...plan, order: "newest-first" },
      { ...plan, order: "oldest-first", since },
    ]);
  });

  it("becomes a module of its own, and adds nothing to others", async () => {
    const emit = async (files: ReturnType<typeof filesWith>) =>
      new Map((await generate(readSchema(files))).map(({ path, text }) => [path, text]));
    const [without, found] = [await emit(miniatureWith({})), await emit(filesWith("stripe"))];
    expect(found.get("catch-up.ts")).toContain("createCatchUpSource([");
    expect(found.get("catch-up.ts")).toContain('route: "GET /v1/events"');
    const added = [...found.keys()].filter((path) => !without.has(path));
    expect(added).toEqual(["catch-up.ts"]);
    for (const [path, text] of without) expect(found.get(path)).toBe(text);
  });

  it.each([
    ["{ route: GET /log }", "expected"],
    ["other", "github"],
    [
      `{ ${PLAN.replace("body: next", "")} }`,
      "The map has none of them; expected one of `link`, `item` and `body`.",
    ],
    [
      `{ ${PLAN.replace("body: next", "body: next, link: true")} }`,
      "The map has `link` and `body`",
    ],
    [`{ ${PLAN.replace("body: next", "body: next, more: m")} }`, "expected it only beside `item`"],
    [`{ ${PLAN.replace("GET /log", "POST /log")} }`, "a route such as"],
    [`{ ${PLAN}, order: oldest-first }`, "has no `since`"],
    [
      `{ ${PLAN}, delivery: { route: "GET /log/{a}/{b}", parameters: { a: id }, payload: p } }`,
      "The parameter `{b}` has no value",
    ],
    [
      `{ ${PLAN}, delivery: { route: "GET /log/{}", parameters: {}, payload: p } }`,
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
