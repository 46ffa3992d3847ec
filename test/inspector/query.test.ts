/** Searches as people type them, and what they match. */
import { describe, expect, it } from "vitest";
import { matchesTerms } from "../../src/inspector/sources/match-terms.js";
import { chooseText, parseQuery, type Term } from "../../src/inspector/sources/query.js";

describe("parseQuery", () => {
  it.each<[search: string, filter: object, terms: readonly Term[]]>([
    ["", {}, []],
    ["  ", {}, []],
    ["login", {}, [searchText("login")]],
    ["login fails", {}, [searchText("login"), searchText("fails")]],
    ['"login fails"', {}, [searchText("login fails")]],
    ['"login fa', {}, [searchText("login fa")]],
    [String.raw`"say \"hi\""`, {}, [searchText('say "hi"')]],
    [
      'repository:acme action:opened "text"',
      { action: "opened" },
      [searchNamed("repository", "acme"), searchText("text")],
    ],
    ['title:"two words"', {}, [searchNamed("title", "two words")]],
    ["event:issues outcome:dead id:42", { event: "issues", outcome: "dead", id: "42" }, []],
    ["outcome:paid", {}, [searchNamed("outcome", "paid")]],
    ["issue.number:7", {}, [searchNamed("issue.number", "7")]],
    ["x-acme-event:push", {}, [searchNamed("x-acme-event", "push")]],
    ["action:", {}, []],
    ['action:""', {}, []],
    ["https://acme.example/a", {}, [searchText("https://acme.example/a")]],
    ["12:30", {}, [searchText("12:30")]],
    ["url:https://acme.example", {}, [searchNamed("url", "https://acme.example")]],
    ['a"b c"', {}, [searchText("a"), searchText("b c")]],
    ["日本語", {}, [searchText("日本語")]],
    [":x", {}, [searchText(":x")]],
    ["1a:", {}, [searchText("1a:")]],
    ["1a:b", {}, [searchText("1a:b")]],
    [
      "@type:x $id:y _a:z",
      {},
      [searchNamed("@type", "x"), searchNamed("$id", "y"), searchNamed("_a", "z")],
    ],
    ["a.$b@c-d:x", {}, [searchNamed("a.$b@c-d", "x")]],
    ['a:b"c d', {}, [searchNamed("a", "b"), searchText("c d")]],
    [String.raw`"a\\b"`, {}, [searchText(String.raw`a\b`)]],
    ["ID:42 Event:x", {}, [searchNamed("ID", "42"), searchNamed("Event", "x")]],
    ["id:1 id:2", { id: "2" }, []],
    ["outcome:done done", { outcome: "done" }, [searchText("done")]],
  ])("reads %j", (search, filter, terms) => {
    expect(parseQuery(search)).toEqual({ filter, terms });
  });

  it.each([
    ['a repository:acme "xy"', "acme"],
    ["ab xyz", "xyz"],
    ["ab cd", "ab"],
    ["a", "a"],
    ["", undefined],
  ])(
    "gives a source the longest text of %j to look for, and the first of several",
    (search, text) => {
      expect(chooseText(parseQuery(search).terms)).toBe(text);
    },
  );
});

describe("matchesTerms", () => {
  const payload = {
    action: "opened",
    issue: { number: 7, title: "Login Fails", labels: [{ name: "bug" }], closed_at: null },
    repository: { id: 1, full_name: "acme/app", owner: { login: "acme" }, private: true },
  };
  const delivery = {
    payload,
    body: new TextEncoder().encode(JSON.stringify(payload)),
    headers: [
      ["X-Acme-Event", "issues"],
      ["Authorization", "Bearer of-a-secret"],
    ] as const,
  };

  it.each([
    ["login", true],
    ["LOGIN", true],
    ["absent", false],
    ["repository:acme", true],
    ["repository:ACME/app", true],
    ["repository:other", false],
    ["issue.number:7", true],
    ["number:7", true],
    ["number:70", false],
    ["number:undefined", false],
    ["issue.title:fails", true],
    ["closed_at:null", true],
    ["private:true", true],
    ["labels:bug", true],
    ["issue.absent:7", false],
    ["x-acme-event:issues", true],
    ["x-acme-event:push", false],
    ["X-ACME-EVENT:ISSUES", true],
    ["acme-event:issues", false],
    ["ISSUE.TITLE:FAILS", true],
    ["issue.labels.name:bug", false], // an element of a list has no name
    ["repository.owner.login:acme", true],
    ["owner.login:acme", true],
    ["login.owner:acme", false],
    ["private:tru", false],
    ["closed_at:nul", false],
    ["owner:[object", false],
    ['"x-acme-event: issues"', true],
    ["repository:acme number:7", true],
    ["repository:acme number:8", false],
    // The values of hidden headers cannot be guessed by searching.
    ["authorization:Bearer", false],
    ["of-a-secret", false],
  ])("tells for %j: %j", (search, isMatch) => {
    const hidden = new Set(["authorization"]);
    expect(matchesTerms(parseQuery(search).terms, delivery, hidden)).toBe(isMatch);
  });

  const nothing = { payload: undefined, body: undefined, headers: undefined };
  it.each<[where: string, delivery: Parameters<typeof matchesTerms>[1]]>([
    ["the body alone", { ...nothing, body: new TextEncoder().encode("From=Ada") }],
    ["the payload alone", { ...nothing, payload: { From: "Ada" } }],
    ["the value of a header", { ...nothing, headers: [["X-From", "Ada"]] }],
    ["the name of a header", { ...nothing, headers: [["X-Ada", ""]] }],
  ])("finds a text in %s", (_, searched) => {
    expect(matchesTerms([searchText("aDA")], searched)).toBe(true);
    expect(matchesTerms([searchText("ad a")], searched)).toBe(false);
    expect(matchesTerms([searchText("ada")], nothing)).toBe(false);
  });

  // The others are the numbers behind the object. The list, the object and its member count, too.
  it.each([
    [99_997, true],
    [99_998, false],
  ])("looks at 100,000 values: behind %i others", (otherCount, isFound) => {
    const payload = [{ wanted: 1 }, ...Array.from({ length: otherCount }, () => 0)];
    expect(matchesTerms([searchNamed("wanted", "1")], { ...nothing, payload })).toBe(isFound);
  });

  it("looks for a member in names of any case", () => {
    const searched = { ...nothing, payload: { Issue: { Title: "Slow" } } };
    expect(matchesTerms([searchNamed("issue.title", "slow")], searched)).toBe(true);
    expect(matchesTerms([searchNamed("title", "slow")], searched)).toBe(true);
  });
});

function searchText(text: string): Term {
  return { kind: "text", text };
}

function searchNamed(name: string, value: string): Term {
  return { kind: "named", name, value };
}
