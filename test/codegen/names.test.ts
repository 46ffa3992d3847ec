/** Names of types, functions and files, made of names in YAML. */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { toModuleNames, toPayloadFileNames } from "../../codegen/model/file-names.js";
import {
  createTypeScope,
  createValueScope,
  toCamelCase,
  toNameType,
  toPascalCase,
  toTypeKey,
  toValueKey,
} from "../../codegen/model/names.js";

describe("toPascalCase", () => {
  it.each([
    ["pull_request_review", "PullRequestReview"],
    ["issues.opened", "IssuesOpened"],
    ["projects_v2_item", "ProjectsV2Item"],
    ["repos/list-for-org", "ReposListForOrg"],
    ["keepsInnerCapitals", "KeepsInnerCapitals"],
    ["1password", "_1password"],
    ["+1", "_1"],
    ["", "_"],
    ["*/", "_"],
    ["é-tat", "ÉTat"],
    ["__proto__", "Proto"],
    ["a`b\"c'd", "ABCD"],
    ["emoji 🎉 party", "EmojiParty"],
    ["x²", "X"],
    ["charge.dispute.created", "ChargeDisputeCreated"],
    ["orders/create", "OrdersCreate"],
    ["Push Hook", "PushHook"],
    ["repo:push", "RepoPush"],
    ["AUTHORISATION", "AUTHORISATION"],
    ["{dataType}.write.successful", "DataTypeWriteSuccessful"],
  ])("%j becomes %s", (text, name) => {
    expect(toPascalCase(text)).toBe(name);
  });
});

describe("toNameType", () => {
  it.each([
    ["issues.opened", '"issues.opened"'],
    ['a"b', '"a\\"b"'],
    ["{dataType}.write", "`${string}.write`"],
    ["{a}.b.{c}", "`${string}.b.${string}`"],
    ["{a}`{b}`", "`${string}\\`${string}\\``"],
    ["\\{a}\\n", "`\\\\${string}\\\\n`"],
    ["{a}.${b c}.${", "`${string}.\\${b c}.\\${`"],
    ["{a}.$1", "`${string}.$1`"],
    ["{1}", '"{1}"'],
  ])("%j has the type %s", (name, type) => {
    expect(toNameType(name)).toBe(type);
  });

  it.each(["{a}`{b}", "\\{a}\\n", "{a}.${b c}.${", "{a}$", "$`\\{a}`\\$"])(
    "%j has a type that is the text around its placeholders",
    (name) => {
      const { statements } = ts.createSourceFile(
        "a.ts",
        `type A = ${toNameType(name)};`,
        ts.ScriptTarget.ES2022,
      );
      const [declaration, ...others] = statements;
      expect(others).toEqual([]);
      const type =
        declaration && ts.isTypeAliasDeclaration(declaration) ? declaration.type : undefined;
      if (type === undefined || !ts.isTemplateLiteralTypeNode(type)) throw new Error("no template");
      const texts = [type.head, ...type.templateSpans.map(({ literal }) => literal)];
      expect(texts.map(({ text }) => text)).toEqual(name.split(/\{[a-z]\}/));
    },
  );
});

describe("toCamelCase", () => {
  it.each([
    ["issues/list-for-repo", "issuesListForRepo"],
    ["delete", "delete_"],
    ["new", "new_"],
    ["await", "await_"],
    ["arguments", "arguments_"],
    ["2fa/enable", "_2faEnable"],
    ["", "_"],
  ])("%j becomes %s", (text, name) => {
    expect(toCamelCase(text)).toBe(name);
  });
});

describe("a scope", () => {
  it("gives a name out once, and the same with a number after that", () => {
    const scope = createTypeScope([]);
    expect(["AB", "AB", "AB2", "AB"].map((name) => scope.take(name))).toEqual([
      "AB",
      "AB2",
      "AB22",
      "AB3",
    ]);
  });

  it("qualifies a taken name before it numbers it", () => {
    const scope = createTypeScope([]);
    const names = [1, 2, 3].map(() => scope.take("User", "ApiUser"));
    expect(names).toEqual(["User", "ApiUser", "User2"]);
  });

  it("keeps the names that generated files use themselves", () => {
    expect(createTypeScope(["EventMap"]).take("EventMap")).toBe("EventMap2");
  });

  it.each(["Pick", "Record", "Headers", "Array"])("never shadows the global type %s", (name) => {
    expect(createTypeScope([]).take(name)).toBe(`${name}2`);
  });

  it.each(["delete", "class", "await"])("never gives out the reserved word %s", (word) => {
    expect(createValueScope().take(word)).toBe(`${word}2`);
  });
});

describe("keys", () => {
  it.each([
    ["plain", "plain"],
    ["$dollar_1", "$dollar_1"],
    ["a-b", '"a-b"'],
    ["1st", '"1st"'],
    ['quo"te', '"quo\\"te"'],
    ["line\nbreak", '"line\\nbreak"'],
    ["", '""'],
  ])("of a type: %j is written %s", (name, key) => {
    expect(toTypeKey(name)).toBe(key);
  });

  it("of a value: `__proto__` is computed, so that it is data", () => {
    expect(toValueKey("__proto__")).toBe('["__proto__"]');
    expect(toTypeKey("__proto__")).toBe("__proto__");
  });
});

describe("file names", () => {
  const names = [
    "push",
    "Push",
    "charge.dispute.created",
    "orders/create",
    "orders create",
    "Push Hook",
    "repo:push",
    "{dataType}.write",
    ".hidden",
    "aux",
    "NUL.x",
    "été",
    "a".repeat(300),
  ];

  it("of modules have no dots, and differ by more than case", () => {
    expect(toModuleNames(names)).toEqual([
      "push",
      "Push-2",
      "charge_dispute_created",
      "orders_create",
      "orders_create-2",
      "Push_Hook",
      "repo_push",
      "_dataType__write",
      "_hidden",
      "aux_",
      "NUL_x",
      "_t_",
      "a".repeat(120),
    ]);
  });

  it("of payloads keep what is safe", () => {
    expect(toPayloadFileNames(names)).toEqual([
      "push",
      "Push-2",
      "charge.dispute.created",
      "orders_create",
      "orders_create-2",
      "Push_Hook",
      "repo_push",
      "_dataType_.write",
      "_hidden",
      "aux_",
      "NUL.x_",
      "_t_",
      "a".repeat(120),
    ]);
  });
});
