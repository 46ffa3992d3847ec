/** The factory of `validatePayload`, over schemas written by hand. */
import { describe, expect, it } from "vitest";
import { createPayloadValidator } from "../../src/receive/webhooks/parts/payload-validator.js";
import type { Issue, Schema } from "../../src/runtime/schemas.js";

const anything = schemaOf(() => null);

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
          return new Map([["push", anything]]);
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

  it("tells the place of each issue as a JSON pointer", async () => {
    const issue = { keyword: "type", message: "is not of type string" };
    const { validate } = setUp([
      { ...issue, path: [] },
      { ...issue, path: ["a/b", 0, "~"] },
    ]);
    const errors = [
      { ...issue, path: "" },
      { ...issue, path: "/a~1b/0/~0" },
    ];
    expect(await validate("push", {})).toEqual({ valid: false, errors });
  });

  it.each([
    [{}, "required", "is missing"],
    [{ action: "found" }, "enum", 'is not one of "made", "lost"'],
    [{ action: 1 }, "enum", 'is not one of "made", "lost"'],
    [Object.create({ action: "made" }), "required", "is missing"],
  ])("refuses an action for which the event has no schema: %j", async (payload, ...rest) => {
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
      const load = (each: string) => new Map([[each, schemaOf(() => (called.push(each), null))]]);
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
      loaders: { thing: async () => new Map([["thing.made", anything]]) },
    });
    const result = await validate("thing", payload);
    const errors = result.valid ? [] : result.errors;
    expect(errors.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(expected);
  });

  it("takes any action of an event whose sender chooses it", async () => {
    const wrong = schemaOf(() => [{ path: ["x"], keyword: "required", message: "is missing" }]);
    const validate = createPayloadValidator<Events>({
      eventNames: ["thing", "thing.made"],
      loaders: {
        thing: async () =>
          new Map([
            ["thing", wrong],
            ["thing.made", anything],
          ]),
      },
    });
    expect(await validate("thing.made", {})).toMatchObject({ valid: true });
    for (const name of ["thing", "thing.any"] as (keyof Events)[]) {
      expect(await validate(name, { action: "made" })).toMatchObject({ errors: [{ path: "/x" }] });
    }
  });

  it("takes each action that the schema of the event itself has", async () => {
    const bare = schemaOf((payload) => {
      const { action } = payload as { action?: string };
      const issue = { path: ["action"], keyword: "enum", message: "is not one of them" };
      return action === "made" || action === "found.by" ? null : [issue];
    });
    const validate = createThingValidator(bare);
    const payload = { action: "found.by" };
    expect(await validate("thing.found.by", payload)).toEqual({ valid: true, payload });
    for (const name of ["thing.found", "thing.found.b", "thing.ound.by", "things.made"])
      await expect(validate(name, payload)).rejects.toThrow(TypeError);
  });

  it.each([[null], ["text"], [[{ action: "made" }]], [7]])(
    "refuses %j, which is no object and has no action",
    async (payload) => {
      const { validate, seen } = setUp();
      const error = { path: "", keyword: "type", message: "is not of type object" };
      expect(await validate("thing", payload)).toEqual({ valid: false, errors: [error] });
      expect(seen).toEqual([]);
    },
  );

  it("takes no other action where the sender may leave out the only one", async () => {
    const bare = schemaOf((payload) => {
      const { action = "made" } = payload as { action?: string };
      const issue = { path: ["action"], keyword: "enum", message: 'is not one of "made"' };
      return action === "made" ? null : [issue];
    });
    const validate = createThingValidator(bare);
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

  it("rejects with an error that the payload itself throws", async () => {
    const validate = createPayloadValidator<Events>({
      eventNames: ["push"],
      loaders: { push: async () => new Map([["push", schemaOf(readChild)]]) },
    });
    const payload = {
      get child(): never {
        throw new Error("Not to be seen");
      },
    };
    await expect(validate("push", payload)).rejects.toThrow("Not to be seen");
  });
});

/** A schema by a function that lists issues; `null` if there are none. */
function schemaOf(find: (payload: unknown) => readonly Issue[] | null): Schema<unknown> {
  const validate = (value: unknown) => {
    const issues = find(value);
    return issues === null ? { value } : { issues };
  };
  return { "~standard": { version: 1, vendor: "typewire", validate } };
}

/** Creates a validator of two events, whose schemas all find the same issues. */
function setUp(findings: readonly Issue[] | null = null) {
  const loads: string[] = [];
  const seen: unknown[] = [];
  const schema = schemaOf((payload) => {
    seen.push(payload);
    return findings;
  });
  const load =
    (event: string, ...names: string[]) =>
    async () => {
      loads.push(event);
      return new Map(names.map((name) => [name, schema]));
    };
  const validate = createPayloadValidator<Events>({
    eventNames: ["push", "thing", "thing.made", "thing.lost"],
    loaders: { push: load("push", "push"), thing: load("thing", "thing.made", "thing.lost") },
  });
  return { validate, loads, seen };
}

/** A validator of an event that has a schema of its own, beside its one action. */
function createThingValidator(bare: Schema<unknown>) {
  const load = async () =>
    new Map([
      ["thing", bare],
      ["thing.made", anything],
    ]);
  return createPayloadValidator<Record<string, { payload: object }>>({
    eventNames: ["thing", "thing.made"],
    loaders: { thing: load },
  });
}

/** Reads a property of a payload, as a schema does. */
function readChild(payload: unknown): null {
  return (payload as { child: null }).child;
}

interface Events {
  push: { payload: { ref: string } };
  thing: { payload: { action: string } };
  "thing.made": { payload: { action: "made" } };
  "thing.lost": { payload: { action: "lost" } };
}
