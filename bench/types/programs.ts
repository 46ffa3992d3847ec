/** The programs that compilers and editors are measured with, each for our package and for the peer. */
import { readFileSync } from "node:fs";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { readMethods } from "../../src/catalog/method-lines.js";
import type { Question } from "./language-server.js";

/** Ten names, spread over the events. */
const TEN_NAMES = [
  "issues.opened",
  "issues.closed",
  "pull_request.opened",
  "push",
  "release.published",
  "issue_comment.created",
  "check_run.completed",
  "workflow_run.requested",
  "star",
  "fork",
];

/** A hundred paths that both packages type, and that need no parameters but those in the path. */
const TYPED_PATHS = readFileSync("bench/types/paths.txt", "utf8").trim().split("\n");

/** The names of methods by their routes. */
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries(sdkCatalog.resources).flatMap(([resource, text]) =>
    readMethods(text).map(
      ({ name, route }) => [route, resource === "" ? name : `${resource}.${name}`] as const,
    ),
  ),
);

const ENDPOINT = callerByRoute(`import { endpoint } from "typewire/endpoint";`, "endpoint");
const CLIENT = callerByRoute(
  `import { createClient } from "typewire/client";\nconst client = createClient();`,
  "void client.request",
);
const PEER = callerByRoute(`import { request } from "@octokit/request";`, "void request");
const CLASS: Caller = {
  before: `import { Vendor } from "typewire/sdk";\nconst vendor = new Vendor();`,
  call: (path) => `void vendor.${METHODS.get(`GET ${path}`) ?? ""}(${parametersOf(path)});`,
};

/** The programs to compile. Each pair makes the same calls, with other modules. */
export const programs: readonly Program[] = [
  webhookProgram("one on()", onCall("issues.opened")),
  webhookProgram("ten on()", TEN_NAMES.map(onCall).join("\n")),
  webhookProgram(
    "onAny() with a switch",
    `webhooks.onAny((event) => {
  switch (event.name) {
    case "issues":
      return event.payload.issue.number;
    case "push":
      return event.payload.ref.length;
    case "release":
      return event.payload.release.id;
    default:
      return event.id.length;
  }
});`,
  ),
  callProgram("one endpoint()", "routes", 1, ENDPOINT),
  callProgram("ten endpoint()", "routes", 10, ENDPOINT),
  callProgram("a hundred endpoint()", "routes", 100, ENDPOINT),
  callProgram("one client.request()", "client", 1, CLIENT),
  callProgram("a hundred client.request()", "client", 100, CLIENT),
  callProgram("one call of the class", "class", 1, CLASS),
  callProgram("a hundred calls of the class", "class", 100, CLASS),
  callProgram("a hundred client.request() beside endpoint()", "sent", 100, CLIENT, ENDPOINT),
];

export const editorCases: readonly EditorCase[] = [
  {
    name: "parameter completion",
    question: "completionInfo",
    ours: `import { endpoint } from "typewire/endpoint";\nendpoint("GET /orgs/{org}/repos", { ¦ });\n`,
    peer: `import { request } from "@octokit/request";\nvoid request("GET /orgs/{org}/repos", { ¦ });\n`,
    atMost: 0.12, // an answer takes 25 to 37 ms on the same machine
  },
  {
    ...webhookProgram(
      "hover on a payload",
      `webhooks.on("issues.opened", ({ pay¦load }) => payload)`,
    ),
    question: "quickinfo",
    atMost: 0.7,
  },
  { ...webhookProgram("name completion", `webhooks.on("¦")`), question: "completionInfo" },
];

function onCall(name: string): string {
  return `webhooks.on("${name}", ({ payload }) => payload.sender?.login);`;
}

function webhookProgram(name: string, calls: string): Program {
  const create = `const webhooks = new Webhooks({ secret: "a secret" });\n${calls}\n`;
  return {
    name,
    family: "webhooks",
    ours: `import { Webhooks } from "typewire/webhooks";\n${create}`,
    peer: `import { Webhooks } from "@octokit/webhooks";\n${create}`,
  };
}

/** Calls each of the first paths once. */
function callProgram(
  name: string,
  family: Family,
  count: number,
  ours: Caller,
  peer = PEER,
): Program {
  const paths = TYPED_PATHS.slice(0, count);
  const print = ({ before, call }: Caller): string => `${before}\n${paths.map(call).join("\n")}\n`;
  return { name, family, ours: print(ours), peer: print(peer) };
}

function callerByRoute(before: string, callee: string): Caller {
  return { before, call: (path) => `${callee}("GET ${path}", ${parametersOf(path)});` };
}

/** Parameters with the types that the peer's declarations require. */
function parametersOf(path: string): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = names.map(
    (name) => `${name}: ${/_(id|number)$/.test(name) && name !== "gist_id" ? 1 : '"acme"'}`,
  );
  return `{ ${values.join(", ")} }`;
}

/** A program for our package, and the same program for the peer. */
export interface Program {
  readonly name: string;
  readonly family: Family;
  readonly ours: string;
  readonly peer: string;
}

/** A question of an editor, in a program for our package and in one for the peer. `¦` is the caret. */
export interface EditorCase {
  readonly name: string;
  readonly question: Question;
  readonly ours: string;
  readonly peer: string;
  /** The highest ratio of the times of an answer. Without it, the ratio is only shown. */
  readonly atMost?: number;
}

/** Programs with the same limits; those of `sent` have `endpoint` as their peer. */
export type Family = "webhooks" | "routes" | "client" | "class" | "sent";

/** A way to call routes: the lines before all calls, and the call of one path. */
interface Caller {
  readonly before: string;
  readonly call: (path: string) => string;
}
