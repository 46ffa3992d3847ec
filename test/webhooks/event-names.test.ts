/** Names of events: known and unknown ones, their parts, and names with placeholders. */
import { describe, expect, it, vi } from "vitest";
import { findNearest } from "../../src/base/nearest.js";
import {
  anyEvent,
  createEventNameValidator,
  describeUnknownName,
  expectEventName,
  expectListenerName,
  hasAction,
  isReservedName,
  keepWhole,
  splitAtDot,
} from "../../src/receive/webhooks/event-names.js";
import {
  createNameMatcher,
  createNameSplitter,
} from "../../src/receive/webhooks/parts/varying-names.js";
import { bindService } from "../../src/receive/webhooks/webhooks.js";
import { acmeCatalog, acmeParts } from "../cases/webhooks/acme.js";

const validateEventName = createEventNameValidator(acmeCatalog.eventNames);

const UNKNOWN_NAMES = [
  "isues",
  "issues.",
  "issues.created",
  ".opened",
  "toString",
  "__proto__",
  "a b",
];

describe("validateEventName", () => {
  it.each(acmeCatalog.eventNames)("[B.21] returns for %s", (name) => {
    for (const onUnknownEventName of [undefined, "throw", "warn", "ignore"] as const) {
      expect(() => validateEventName(name, { onUnknownEventName })).not.toThrow();
    }
  });

  it.each(UNKNOWN_NAMES)("[B.21] throws for %s", (name) => {
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

  it("[B.21] neither throws nor warns for `ignore`", () => {
    const warn = vi.fn();
    validateEventName("isues", { onUnknownEventName: "ignore", log: { warn } });
    expect(warn).not.toHaveBeenCalled();
  });

  it("[B.21] refuses any other reaction", () => {
    const options = { onUnknownEventName: "panic" as "warn" }; // as JavaScript would pass it
    expect(() => validateEventName("issues", options)).toThrow(
      new TypeError('`onUnknownEventName` is "panic"; expected one of throw, warn, ignore.'),
    );
  });

  it("[B.21] refuses a value that is no name", () => {
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
  const knownNames = ["issues", "issues.opened", "push", "label"];

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
    expect(findNearest(name, knownNames)).toBe(nearest);
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
    ["none with two swapped letters and two others in six", "abcdef", ["bacdxy"], undefined],
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

describe("an event name", () => {
  it.each<[name: string, parts: unknown, hasAction: boolean, isReserved: boolean]>([
    ["issues", ["issues", undefined], false, false],
    ["issues.opened", ["issues", "opened"], true, true],
    ["issues.a.b", ["issues", "a.b"], true, true],
    [".opened", ["", "opened"], true, true],
    ["issues.", ["issues", ""], true, true],
    ["error", ["error", undefined], false, true],
    ["errors", ["errors", undefined], false, false],
    ["a*b", ["a*b", undefined], false, true],
  ])(
    "[B.4] [B.23] %j has the parts %j, an action: %j, and is reserved: %j",
    (name, parts, ...flags) => {
      expect(splitAtDot(name)).toEqual(parts);
      expect([hasAction(name, splitAtDot), isReservedName(name, splitAtDot)]).toEqual(flags);
      expect(keepWhole(name)).toEqual([name, undefined]);
      expect(hasAction(name, keepWhole)).toBe(false);
      expect(isReservedName(name, keepWhole)).toBe(["error", "a*b"].includes(name));
    },
  );

  it.each<[value: unknown, got: string]>([
    ["", "an empty string"],
    [1, "a number"],
    [["issues"], "an array"],
  ])("[B.17] [B.20] is not %j", (value, got) => {
    const error = new TypeError(`The event name is ${got}; expected a non-empty string.`);
    expect(() => expectEventName(value)).toThrow(error);
    expect(() => expectListenerName(value)).toThrow(error);
  });

  it("[B.17] [B.34] is returned as it is", () => {
    expect([expectEventName("a"), anyEvent("a")]).toEqual(["a", "a"]);
    for (const name of ["*", "error"]) {
      expect(expectListenerName(name)).toBe(name);
      expect(() => expectEventName(name)).toThrow(
        new TypeError('"*" and "error" are not event names: use onAny() and onError().'),
      );
    }
  });

  it("[B.8] is proposed for an unknown one, if it is near", () => {
    expect(describeUnknownName("isues", ["push", "issues"])).toBe(
      '"isues" is not a known event name. Did you mean "issues"?',
    );
    expect(describeUnknownName("x", ["push"])).toBe('"x" is not a known event name.');
  });
});

describe("a service", () => {
  const catalog = { ...acmeCatalog, eventNames: ["issues", "{kind}.updated", "a/{b}.{c}"] };
  const matchName = createNameMatcher(catalog.eventNames);

  it("[B.33] knows the names of its catalog, and those with a placeholder", () => {
    const { findKnown } = bindService(catalog, { ...acmeParts, matchName });
    const names = ["issues", "issue.updated", "{kind}.updated", "a/1.2", "a/1.2.3", "a/.2", "push"];
    expect(names.map((name) => findKnown(name))).toEqual([
      "issues",
      "{kind}.updated",
      "{kind}.updated",
      "a/{b}.{c}",
      undefined,
      undefined,
      undefined,
    ]);
    const plain = bindService(catalog, acmeParts);
    expect(names.map((name) => plain.findKnown(name))).toEqual([
      "issues",
      undefined,
      "{kind}.updated",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bindService({ ...catalog, eventNames: [] }, acmeParts).findKnown("any")).toBe("any");
  });

  it("[B.33] divides names as its catalog and its parts say", () => {
    const { action: _, ...withoutAction } = catalog;
    const splitName = createNameSplitter(["a.b"]);
    const splits = [
      bindService(catalog, acmeParts),
      bindService(withoutAction, acmeParts),
      bindService(catalog, { ...acmeParts, splitName }),
    ].map(({ split }) => split("a.b.c"));
    expect(splits).toEqual([
      ["a", "b.c"],
      ["a.b.c", undefined],
      ["a.b", "c"],
    ]);
  });

  it("[B.4] has copies of its places, and the keys of its action", () => {
    const places = { event: { header: "x-a" }, delivery: { body: "id" }, action: "data.kind" };
    const service = bindService({ ...catalog, ...places }, acmeParts);
    expect(service).toMatchObject({
      event: places.event,
      delivery: places.delivery,
      actionKeys: ["data", "kind"],
    });
    for (const place of [service.event, service.delivery, service.parts])
      expect(Object.getPrototypeOf(place)).toBeNull();
    const { delivery: _id, action: _action, ...rest } = catalog;
    expect(bindService(rest, acmeParts)).toMatchObject({ delivery: undefined, actionKeys: [] });
  });
});

describe("a name with a placeholder, or with dots", () => {
  const split = createNameSplitter(["charge", "charge.dispute"]);
  const { match } = createNameMatcher(["{dataType}.write.successful", "plain", "a/{b}/c"]);

  it.each([
    ["mail.write.successful", "{dataType}.write.successful"],
    ["mail.x.write.successful", undefined],
    [".write.successful", undefined],
    ["mailxwritexsuccessful", undefined],
    ["plain", undefined],
    ["a/1-2/c", "a/{b}/c"],
  ])("[B.33] %s is one of %s", (name, expected) => {
    expect(match(name)).toBe(expected);
  });

  it.each([
    ["charge.dispute", ["charge.dispute", undefined]],
    ["charge.dispute.opened", ["charge.dispute", "opened"]],
    ["charge.paid", ["charge", "paid"]],
    ["other.a.b", ["other", "a.b"]],
    ["charge", ["charge", undefined]],
  ])("[B.33] %s is divided into %j", (name, expected) => {
    expect(split(name)).toEqual(expected);
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
