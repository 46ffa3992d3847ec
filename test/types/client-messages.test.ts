/** Messages for developers who send requests: errors of the compiler, completions and hovers. */
import { describe, expect, it } from "vitest";
import { openEditor } from "./editor.js";

const prelude = `
import { createClient, isResponseError } from "typewire/client";
const client = createClient();
`;

const errors: readonly (readonly [mistake: string, text: string, message: string])[] = [
  [
    "no parameters at all",
    `client.request("GET /orgs/{org}/repos");`,
    `Argument of type 'string' is not assignable to parameter of type 'MissingParameters<"GET /orgs/{org}/repos", "org">'.`,
  ],
  [
    "a missing parameter",
    `client.request("GET /repos/{owner}/{repo}", { owner: "acme" });`,
    `Argument of type '{ owner: string; }' is not assignable to parameter of type 'ReposGetParameters'.
  Property 'repo' is missing in type '{ owner: string; }' but required in type 'ReposGetParameters'.`,
  ],
  [
    "a misspelt route",
    `client.request("GET /museum-hourz");`,
    `Argument of type 'string' is not assignable to parameter of type 'UnknownRoute<"GET /museum-hourz">'.`,
  ],
  [
    "a misspelt route with options",
    `client.request("GET /zenn", {}, { retry: 0 });`,
    `Argument of type '{}' is not assignable to parameter of type 'UnknownRoute<"GET /zenn">'.
  Type '{}' is missing the following properties from type 'UnknownRoute<"GET /zenn">': route, isKnown`,
  ],
  [
    "a misspelt route of an error",
    `declare const error: unknown; isResponseError(error, "GET /zenn");`,
    `Argument of type '"GET /zenn"' is not assignable to parameter of type 'KnownRoute<RouteResponses>'.`,
  ],
  [
    "a body that lacks a property",
    `client.request("POST /repos/{owner}/{repo}/issues", { owner: "acme", repo: "site" });`,
    `Argument of type '{ owner: string; repo: string; }' is not assignable to parameter of type 'IssuesCreateDataParameters | IssuesCreateParameters'.
  Property 'title' is missing in type '{ owner: string; repo: string; }' but required in type 'IssuesCreateParameters'.`,
  ],
  [
    "a misspelt parameter beside options",
    `client.request("GET /orgs/{org}/repos", { org: "acme", per_pag: 5 }, { retry: 0 });`,
    `Object literal may only specify known properties, but 'per_pag' does not exist in type 'ReposListForOrgParameters'. Did you mean to write 'per_page'?`,
  ],
  [
    "a misspelt option",
    `client.request("GET /zen", {}, { timeOut: 5 });`,
    `Object literal may only specify known properties, but 'timeOut' does not exist in type 'RequestSettings'. Did you mean to write 'timeout'?`,
  ],
  [
    "pages of a route without pages",
    `client.paginate("GET /zen");`,
    `Argument of type 'string' is not assignable to parameter of type 'RouteWithoutPages<"GET /zen">'.`,
  ],
  [
    "pages of a route without pages, with parameters",
    `client.paginate("GET /repos/{owner}/{repo}", { owner: "acme", repo: "site" });`,
    `Object literal may only specify known properties, and 'owner' does not exist in type 'RouteWithoutPages<"GET /repos/{owner}/{repo}">'.`,
  ],
  [
    "pages without a parameter",
    `client.paginate("GET /orgs/{org}/repos");`,
    `Argument of type 'string' is not assignable to parameter of type 'MissingParameters<"GET /orgs/{org}/repos", "org">'.`,
  ],
  [
    "a response that is not awaited",
    `client.request("GET /zen").data;`,
    `Property 'data' does not exist on type 'Promise<Success<200, string>>'.`,
  ],
  [
    "a misspelt property of an answer",
    `const { data } = await client.request("GET /repos/{owner}/{repo}", { owner: "a", repo: "b" });
data.nme;
export {};`,
    `Property 'nme' does not exist on type 'ApiFullRepository'. Did you mean 'name'?`,
  ],
];

const parameters = `"GET /orgs/{org}/repos", { org: "acme" }`;

const completions: readonly (readonly [place: string, text: string, expected: string[]])[] = [
  ["a route", `client.request("¦")`, ["GET /zen", "GET /orgs/{org}/repos"]],
  ["a parameter", `client.request("GET /orgs/{org}/repos", { ¦ })`, ["org", "per_page"]],
  ["an option", `client.request(${parameters}, { ¦ })`, ["signal", "timeout", "retry", "stream"]],
  ["a list", `client.paginate("¦")`, ["GET /orgs/{org}/repos", "GET /gists"]],
  ["a property", `(await client.request(${parameters})).data[0]!.¦`, ["full_name", "owner"]],
  ["a status", `(await client.request(${parameters})).¦`, ["data", "headers", "status", "url"]],
];

const hovers: readonly (readonly [text: string, type: string])[] = [
  [`const { da¦ta } = await client.request("GET /zen");`, "data: string"],
  [`const { sta¦tus } = await client.request("GET /zen");`, "status: 200"],
  [`for await (const re¦po of client.paginate(${parameters})) repo;`, "repo: ApiMinimalRepository"],
  [
    `const r = await client.request("GET /zen", {}, { ifNoneMatch: "1" });
if (r.status === 304) r.da¦ta;`,
    "data: undefined",
  ],
];

const editor = openEditor([
  ...errors.map(([, text]) => prelude + text),
  ...completions.map(([, text]) => prelude + text),
  ...hovers.map(([text]) => hoverProgram(text)),
]);

describe("in an editor, a request", () => {
  it.each(errors)("%s is one error that names it", (_, text, message) => {
    expect(editor.errors(prelude + text)).toEqual([message]);
  });

  it.each(completions)("%s completes", (_, text, expected) => {
    expect(editor.completions(prelude + text)).toEqual(expect.arrayContaining(expected));
  });

  it("completes lists alone where pages are asked for", () => {
    const names = editor.completions(`${prelude}client.paginate("¦", {})`);
    expect(names).not.toContain("GET /zen");
    expect(names).not.toContain("POST /gists");
  });

  it.each(hovers)("%s shows a readable type", (text, expected) => {
    expect(editor.hover(hoverProgram(text))).toContain(expected);
  });
});

function hoverProgram(text: string): string {
  return `${prelude}${text}\nexport {};`;
}
