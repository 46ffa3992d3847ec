/** Errors of the compiler for developers who make queries. */
import { describe, expect, it } from "vitest";
import { openEditor } from "./editor.js";

const prelude = `
import { createClient } from "typewire/core";
import { infiniteQuery, query } from "typewire/query";
import { get, listForOrg } from "typewire/resources/repos";
import { getZen } from "typewire/resources/meta";
import { Vendor } from "typewire/sdk";
import type { AnyClient, Streamed } from "typewire-runtime/calls";
const client = createClient();
declare const watch: (client: AnyClient, parameters?: object) => Streamed<string>;
`;

const errors: readonly (readonly [mistake: string, text: string, message: string])[] = [
  [
    "pages of a method without pages",
    `infiniteQuery(get, client, { owner: "acme", repo: "site" });`,
    `Argument of type 'CoreClient' is not assignable to parameter of type 'MethodWithoutPages'.
  Property 'hasPages' is missing in type 'CoreClient' but required in type 'MethodWithoutPages'.`,
  ],
  [
    "pages of a method without pages, without parameters",
    `infiniteQuery(getZen, client);`,
    `Argument of type 'CoreClient' is not assignable to parameter of type 'MethodWithoutPages'.
  Property 'hasPages' is missing in type 'CoreClient' but required in type 'MethodWithoutPages'.`,
  ],
  [
    "a stream",
    `query(watch, client);`,
    `Argument of type 'CoreClient' is not assignable to parameter of type 'MethodThatStreams'.
  Property 'streams' is missing in type 'CoreClient' but required in type 'MethodThatStreams'.`,
  ],
  [
    "no parameters",
    `query(get, client);`,
    `Argument of type 'CoreClient' is not assignable to parameter of type 'MissingParameters<ReposGetParameters>'.
  Property 'parameters' is missing in type 'CoreClient' but required in type 'MissingParameters<ReposGetParameters>'.`,
  ],
  [
    "a missing parameter",
    `query(get, client, { owner: "acme" });`,
    `Argument of type '{ owner: string; }' is not assignable to parameter of type 'symbol | ReposGetParameters'.
  Property 'repo' is missing in type '{ owner: string; }' but required in type 'ReposGetParameters'.`,
  ],
  [
    "a misspelt parameter",
    `query(listForOrg, client, { org: "acme", per_pag: 5 });`,
    `Object literal may only specify known properties, but 'per_pag' does not exist in type 'ReposListForOrgParameters'. Did you mean to write 'per_page'?`,
  ],
  [
    "a method of the class",
    `query(new Vendor().repos.get, client, { owner: "a", repo: "b" });`,
    `Argument of type '(parameters: ReposGetParameters, options?: MethodOptions | undefined) => Call<ApiFullRepository>' is not assignable to parameter of type 'ResourceFunction'.
  Types of parameters 'parameters' and 'client' are incompatible.
    Type 'AnyClient' is not assignable to type 'ReposGetParameters'.
      Type 'BareClient' is missing the following properties from type 'ReposGetParameters': owner, repo`,
  ],
  [
    "a function of one's own",
    `query(async () => 1, client);`,
    `Type 'Promise<number>' is not assignable to type 'CallOrStream'.`,
  ],
];

const editor = openEditor(errors.map(([, text]) => prelude + text));

describe("[P.10] in the editor of who makes queries", () => {
  it.each(errors)("%s is one error that names it", (_, text, message) => {
    expect(editor.errors(prelude + text)).toEqual([message]);
  });
});
