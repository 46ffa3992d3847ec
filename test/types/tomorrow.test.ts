/** Values that a service may add tomorrow, in programs of the default client: completions and narrowing. */
import { describe, expect, it } from "vitest";
import { openEditor } from "./editor.js";

const editor = openEditor();

const imports = `import { Vendor, Webhooks } from "typewire";
const vendor = new Vendor();
const webhooks = new Webhooks({ secret: "x" });
`;

describe("[K.14] an editor", () => {
  it.each<[what: string, program: string, known: readonly string[]]>([
    [
      "of a payload",
      `webhooks.on("issues.opened", ({ payload }) => payload.issue.state === "¦");`,
      ["open", "closed"],
    ],
    [
      "in a switch",
      `webhooks.on("create", ({ payload }) => {
  switch (payload.ref_type) {
    case "¦":
  }
});`,
      ["tag", "branch"],
    ],
    [
      "of a response",
      `const { repository_selection: all } = await vendor.apps.getOrgInstallation({ org: "acme" });
all === "¦";`,
      ["all", "selected"],
    ],
    [
      "of a discriminator",
      `const file = await vendor.repos.getContent({ owner: "acme", repo: "one", path: "readme" });
if (!Array.isArray(file)) file.type === "¦";`,
      ["file", "symlink", "submodule"],
    ],
    [
      "of what is sent",
      `await vendor.issues.update({ owner: "acme", repo: "one", issue_number: 1, state: "¦" });`,
      ["open", "closed"],
    ],
  ])("completes the known values %s", (_, program, known) => {
    const names = editor.completions(imports + program);
    expect(names).toEqual(expect.arrayContaining([...known]));
    expect(names.some((name) => name.includes("unlisted"))).toBe(false);
  });

  it("takes other values of what is received, and none of what is sent", () => {
    const program = `${imports}
webhooks.on("create", ({ payload }) => {
  switch (payload.ref_type) {
    case "tag":
    case "tomorrow":
      return "known";
    default:
      return payload.ref_type.toUpperCase();
  }
});
const file = await vendor.repos.getContent({ owner: "acme", repo: "one", path: "readme" });
if (!Array.isArray(file)) {
  switch (file.type) {
    case "file":
      file.content satisfies string;
      break;
    case "symlink":
      file.target satisfies string;
      break;
    default:
      file.name satisfies string;
  }
  // @ts-expect-error -- only a file has content
  file.content;
}
const me = await vendor.users.getAuthenticated();
me.login satisfies string;
// @ts-expect-error -- the service does not take it
void vendor.issues.update({ owner: "acme", repo: "one", issue_number: 1, state: "tomorrow" });
`;
    expect(editor.errors(program)).toEqual([]);
  });

  it("keeps what tells events apart exact", () => {
    const program = `${imports}
webhooks.on("issues.opened", ({ name, payload }) => {
  name satisfies "issues";
  payload.action satisfies "opened";
});
webhooks.on("issues", ({ payload }) => {
  if (payload.action === "labeled") payload.label satisfies object | undefined;
  // @ts-expect-error -- the service has no such action
  if (payload.action === "tomorrow") return;
});
`;
    expect(editor.errors(program)).toEqual([]);
  });
});
