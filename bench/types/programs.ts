import { typedRoutes } from "./routes.js";

/** One program, written for the package measured and for the peer it is measured against. */
export interface Program {
  readonly name: string;
  readonly family: Family;
  readonly ours: string;
  readonly peer: string;
}

/** Programs with the same limits; those of `sent` have `endpoint` as their peer. */
export type Family = "webhooks" | "routes" | "client" | "sent";

/** Ten names, spread over the events. */
const tenNames = [
  ...["issues.opened", "issues.closed", "pull_request.opened", "push", "release.published"],
  ...["issue_comment.created", "check_run.completed", "workflow_run.requested", "star", "fork"],
];

/** Both packages have the same calls; what differs is where they are imported from. */
export const programs: readonly Program[] = [
  webhookProgram("one on()", onCall("issues.opened")),
  webhookProgram("ten on()", tenNames.map(onCall).join("\n")),
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
  webhookProgram(
    "array of names",
    `webhooks.on(["issues.opened", "issues.closed", "issues.reopened"], ({ payload }) => payload.issue.number);`,
  ),
  {
    name: "generic helper",
    family: "webhooks",
    ours: `import type { EmitterWebhookEventName, HandlerFunction, Webhooks } from "typewire/webhooks";
${genericHelper("HandlerFunction<Name>")}`,
    peer: `import type { EmitterWebhookEvent, EmitterWebhookEventName, Webhooks } from "@octokit/webhooks";
${genericHelper("(event: EmitterWebhookEvent<Name>) => unknown")}`,
  },
  routeProgram("one endpoint()", 1),
  routeProgram("ten endpoint()", 10),
  routeProgram("a hundred endpoint()", 100),
  clientProgram("one client.request()", 1),
  clientProgram("a hundred client.request()", 100),
  {
    name: "a hundred client.request() beside endpoint()",
    family: "sent",
    ours: sendCalls(100),
    peer: buildCalls(100),
  },
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

function genericHelper(handler: string): string {
  return `export function register<Name extends EmitterWebhookEventName>(
  webhooks: Webhooks,
  name: Name,
  handler: ${handler},
): void {
  webhooks.on(name, handler);
}
declare const webhooks: Webhooks;
register(webhooks, "issues.opened", ({ payload }) => payload);
`;
}

function routeProgram(name: string, count: number): Program {
  return { name, family: "routes", ours: buildCalls(count), peer: peerCalls(count) };
}

function clientProgram(name: string, count: number): Program {
  return { name, family: "client", ours: sendCalls(count), peer: peerCalls(count) };
}

function buildCalls(count: number): string {
  return `import { endpoint } from "typewire/endpoint";\n${routeCalls("endpoint", count)}\n`;
}

function sendCalls(count: number): string {
  const create = `import { createClient } from "typewire/client";\nconst client = createClient();\n`;
  return `${create}${routeCalls("void client.request", count)}\n`;
}

function peerCalls(count: number): string {
  return `import { request } from "@octokit/request";\n${routeCalls("void request", count)}\n`;
}

function routeCalls(callee: string, count: number): string {
  const routes = typedRoutes.slice(0, count);
  return routes.map((route) => `${callee}("${route}", ${parametersOf(route)});`).join("\n");
}

/** Of the type that the peer's declarations ask for. */
function parametersOf(route: string): string {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = names.map(
    (name) => `${name}: ${/_(id|number)$/.test(name) && name !== "gist_id" ? 1 : '"acme"'}`,
  );
  return `{ ${values.join(", ")} }`;
}
