/** The unbound factory, over validators written by hand. */
import { describe, expect, it } from "vitest";
import {
  createPayloadValidator,
  type Validator,
  type Mismatch,
} from "../../src/receive/webhooks/parts/payload-validator.js";

interface Events {
  push: { payload: { ref: string } };
  thing: { payload: { action: string } };
  "thing.made": { payload: { action: "made" } };
  "thing.lost": { payload: { action: "lost" } };
}

function setUp(findings: readonly Mismatch[] | null = null) {
  const loads: string[] = [];
  const seen: unknown[] = [];
  const validator = (payload: unknown) => {
    seen.push(payload);
    return findings;
  };
  const load =
    (event: string, ...names: string[]) =>
    async () => {
      loads.push(event);
      return { validators: new Map(names.map((name) => [name, validator])) };
    };
  const validate = createPayloadValidator<Events>({
    eventNames: ["push", "thing", "thing.made", "thing.lost"],
    loaders: { push: load("push", "push"), thing: load("thing", "thing.made", "thing.lost") },
  });
  return { validate, loads, seen };
}

describe("createPayloadValidator", () => {
  it("loads an event's validators at its first payload, and once", async () => {
    const { validate, loads } = setUp();
    expect(loads).toEqual([]);
    await validate("thing.made", {});
    await validate("thing.lost", {});
    await validate("thing", { action: "made" });
    expect(loads).toEqual(["thing"]);
  });

  it("loads again after a load that failed", async () => {
    let attempts = 0;
    const validate = createPayloadValidator<Events>({
      eventNames: ["push"],
      loaders: {
        push: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error("No network");
          return { validators: new Map([["push", () => null]]) };
        },
      },
    });
    await expect(validate("push", {})).rejects.toThrow("No network");
    expect(await validate("push", {})).toEqual({ valid: true, payload: {} });
  });

  it("gives the object that it was given", async () => {
    const { validate } = setUp();
    const payload = Object.freeze({ ref: "main" });
    const result = await validate("push", payload);
    expect(result.valid && result.payload).toBe(payload);
  });

  it.each([
    [{ path: "/a", keyword: "type", expected: "string or null" }, "is not of type string or null"],
    [{ path: "/a", keyword: "enum", expected: '"x", "y"' }, 'is not one of "x", "y"'],
    [{ path: "/a", keyword: "required", expected: "" }, "is missing"],
    [{ path: "/a", keyword: "anyOf", expected: "" }, "matches none of the alternatives"],
    [{ path: "/a", keyword: "never", expected: "" }, "may not be there"],
  ])("says what %j means", async (finding, message) => {
    const { validate } = setUp([finding]);
    const errors = [{ path: "/a", keyword: finding.keyword, message }];
    expect(await validate("push", {})).toEqual({ valid: false, errors });
  });

  it.each([
    [{}, "required", "is missing"],
    [{ action: "found" }, "enum", 'is not one of "made", "lost"'],
    [{ action: 1 }, "enum", 'is not one of "made", "lost"'],
    [Object.create({ action: "made" }), "required", "is missing"],
  ])("tells by the action which validator counts for a bare name: %j", async (payload, ...rest) => {
    const [keyword, message] = rest;
    const { validate, seen } = setUp();
    const errors = [{ path: "/action", keyword, message }];
    expect(await validate("thing", payload)).toEqual({ valid: false, errors });
    expect(seen).toEqual([]);
  });

  it.each(["pusj", "push.made", "thing.", "thing.maid", "__proto__", "toString", "", "*"])(
    "rejects for the unknown name %j",
    async (name) => {
      const { validate } = setUp();
      const error: unknown = await validate(name as keyof Events, {}).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty("message", expect.stringContaining("is not a known event name"));
    },
  );

  it.each(["charge.succeeded", "charge.dispute", "charge.dispute.created"])(
    "[B.29] [B.33] finds the event in the name %s, which may hold dots itself",
    async (name) => {
      const called: string[] = [];
      const validatorOf = (each: string): [string, Validator] => [
        each,
        () => (called.push(each), null),
      ];
      const load = (...names: string[]) => ({ validators: new Map(names.map(validatorOf)) });
      const validate = createPayloadValidator<Record<string, { payload: object }>>({
        eventNames: ["charge.succeeded", "charge.dispute", "charge.dispute.created"],
        loaders: {
          "charge.succeeded": async () => load("charge.succeeded"),
          "charge.dispute": async () => load("charge.dispute.created"),
        },
      });
      const payload = { action: "created" };
      expect(await validate(name, payload)).toEqual({ valid: true, payload });
      expect(called).toEqual([name === "charge.dispute" ? "charge.dispute.created" : name]);
      await expect(validate("charge", payload)).rejects.toThrow(TypeError);
      await expect(validate("charge.dispute.lost", payload)).rejects.toThrow(TypeError);
    },
  );

  it.each([
    [{ data: { "a/b": "made" } }, []],
    [{ data: { "a/b": "found" } }, ["/data/a~1b enum"]],
    [{ data: {} }, ["/data/a~1b required"]],
    [{ action: "made" }, ["/data/a~1b required"]],
  ])("[B.29] reads the action of %j where the service has it", async (payload, expected) => {
    const validate = createPayloadValidator<Events>({
      eventNames: ["thing", "thing.made"],
      action: "data.a/b",
      loaders: { thing: async () => ({ validators: new Map([["thing.made", () => null]]) }) },
    });
    const result = await validate("thing", payload);
    const errors = result.valid ? [] : result.errors;
    expect(errors.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(expected);
  });

  it("takes any action of an event whose sender chooses it", async () => {
    const made: Validator = () => null;
    const wrong: Validator = () => [{ path: "/x", keyword: "required", expected: "" }];
    const validate = createPayloadValidator<Events>({
      eventNames: ["thing", "thing.made"],
      loaders: {
        thing: async () => ({
          validators: new Map([
            ["thing", wrong],
            ["thing.made", made],
          ]),
        }),
      },
    });
    expect(await validate("thing.made", {})).toMatchObject({ valid: true });
    for (const name of ["thing", "thing.any"] as (keyof Events)[]) {
      expect(await validate(name, { action: "made" })).toMatchObject({ errors: [{ path: "/x" }] });
    }
  });

  it("takes no other action where the sender may leave out the only one", async () => {
    const made: Validator = () => null;
    const bare: Validator = (payload) => {
      const { action = "made" } = payload as { action?: string };
      return action === "made" ? null : [{ path: "/action", keyword: "enum", expected: '"made"' }];
    };
    const validate = createPayloadValidator<Events>({
      eventNames: ["thing", "thing.made"],
      loaders: {
        thing: async () => ({
          validators: new Map([
            ["thing", bare],
            ["thing.made", made],
          ]),
        }),
      },
    });
    expect(await validate("thing", {})).toMatchObject({ valid: true });
    expect(await validate("thing", { action: "lost" })).toMatchObject({ valid: false });
    await expect(validate("thing.lost", {})).rejects.toThrow(TypeError);
  });

  it("names the nearest known name", async () => {
    const { validate } = setUp();
    await expect(validate("thing.maid" as keyof Events, {})).rejects.toThrow(
      '"thing.maid" is not a known event name. Did you mean "thing.made"?',
    );
  });

  it("calls a payload invalid that a validator cannot follow to its end", async () => {
    const validate = createPayloadValidator<Events>({
      eventNames: ["push"],
      loaders: { push: async () => ({ validators: new Map([["push", descend]]) }) },
    });
    expect(await validate("push", nested(100_000))).toEqual({
      valid: false,
      errors: [{ path: "", keyword: "depth", message: "is nested too deeply" }],
    });
  });

  it("rejects with whatever else a payload throws when it is looked at", async () => {
    const validate = createPayloadValidator<Events>({
      eventNames: ["push"],
      loaders: { push: async () => ({ validators: new Map([["push", descend]]) }) },
    });
    const payload = {
      get child(): never {
        throw new Error("Not to be seen");
      },
    };
    await expect(validate("push", payload)).rejects.toThrow("Not to be seen");
  });
});

interface Nested {
  child?: Nested;
}

/** As a schema that refers to itself is compiled. */
function descend(payload: unknown): null {
  const { child } = payload as Nested;
  return child === undefined ? null : descend(child);
}

function nested(depth: number): Nested {
  let payload: Nested = {};
  for (let level = 0; level < depth; level++) payload = { child: payload };
  return payload;
}
