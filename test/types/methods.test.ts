/** The class in an editor: names after a dot, and signatures that read well. */
import { describe, expect, it } from "vitest";
import { openEditor } from "./editor.js";

const imports = `import { Vendor } from "typewire";
const vendor = new Vendor();
`;

const signatures: readonly Signature[] = [
  [
    `repos.list¦ForOrg({ org: "acme" })`,
    "ReposMethods.listForOrg(parameters: ReposListForOrgParameters, options?: MethodOptions): ListCall<ReposListForOrgResponse, ApiMinimalRepository>",
    "List the repositories of an organization.\n\n`GET /orgs/{org}/repos`",
  ],
  [
    `repos.g¦et({ owner: "acme", repo: "one" })`,
    "ReposMethods.get(parameters: ReposGetParameters, options?: MethodOptions): Call<ReposGetResponse>",
    "Get a repository.\n\n`GET /repos/{owner}/{repo}`",
  ],
  [
    `issues.cre¦ate({ owner: "acme", repo: "one", title: "Lost" })`,
    "IssuesMethods.create(parameters: IssuesCreateDataParameters | IssuesCreateParameters, options?: MethodOptions): Call<IssuesCreateResponse>",
    "Open an issue.\n\n`POST /repos/{owner}/{repo}/issues`",
  ],
  [
    `gists.del¦ete({ gist_id: "1" })`,
    "GistsMethods.delete(parameters: GistsDeleteParameters, options?: MethodOptions): Call<GistsDeleteResponse>",
    "Delete a gist.\n\n`DELETE /gists/{gist_id}`",
  ],
  [
    "meta.get¦Zen()",
    "MetaMethods.getZen(parameters?: MetaGetZenParameters, options?: MethodOptions): Call<MetaGetZenResponse>",
    "`GET /zen`",
  ],
];

const editor = openEditor(signatures.map(([call]) => printProgram(call)));

describe("an editor", () => {
  it.each(signatures)("shows the signature of %s", (call, shown, text) => {
    const program = printProgram(call);
    expect(editor.errors(program.replace("¦", ""))).toEqual([]);
    expect(editor.hover(program)).toBe(`(method) ${shown}`);
    expect(editor.documentation(program)).toContain(text);
  });

  it("completes the resources, the client and deliveries alone", () => {
    const names = editor.completions(`${imports}vendor.¦`);
    expect(names).toEqual(expect.arrayContaining(["actions", "client", "repos", "webhooks"]));
    expect(names.filter((name) => !/^[a-z]\w+$/.test(name))).toEqual([]);
    expect(names.length).toBeLessThan(60);
  });

  it("knows pages, errors and deliveries by their types", () => {
    const program = `import { NotFoundError, type VendorOptions } from "typewire";
${imports}
const page = await vendor.repos.listForOrg({ org: "acme" });
page.data[0]?.full_name satisfies string | undefined;
page.hasNextPage() satisfies boolean;
for await (const repo of vendor.repos.listForOrg({ org: "acme" })) repo.id satisfies number;
const { data, response, requestId } = await vendor.meta.getZen().withResponse();
export const all: [string, Response, string | undefined] = [data, response, requestId];
export const options: VendorOptions = { apiKey: null, timeout: 7 };
declare const error: unknown;
if (error instanceof NotFoundError) error.status satisfies 404;
const event = await vendor.webhooks.unwrap("{}", new Headers());
if (event.name === "push") event.payload.ref satisfies string;
// @ts-expect-error -- a required parameter is missing
void vendor.repos.listForOrg({});
`;
    expect(editor.errors(program)).toEqual([]);
  });
});

function printProgram(call: string) {
  return `${imports}vendor.${call}`;
}

type Signature = readonly [call: string, shown: string, text: string];
