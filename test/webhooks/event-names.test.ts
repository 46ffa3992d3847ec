import { describe, expect, it, vi } from "vitest";
import { findNearest } from "../../src/base/nearest.js";
import { createEventNameValidator } from "../../src/receive/webhooks/event-names.js";
import { acmeCatalog } from "../cases/webhooks/acme.js";

const validateEventName = createEventNameValidator(acmeCatalog.eventNames);

const unknown = ["isues", "issues.", "issues.created", ".opened", "toString", "__proto__", "a b"];

describe("validateEventName", () => {
  it.each(acmeCatalog.eventNames)("[B.21] returns for %s", (name) => {
    for (const onUnknownEventName of [undefined, "throw", "warn", "ignore"] as const) {
      expect(() => validateEventName(name, { onUnknownEventName })).not.toThrow();
    }
  });

  it.each(unknown)("[B.21] throws for %s", (name) => {
    expect(() => validateEventName(name)).toThrow(TypeError);
    expect(() => validateEventName(name)).toThrow(JSON.stringify(name));
  });

  it("[B.21] names the nearest known name", () => {
    expect(() => validateEventName("issue.opend")).toThrow('Did you mean "issues.opened"?');
    expect(() => validateEventName("something else")).not.toThrow("Did you mean");
  });

  it.each(["*", "error"])("[B.21] always throws for %s", (name) => {
    const warn = vi.fn();
    for (const onUnknownEventName of [undefined, "throw", "warn", "ignore"] as const) {
      const options = { onUnknownEventName, log: { warn } };
      expect(() => validateEventName(name, options)).toThrow(TypeError);
    }
    expect(warn).not.toHaveBeenCalled();
  });

  it("[B.21] warns once through the log", () => {
    const warn = vi.fn();
    validateEventName("isues", { onUnknownEventName: "warn", log: { warn } });
    expect(warn.mock.calls).toEqual([
      ['"isues" is not a known event name. Did you mean "issues"?'],
    ]);
  });

  it("[B.21] warns on the console by default", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    validateEventName("isues", { onUnknownEventName: "warn" });
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it("[B.21] neither throws nor warns", () => {
    const warn = vi.fn();
    validateEventName("isues", { onUnknownEventName: "ignore", log: { warn } });
    expect(warn).not.toHaveBeenCalled();
  });

  it("[B.21] refuses any other reaction", () => {
    const options = { onUnknownEventName: "panic" as "warn" }; // as JavaScript would pass it
    expect(() => validateEventName("issues", options)).toThrow("throw, warn, ignore");
  });

  it("[B.21] refuses what is no name", () => {
    for (const name of [undefined, null, "", 1, {}, ["issues"]]) {
      const untyped = name as string; // as JavaScript would pass it
      expect(() => validateEventName(untyped, { onUnknownEventName: "ignore" })).toThrow(TypeError);
    }
  });

  it("[B.8] keeps a message short whatever the name", () => {
    const message = messageOf(() => validateEventName(`issues\n${"é".repeat(100_000)}`));
    expect(message.length).toBeLessThan(500);
    expect(message).not.toContain("\n");
  });
});

describe("the nearest name", () => {
  const known = ["issues", "issues.opened", "push", "label"];

  it.each([
    ["issue", "issues"],
    ["isseus", "issues"],
    ["Issues", "issues"],
    ["issues_opened", "issues.opened"],
    ["issues.openend", "issues.opened"],
    ["psuh", "push"],
    ["lable", "label"],
    ["pull", undefined],
    ["completely.different", undefined],
    ["", undefined],
    ["i".repeat(10_000), undefined],
  ])("[B.8] of %s is %s", (name, nearest) => {
    expect(findNearest(name, known)).toBe(nearest);
  });

  it.each([
    ["the first of several that are as near", "casa", ["case", "cast", "casa_"], "case"],
    ["the one with fewer differences", "casa", ["caste", "cass"], "cass"],
    ["none with one more than every third letter", "casablanca", ["cosoblonco"], undefined],
    ["the name itself, though one that is near is before it", "case", ["cast", "case"], "case"],
    ["none with two differences in five letters", "cases", ["caxxs"], undefined],
    ["one with two differences in six letters", "casess", ["caxxss"], "caxxss"],
    ["one with four differences", "a.long.name.of.an.event", ["o.lomg.nome.of.an.avent"], "o.lomg.nome.of.an.avent"], // prettier-ignore
    [
      "none with five differences",
      "a.long.name.of.an.event",
      ["o.lomg.nome.of.an.avemt"],
      undefined,
    ],
    ["two swapped letters as one difference", "ab", ["ba"], "ba"],
    ["none with one letter that is dropped and one that is inserted", "abc", ["xac"], undefined],
    ["one with a letter that is dropped", "caste", ["cate"], "cate"],
    ["letters that are dropped and inserted", "opened.issues", ["pened.issuees"], "pened.issuees"],
  ])("[B.8] is %s", (_, name, names, nearest) => {
    expect(findNearest(name, names)).toBe(nearest);
  });

  it("[B.8] is found in long names that differ everywhere", () => {
    expect(findNearest("a".repeat(20_000), ["b".repeat(20_000)])).toBeUndefined();
  });

  it("[B.8] is found in long names that begin alike", () => {
    const name = "a".repeat(20_000);
    expect(findNearest(`${name}b`, [`${name}bc`])).toBe(`${name}bc`);
  });
});

function messageOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("expected an error");
}
