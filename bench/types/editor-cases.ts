import type { Question } from "./language-server.js";
import type { Family } from "./programs.js";

/** A question of an editor, for the package measured and for the peer. */
export interface EditorCase {
  readonly name: string;
  readonly family: Family;
  readonly question: Question;
  readonly ours: string;
  readonly peer: string;
}

export const editorCases: readonly EditorCase[] = [
  {
    name: "parameter completion",
    family: "routes",
    question: "completionInfo",
    ours: `import { endpoint } from "typewire/endpoint";\nendpoint("GET /orgs/{org}/repos", { ¦ });\n`,
    peer: `import { request } from "@octokit/request";\nvoid request("GET /orgs/{org}/repos", { ¦ });\n`,
  },
  {
    name: "hover on a payload",
    family: "webhooks",
    question: "quickinfo",
    ours: webhookProgram("typewire/webhooks", `"issues.opened", ({ pay¦load }) => payload`),
    peer: webhookProgram("@octokit/webhooks", `"issues.opened", ({ pay¦load }) => payload`),
  },
  {
    name: "name completion",
    family: "webhooks",
    question: "completionInfo",
    ours: webhookProgram("typewire/webhooks", `"¦"`),
    peer: webhookProgram("@octokit/webhooks", `"¦"`),
  },
];

function webhookProgram(module: string, call: string): string {
  return `import { Webhooks } from "${module}";
const webhooks = new Webhooks({ secret: "a secret" });
webhooks.on(${call});
`;
}
