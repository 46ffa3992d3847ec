/** `api.md` lists what users may call. `generate` compares the list with the one before, and asks before it takes anything out. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emitFile, findLosses } from "../../codegen/generate.js";
import type { Route } from "../../codegen/model/model.js";
import { acme, miniature, parameter, route } from "../cases/codegen/emit/miniature.js";
import { createWorkspace, type Workspace } from "../cases/codegen/emit/workspace.js";

describe("api.md", () => {
  it("has a section for each resource, with its methods and the types that none of them names", async () => {
    const text = await apiOf([add(), route("GET /ping", { call: "ping" })], "positional");
    expect(text).toContain("# [Acme](./methods/root.ts)\n\nTypes:\n\n");
    expect(text).toContain("- `GET /ping`: `client.ping() -> PingResponse`\n");
    expect(text).toContain("- [PingParameters](./routes.ts)\n");
    expect(text).toContain(
      "\n# Chats\n\n## [Participants](./methods/chats/participants.ts)\n\nMethods:\n\n",
    );
    expect(text).toContain(
      "- `POST /v3/chats/{chatId}/participants`: `client.chats.participants.add(chatId, { ...parameters }: ChatsParticipantsAddParameters) -> ChatsParticipantsAddResponse`",
    );
  });

  it("marks former names", async () => {
    const text = await apiOf([add({ formerCalls: ["chats.addMember"] })]);
    expect(text).toMatch(/`client\.chats\.addMember\(.*` \(deprecated\)\n/);
  });
});

/** Types of the method that {@link add} has, which go with it. */
const TYPES_OF_ADD = [
  { kind: "type", name: "ChatsParticipantsAddParameters" },
  { kind: "type", name: "ChatsParticipantsAddResponse" },
];

describe("between two lists of calls, findLosses", () => {
  it.each<[what: string, routes: readonly Route[], losses: readonly object[]]>([
    ["finds nothing where all stays", [add()], []],
    [
      "finds a method that is gone, with its types",
      [route("GET /ping", { call: "ping" })],
      [
        {
          kind: "method",
          name: "chats.participants.add",
          route: "POST /v3/chats/{chatId}/participants",
        },
        ...TYPES_OF_ADD,
      ],
    ],
    [
      "finds a method that has another name now",
      [add({ call: "chats.join" })],
      [
        {
          kind: "method",
          name: "chats.participants.add",
          route: "POST /v3/chats/{chatId}/participants",
          now: "chats.join",
        },
        ...TYPES_OF_ADD,
      ],
    ],
    [
      "finds neither method nor types where the former name is kept",
      [add({ call: "chats.join", formerCalls: ["chats.participants.add"] })],
      [],
    ],
    [
      "finds a method that has another route now",
      [
        route("PUT /v4/chats", {
          call: "chats.participants.add",
          responses: [{ status: "204" }],
        }),
      ],
      [
        {
          kind: "method",
          name: "chats.participants.add",
          route: "POST /v3/chats/{chatId}/participants",
          movedTo: "PUT /v4/chats",
        },
      ],
    ],
  ])("%s", async (_, routes, losses) => {
    expect(findLosses(await apiOf([add()]), await apiOf(routes))).toEqual(losses);
  });
});

describe("a list in the form that earlier versions wrote", () => {
  const FORMER_LIST = `Types:

- <code><a href="./routes.ts">ChatsParticipantsAddOtherParameters</a></code>

Methods:

- <code title="post /v3/chats/{chatId}/participants">client.chats.participants.<a href="./methods/chats/participants.ts">add</a>({ ...parameters }: ChatsParticipantsAddParameters) -> ChatsParticipantsAddResponse</code>
`;

  it("is compared with one in the present form", async () => {
    const present = await apiOf([add()]);
    expect(
      findLosses(FORMER_LIST, `${present}- [ChatsParticipantsAddOtherParameters](./routes.ts)\n`),
    ).toEqual([]);
    expect(findLosses(FORMER_LIST, present)).toEqual([
      { kind: "type", name: "ChatsParticipantsAddOtherParameters" },
    ]);
    expect(findLosses(FORMER_LIST, "")).toHaveLength(4);
  });
});

describe("generate", () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.run();
  });
  afterEach(() => workspace.remove());

  const listPath = (): string => join(workspace.out, "api.md");
  const formerListPath = (): string => join(workspace.out, "../api.md");

  it("writes api.md into the output folder, and checks it", async () => {
    expect(await readFile(listPath(), "utf8")).toContain("# [Parcels](./methods/parcels.ts)");
    await writeFile(
      listPath(),
      (await readFile(listPath(), "utf8")).replaceAll("parcels", "packets"),
    );
    expect(await workspace.run("--check")).toBe(1);
    expect(workspace.lines.err.join("\n")).toContain("stale:   api.md");
  });

  it("ends with 1 and writes nothing when a method is gone, until that is accepted", async () => {
    await renameCall(workspace);
    const before = await workspace.read();
    expect(await workspace.run()).toBe(1);
    const errors = workspace.lines.err.join("\n");
    expect(errors).toContain(
      "parcels.get (GET /parcels/{id}), which is now parcels.fetch; to keep the name, add to that route `was: parcels.get`",
    );
    expect(errors).toContain("the type ParcelsGetParameters");
    expect(errors).toContain("--accept");
    expect(await workspace.read()).toEqual(before);
    expect(await workspace.run("--accept")).toBe(0);
    expect(await readFile(listPath(), "utf8")).toContain("`client.parcels.fetch(");
    expect(await workspace.run("--check")).toBe(0);
  });

  it("takes the list that an earlier version wrote beside the output folder", async () => {
    const present = await readFile(listPath(), "utf8");
    await rm(listPath());
    await writeFile(formerListPath(), present.replaceAll("](./", "](./out/"));
    await renameCall(workspace);
    expect(await workspace.run()).toBe(1);
    expect(workspace.lines.err.join("\n")).toContain(
      `${formerListPath()} lists what would be gone`,
    );
    expect(workspace.lines.err.join("\n")).toContain("parcels.get (GET /parcels/{id})");
    expect(await workspace.run("--check")).toBe(1);
    expect(workspace.lines.err.join("\n")).toContain("missing: api.md");
    expect(workspace.lines.err.join("\n")).toContain("extra:   ../api.md");
    expect(await workspace.run("--accept")).toBe(0);
    expect(await readFile(listPath(), "utf8")).toContain("`client.parcels.fetch(");
    await expect(readFile(formerListPath(), "utf8")).rejects.toThrow("ENOENT");
  });

  it.each([
    ["page of the user", () => "# Our own page\n"],
    ["list of another folder", (list: string) => list.replaceAll("](./", "](./other/")],
  ])("leaves a %s beside the output folder", async (_, change) => {
    const text = change(await readFile(listPath(), "utf8"));
    await writeFile(formerListPath(), text);
    await renameCall(workspace);
    expect(await workspace.run("--accept")).toBe(0);
    expect(await readFile(formerListPath(), "utf8")).toBe(text);
  });
});

function add(parts: Partial<Route> = {}): Route {
  return route("POST /v3/chats/{chatId}/participants", {
    call: "chats.participants.add",
    parameters: [parameter("path", "chatId"), parameter("query", "dry")],
    responses: [{ status: "204" }],
    ...parts,
  });
}

async function apiOf(
  routes: readonly Route[],
  mode: "object" | "positional" = "object",
): Promise<string> {
  const vendor = { ...acme, sdk: { name: "Acme", arguments: mode } };
  return emitFile(miniature({ vendor, routes }), "api.md");
}

/** Gives the call `parcels.get` another name. */
async function renameCall({ schema }: Workspace): Promise<void> {
  const file = join(schema, "routes.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("operation: parcels/get\n", "operation: parcels/fetch\n"));
}
