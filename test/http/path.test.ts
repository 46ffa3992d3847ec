/** The path that a middleware listens at, in every spelling of a request. */
import { describe, expect, it } from "vitest";
import { createPathMatcher, expectPath } from "../../src/http/request.js";

const cases: readonly (readonly [path: string, target: string, matches: boolean])[] = [
  ["/a/b", "/a/b", true],
  ["/a/b", "/a/b/", true],
  ["/a/b", "/a/b?", true],
  ["/a/b", "/a/b/?x=/a", true],
  ["/a/b", "http://host/a/b", true],
  ["/a/b", "HTTPS://host:1/a/b/?x", true],
  ["/a/b", "https://[::1]:80/a/b", true],
  ["/a/b/", "/a/b", true],
  ["/a/b/", "/a/b/", true],
  ["/a/b/", "/a/b//", false],
  ["/", "/", true],
  ["/", "/?x", true],
  ["/", "http://host", true],
  ["/", "http://host?x", true],
  ["/", "//", false],
  ["/", "", false],
  ["/", "?x", false],
  ["/", "*", false],
  ["/", "host:80", false],
  ["/a/b", "", false],
  ["/a/b", "a/b", false],
  ["/a/b", "\\a/b", false],
  ["/a/b", "/a\\b", false],
  ["/a/b", "/a/b\\", false],
  ["/a/b", "/a/b#", false],
  ["/a/b", "/a/b//", false],
  ["/a/b", "//a/b", false],
  ["/a/b", "//host/a/b", false],
  ["/a/b", "/a//b", false],
  ["/a/b", "/a/./b", false],
  ["/a/b", "/a/x/../b", false],
  ["/a/b", "/%61/b", false],
  ["/a/b", "/a%2fb", false],
  ["/a/b", "/A/b", false],
  ["/a/b", "/a/b%00", false],
  ["/a/b", "/a/b ", false],
  ["/a/b", " /a/b", false],
  ["/a/b", "/a/bc", false],
  ["/a/b", "/a/b/c", false],
  ["/a/b", "http:/a/b", false],
  ["/a/b", "http:///a/b", false],
  ["/a/b", "http://\\/a/b", false],
  ["/a/b", "http://host\\/a/b", false],
  ["/a/b", "http://host?/a/b", false],
  ["/a/b", "http://host#/a/b", false],
  ["/a/b", "ftp://host/a/b", false],
  ["/a/b", "xhttp://host/a/b", false],
];

describe("createPathMatcher", () => {
  it.each(cases)("[C.17] [C.2] %s against %s: %s", (path, target, matches) => {
    expect(createPathMatcher(path)(target)).toBe(matches);
  });
});

describe("the option `path`", () => {
  it.each(["/", "/a", "/a/b/", "/caf%C3%A9", "/a:b;c=d", "/a//b"])("[C.2] may be %j", (path) => {
    expect(expectPath(path, "/hooks")).toBe(path);
  });

  it.each<[path: unknown, got: string]>([
    ["a", '"a"'],
    ["a/b", '"a/b"'],
    ["//a", '"//a"'],
    ["/a?b", '"/a?b"'],
    ["/a#b", '"/a#b"'],
    ["/a b", '"/a b"'],
    ["/é", '"/\\u00e9"'],
    ["/a/../b", '"/a/../b"'],
    ["/a\\b", '"/a\\\\b"'],
    ["https://a.example/b", '"https://a.example/b"'],
    ["", "an empty string"],
    [undefined, "undefined"],
    [7, "a number"],
    [["/a"], "an array"],
  ])("[C.2] may not be %j", (path, got) => {
    expect(() => expectPath(path, "/hooks")).toThrow(
      new TypeError(
        `\`path\` is ${got}; expected a path such as \`/hooks\`: one leading slash, no query, percent-encoded.`,
      ),
    );
  });

  it("[C.2] matches each target if it is a star", () => {
    const matches = createPathMatcher("*");
    expect(["/", "/a?b", "", "*"].map(matches)).toEqual([true, true, true, true]);
  });
});
