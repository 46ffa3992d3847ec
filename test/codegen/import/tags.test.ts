/** Tags of a description, which name the groups of routes. */
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const TAGS = [
  { name: "User Orders", description: " What users ordered.\n\nAll of it. " },
  { name: "shops" },
  { name: "oauth", "x-displayName": "OAuth" },
  { name: "Files", summary: "Files and\nfolders" },
  { name: "Unused", description: "No route has it." },
];

const PATHS = {
  "/orders": { get: operation("User Orders") },
  "/shops": { get: operation("shops") },
  "/token": { get: operation("oauth") },
  "/files": { get: operation("Files") },
  "/notes": { get: operation("My Notes") },
};

/** Not of `shops`, whose tag says no more than the name of the group. */
const IMPORTED_TAGS = {
  "user-orders": { title: "User Orders", description: "What users ordered.\n\nAll of it." },
  oauth: "OAuth",
  files: "Files and folders",
  "my-notes": "My Notes",
};

const SERVERS = [{ url: "https://api.acme.example" }];

it("names and describes groups after tags, where that says more", () => {
  const { texts } = importAlone(describeApi({ servers: SERVERS, paths: PATHS, tags: TAGS }));
  expect(readTags(texts)).toEqual(IMPORTED_TAGS);
  const { vendor } = readSchema(Object.entries(texts).map(([path, text]) => ({ path, text })));
  expect(vendor.tags?.[0]).toEqual({ group: "user-orders", ...IMPORTED_TAGS["user-orders"] });
  expect(vendor.tags?.[1]).toEqual({ group: "oauth", title: "OAuth" });
});

it("keeps what somebody wrote, and adds tags that are new", () => {
  const { "/notes": notes, ...fewer } = PATHS;
  const { texts } = importAlone(describeApi({ servers: SERVERS, paths: fewer, tags: TAGS }));
  const vendor = (texts["vendor.yaml"] ?? "").replace("oauth: OAuth", "oauth: Signing in");
  const next = describeApi({ servers: SERVERS, paths: { ...fewer, "/notes": notes }, tags: TAGS });
  const { texts: after } = importInto({ ...texts, "vendor.yaml": vendor }, next);
  expect(readTags(after)).toEqual({ ...IMPORTED_TAGS, oauth: "Signing in" });
});

function operation(tag: string) {
  return { tags: [tag], responses: {} };
}

function readTags(texts: Readonly<Record<string, string>>): unknown {
  return (parse(texts["vendor.yaml"] ?? "") as { readonly tags?: unknown }).tags;
}
