/**
 * Messages for developers: errors of the compiler, completions and hovers. They are pinned,
 * because a change in the types that still compiles can make all three unreadable.
 */
import { describe, expect, it } from "vitest";
import { emitterEventNames } from "typewire";
import { openEditor } from "./editor.js";

const prelude = `
import { anyEvent, anyRoute, endpoint, validateEventName, Webhooks } from "typewire";
const webhooks = new Webhooks({ secret: "a secret" });
`;

const errors: readonly ErrorCase[] = [
  {
    mistake: "a missing parameter",
    text: `endpoint("GET /orgs/{org}/repos", {});`,
    message: `Argument of type '{}' is not assignable to parameter of type 'ReposListForOrgParameters'.
  Property 'org' is missing in type '{}' but required in type 'ReposListForOrgParameters'.`,
  },
  {
    mistake: "no parameters at all",
    text: `endpoint("GET /orgs/{org}/repos");`,
    message: `Argument of type 'string' is not assignable to parameter of type 'EndpointOptions | MissingParameters<"GET /orgs/{org}/repos", "org">'.`,
  },
  {
    mistake: "several missing parameters",
    text: `endpoint("POST /repos/{owner}/{repo}/issues", { owner: "acme" });`,
    message: `Argument of type '{ owner: string; }' is not assignable to parameter of type 'IssuesCreateDataParameters | IssuesCreateParameters'.
  Type '{ owner: string; }' is missing the following properties from type 'IssuesCreateParameters': repo, title`,
  },
  {
    mistake: "a misspelt field of a body",
    text: `endpoint("POST /repos/{owner}/{repo}/issues", { owner: "acme", repo: "site", titel: "" });`,
    message: `Object literal may only specify known properties, but 'titel' does not exist in type 'IssuesCreateDataParameters | IssuesCreateParameters'. Did you mean to write 'title'?`,
  },
  {
    mistake: "a body that lacks a field",
    text: `endpoint("POST /repos/{owner}/{repo}/issues", { owner: "acme", repo: "site", data: { body: "" } });`,
    message: `Type '{ body: string; }' is not assignable to type 'BodyFields<IssuesCreateParameters, "owner" | "repo"> | RawBody | undefined'.
  Property 'title' is missing in type '{ body: string; }' but required in type 'BodyFields<IssuesCreateParameters, "owner" | "repo">'.`,
  },
  {
    mistake: "a field beside the whole body",
    text: `endpoint("POST /markdown", { data: { text: "" }, mode: "gfm" });`,
    message: `Argument of type '{ data: { text: string; }; mode: "gfm"; }' is not assignable to parameter of type 'MarkdownRenderDataParameters | MarkdownRenderParameters'.
  Types of property 'mode' are incompatible.
    Type '"gfm"' is not assignable to type 'undefined'.`,
  },
  {
    mistake: "no parameters at all, not even fields of a body",
    text: `endpoint("POST /markdown");`,
    message: `Argument of type 'string' is not assignable to parameter of type 'EndpointOptions | MissingParameters<"POST /markdown", "data" | "text">'.`,
  },
  {
    mistake: "a misspelt parameter",
    text: `endpoint("GET /orgs/{org}/repos", { org: "acme", per_pag: 5 });`,
    message: `Object literal may only specify known properties, but 'per_pag' does not exist in type 'ReposListForOrgParameters'. Did you mean to write 'per_page'?`,
  },
  {
    mistake: "a placeholder of an unknown route",
    text: `endpoint(anyRoute("GET /not/{known}"), {});`,
    message: `Argument of type '{}' is not assignable to parameter of type 'UnknownParameters & { readonly known: {}; }'.
  Property 'known' is missing in type '{}' but required in type '{ readonly known: {}; }'.`,
  },
  {
    mistake: "placeholders of an unknown route, without parameters",
    text: `endpoint(anyRoute("GET /not/{known}/{either}"));`,
    message: `Argument of type 'AnyRoute<"known" | "either">' is not assignable to parameter of type 'EndpointOptions | MissingParameters<AnyRoute<"known" | "either">, "known" | "either">'.
  Property 'url' is missing in type 'String & { readonly [ANY_ROUTE]: "known" | "either"; }' but required in type 'EndpointOptions'.`,
  },
  {
    mistake: "a misspelt route",
    text: `endpoint("GET /zenn");`,
    message: `Argument of type 'string' is not assignable to parameter of type 'EndpointOptions | UnknownRoute<"GET /zenn">'.`,
  },
  {
    mistake: "a misspelt route with parameters",
    text: `endpoint("GET /org/{org}/repos", { org: "acme" });`,
    message: `Object literal may only specify known properties, and 'org' does not exist in type 'UnknownRoute<"GET /org/{org}/repos">'.`,
  },
  {
    mistake: "a route that is any text",
    text: `declare const route: string; endpoint(route, {});`,
    message: `Argument of type '{}' is not assignable to parameter of type 'UnknownRoute<string>'.
  Type '{}' is missing the following properties from type 'UnknownRoute<string>': route, isKnown`,
  },
  {
    mistake: "a misspelt parameter beside a default",
    text: `endpoint.defaults({ org: "acme" })("GET /orgs/{org}/repos", { per_pag: 5 });`,
    message: `Object literal may only specify known properties, but 'per_pag' does not exist in type 'Relaxed<ReposListForOrgParameters, "org">'. Did you mean to write 'per_page'?`,
  },
  {
    mistake: "options without a URL",
    text: `endpoint({ method: "GET" });`,
    message: `Argument of type '{ method: "GET"; }' is not assignable to parameter of type 'EndpointOptions'.
  Property 'url' is missing in type '{ method: "GET"; }' but required in type 'EndpointOptions'.`,
  },
  {
    mistake: "an unknown method",
    text: `endpoint({ method: "FETCH", url: "/x" });`,
    message: `Type '"FETCH"' is not assignable to type 'MethodInput | undefined'.`,
  },
  {
    mistake: "a URL beside a route",
    text: `endpoint(anyRoute("GET /not/known"), { url: "/x" });`,
    message: `Type 'string' is not assignable to type 'undefined'.`,
  },
  {
    mistake: "a misspelt property of a payload",
    text: `webhooks.on("issues.opened", ({ payload }) => payload.isue);`,
    message: `Property 'isue' does not exist on type 'IssuesOpenedPayload'. Did you mean 'issue'?`,
  },
  {
    mistake: "a number in place of an event name",
    text: `webhooks.on(["push", 1], () => {});`,
    message: `Type 'number' is not assignable to type 'string | AnyEvent'.`,
  },
  {
    mistake: "a misspelt event name",
    text: `webhooks.on("issues.opend", () => {});`,
    message: `Argument of type '"issues.opend"' is not assignable to parameter of type 'NoInfer<readonly EmitterWebhookEventName[]> | KnownEvent<WebhookTypes> | readonly KnownEvent<WebhookTypes>[]'.`,
  },
  {
    mistake: "one of several event names that is misspelt",
    text: `webhooks.on(["push", "issues.opend"], () => {});`,
    message: `Argument of type '("push" | "issues.opend")[]' is not assignable to parameter of type 'NoInfer<readonly EmitterWebhookEventName[]> | KnownEvent<WebhookTypes> | readonly KnownEvent<WebhookTypes>[]'.
  Type '("push" | "issues.opend")[]' is not assignable to type 'readonly KnownEvent<WebhookTypes>[]'.
    Type '"push" | "issues.opend"' is not assignable to type 'KnownEvent<WebhookTypes>'.
      Type '"issues.opend"' is not assignable to type 'KnownEvent<WebhookTypes>'. Did you mean '"issues.opened"'?`,
  },
];

const eventNames = emitterEventNames.toSorted();

/** Beside what is listed, an editor may echo the text at the caret. */
const completions: readonly CompletionCase[] = [
  { place: "an event name", text: `webhooks.on("¦")`, expected: eventNames },
  { place: "one of several event names", text: `webhooks.on(["¦"])`, expected: eventNames },
  {
    place: "an event name behind others",
    text: `webhooks.on(["push", "star", "¦"], () => {})`,
    expected: eventNames,
  },
  {
    place: "an event name before others",
    text: `webhooks.on(["¦", "push"], () => {})`,
    expected: eventNames,
  },
  {
    place: "a further name to be removed",
    text: `webhooks.removeListener(["push", "¦"], () => {})`,
    expected: eventNames,
  },
  { place: "an event name to be validated", text: `validateEventName("¦")`, expected: eventNames },
  {
    place: "a name to be removed",
    text: `webhooks.removeListener("¦")`,
    expected: [...eventNames, "*", "error"],
  },
  {
    place: "an action",
    text: `webhooks.on("issue_comment", ({ payload }) => payload.action === "¦")`,
    expected: ["created", "deleted", "edited"],
  },
  {
    place: "a value of an enumeration that grows",
    text: `webhooks.on("issues.opened", ({ payload }) => payload.issue.author_association === "¦")`,
    expected: ["COLLABORATOR", "MEMBER", "OWNER"],
  },
  {
    place: "a property of a payload",
    text: `webhooks.on("star.created", ({ payload }) => payload.¦)`,
    expected: ["action", "repository", "sender", "starred_at"],
  },
  { place: "a route", text: `endpoint("¦")`, expected: ["GET /orgs/{org}/repos", "GET /zen"] },
  {
    place: "a parameter",
    text: `endpoint("GET /orgs/{org}/repos", { ¦ })`,
    expected: ["org", "per_page", "page", "sort", "type", "headers", "baseUrl", "mediaType"],
  },
  {
    place: "a parameter that no default gives",
    text: `endpoint.defaults({ org: "acme" })("GET /orgs/{org}/repos", { ¦ })`,
    expected: ["org", "per_page"],
  },
  {
    place: "a parameter's value",
    text: `endpoint("GET /orgs/{org}/repos", { org: "acme", direction: "¦" })`,
    expected: ["asc", "desc"],
  },
];

const hovers = [
  [`webhooks.on("issues.opened", ({ pay¦load }) => 1)`, "payload: IssuesOpenedPayload"],
  [`webhooks.on("issues", ({ pay¦load }) => 1)`, "payload: IssuesPayload"],
  [`webhooks.on("issues.opened", (ev¦ent) => event)`, "event: IssuesOpenedEvent"],
  [`webhooks.on(["push", "star"], (ev¦ent) => event)`, "event: PushEvent | StarEvent"],
  [`webhooks.on(["push", "star"] as const, (ev¦ent) => event)`, "event: PushEvent | StarEvent"],
  [`webhooks.on(["push", anyEvent("stra")], (ev¦ent) => event)`, "event: UnknownEvent | PushEvent"],
  [
    `webhooks.on("pull_request.opened", ({ payload }) => payload.pull_request.he¦ad)`,
    "head: PullRequestBranch",
  ],
  [
    `endpo¦int("GET /orgs/{org}/repos", { org: "acme" })`,
    '(route: "GET /orgs/{org}/repos", parameters: ReposListForOrgParameters): RequestOptions',
  ],
] as const;

const documentedImports = `import type { Endpoints, Routes } from "typewire";
import { reposListForOrg, type ReposListForOrgParameters } from "typewire/routes";
`;

/** TypeScript shows nothing for a text that is an argument; this is where a route has its documentation. */
const documented = [
  `type Arguments = Routes["GET /or¦gs/{org}/repos"]`,
  `type Answer = Endpoints["GET /or¦gs/{org}/repos"]["response"]`,
  `endpoint(...reposList¦ForOrg({ org: "acme" }))`,
  `declare const parameters: ReposListForOrgPara¦meters`,
];

const editor = openEditor([
  ...errors.map(({ text }) => prelude + text),
  ...completions.map(({ text }) => prelude + text),
  ...documented.map((text) => prelude + documentedImports + text),
  ...hovers.map(([text]) => prelude + text),
]);

describe("in the editor", () => {
  it.each(errors)("$mistake is one error that names it", ({ text, message }) => {
    expect(editor.errors(prelude + text)).toEqual([message]);
  });

  it.each(completions)("$place completes", ({ text, expected }) => {
    expect(editor.completions(prelude + text)).toEqual(expect.arrayContaining([...expected]));
  });

  const options = ["baseUrl", "data", "headers", "mediaType", "method", "request", "url"];
  it.each(["endpoint", "endpoint.merge", "endpoint.defaults", "endpoint.defaults({ url: '/' })"])(
    "%s completes with the options alone",
    (callee) => {
      expect(editor.completions(`${prelude}${callee}({ ¦ })`).toSorted()).toEqual(options);
      const methods = editor.completions(`${prelude}${callee}({ method: "¦" })`);
      expect(methods.slice(0, 7)).toEqual([
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "OPTIONS",
      ]);
    },
  );

  it.each(["webhooks.on(", "webhooks.on(["])("%s completes with the known names alone", (call) => {
    const end = call.endsWith("[") ? "])" : ")";
    const names = editor.completions(`${prelude}${call}"¦"${end}`);
    // The empty text is the echo of what stands at the caret.
    expect(names.filter((name) => name !== "").toSorted()).toEqual(eventNames);
  });

  it.each(["issues.", "GET /orgs"])("nothing but known names complete after %s", (typed) => {
    const call = typed === "issues." ? "webhooks.on" : "endpoint";
    const known = editor.completions(`${prelude}${call}("¦")`);
    const names = editor.completions(`${prelude}${call}("${typed}¦")`);
    expect(names.filter((name) => name !== typed && !known.includes(name))).toEqual([]);
  });

  it("an import from the root offers what programs are made of, and no payload", () => {
    const names = editor.completions(`import { ¦ } from "typewire";`);
    expect(names).toEqual(
      expect.arrayContaining(["endpoint", "Webhooks", "createNodeMiddleware", "Endpoints"]),
    );
    expect(names.filter((name) => name.endsWith("Payload") && name !== "RawPayload")).toEqual([]);
    expect(names.length).toBeLessThan(80); // with the class and its errors
    const webhooks = editor.completions(`import { ¦ } from "typewire/webhooks";`);
    expect(webhooks).toEqual(expect.arrayContaining(["Webhooks", "IssuesOpenedPayload", "User"]));
  });

  it.each(documented)("%s shows what the route does", (text) => {
    const documentation = editor.documentation(prelude + documentedImports + text);
    expect(documentation).toContain("List the repositories of an organization.");
  });

  it.each(hovers)("%s shows readable types", (text, expected) => {
    expect(editor.hover(prelude + text)).toContain(expected);
  });
});

interface ErrorCase {
  readonly mistake: string;
  readonly text: string;
  readonly message: string;
}

interface CompletionCase {
  readonly place: string;
  readonly text: string;
  readonly expected: readonly string[];
}
