/** Names of methods and their former names, as the YAML has them or as they are made of operations. */
import { describe, expect, it } from "vitest";
import { readCalls } from "../../codegen/read/method-names.js";
import { readSchema } from "../../codegen/read-schema.js";
import { nameMistakes } from "../cases/codegen/read/method-names.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

const METHOD_CASES: readonly Case[] = [
  {
    title: "an operation",
    routes: {
      "GET /a": "repos/list-for-org",
      "DELETE /a": "repos/delete",
      "GET /b": "api-keys/get",
    },
    calls: ["repos.listForOrg", "repos.delete", "apiKeys.get"],
  },
  {
    title: "a method",
    routes: { "GET /a": { method: "chats.participants.add" }, "GET /b": { method: "ping" } },
    calls: ["chats.participants.add", "ping"],
  },
  {
    title: "an operation whose name a method has, or a former one",
    routes: {
      "GET /a": "repos/get",
      "GET /b": { method: "repos.get", was: "repos.read" },
      "PUT /c": "repos/read",
    },
    calls: ["repos.getA", "repos.get", "repos.putC"],
  },
  {
    title: "operations with one name in camelCase: the shorter URL has it",
    routes: { "GET /a/b": "x/list-b2", "GET /a": "x/list-b-2" },
    calls: ["x.getAB", "x.listB2"],
  },
  {
    title: "operations with one name and URLs of one length: none has it",
    routes: { "GET /a": "x/list-b2", "PUT /a": "x/list-b-2" },
    calls: ["x.getA", "x.putA"],
  },
  {
    title: "an operation whose group is a method, or whose name is a resource",
    routes: {
      "GET /a": { method: "repos" },
      "GET /b": { method: "users.list.all" },
      "GET /c": "users/list",
      "GET /d": "repos/get",
    },
    calls: ["repos", "users.list.all", "users.getC", "reposApi.get"],
  },
  {
    title: "reserved names",
    routes: {
      "GET /a": "x/then",
      "GET /b": "client/get",
      "GET /c": "constructor/get",
      "GET /d": "webhooks/unwrap",
      "GET /e": "x/client",
    },
    calls: ["x.getA", "clientApi.get", "constructorApi.get", "webhooks.getD", "x.client"],
  },
  {
    title: "groups that differ by case alone",
    routes: { "GET /a": "web-hooks/list", "GET /b": "webhooks/get", "GET /c": "webhooks/list" },
    calls: ["webhooks.getA", "webhooks.get", "webhooks.getC"],
  },
];

describe("the method of a route", () => {
  it.each(METHOD_CASES)("has the name of $title", ({ routes, calls }) => {
    const names = readNames(routes);
    expect(Object.keys(routes).map((key) => names.get(key))).toEqual(calls);
    const reversed = Object.fromEntries(Object.entries(routes).reverse());
    expect(readNames(reversed)).toEqual(names);
  });

  it("is in the model, with its former names", () => {
    const text = `GET /a:\n  operation: x/a\n  method: chats.list\n  was: chats.all\nGET /b:\n  operation: x/b\n  was: [a.b, b]\n`;
    const { routes } = readSchema(miniatureWith({ "routes.yaml": text }));
    expect(routes.map(({ call, formerCalls }) => [call, formerCalls])).toEqual([
      ["chats.list", ["chats.all"]],
      ["x.b", ["a.b", "b"]],
    ]);
  });
});

describe("a name that is refused", () => {
  it.each(nameMistakes)("is reported exactly: $title", ({ files, report }) => {
    expect(reportOf(() => readSchema(miniatureWith(files)))).toEqual(report);
  });
});

/** The names of the methods, by the keys of the routes. */
function readNames(routes: Case["routes"]): ReadonlyMap<string, string> {
  const entries = Object.entries(routes).map(([key, entry]) => {
    const route = typeof entry === "string" ? { operation: entry } : { operation: "o/p", ...entry };
    return [key, route] as const;
  });
  const calls = readCalls(Object.fromEntries(entries));
  return new Map([...calls].map(([key, { call }]) => [key, call]));
}

interface Case {
  readonly title: string;
  /** By their keys: an operation, or an entry with `method` and `was`. */
  readonly routes: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  /** The names of the methods, in the order of the routes. */
  readonly calls: readonly string[];
}
