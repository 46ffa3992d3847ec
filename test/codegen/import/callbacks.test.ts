/** Callbacks of operations, and webhooks in the extension of Speakeasy: both are events. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { generate } from "../../../codegen/generate.js";
import { importChecked } from "../../../codegen/import/import.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import { describeApi } from "../../cases/codegen/import/describe.js";

/** An address as callbacks have it: the one that the request gives. */
const CALLBACK_URL = "{$request.body#/url}";
const CALLBACK = { [CALLBACK_URL]: { post: sends("a") } };

const cases: readonly Case[] = [
  {
    what: "a callback, by its name",
    parts: {
      paths: {
        "/streams": {
          post: operation("subscribe", {
            onData: {
              "{$request.query.callbackUrl}/data": { post: sends("timestamp", "userData") },
            },
          }),
        },
      },
    },
    events: { onData: ["timestamp", "userData"] },
  },
  {
    what: "one that several operations have alike, once",
    parts: {
      paths: {
        "/a": { post: operation("a", { done: CALLBACK }), put: operation("b", { done: CALLBACK }) },
      },
    },
    events: { done: ["a"] },
  },
  {
    what: "one that several operations have with other payloads, by their names",
    parts: {
      paths: {
        "/a": { post: operation("createA", { done: CALLBACK }) },
        "/b": {
          post: operation("createB", { done: { [CALLBACK_URL]: { post: sends("b") } } }),
          put: { callbacks: { done: { [CALLBACK_URL]: { post: sends("c") } } }, responses: {} },
        },
      },
    },
    events: { "createA/done": ["a"], "createB/done": ["b"], "put_b/done": ["c"] },
  },
  {
    what: "one with several addresses, by what these say",
    parts: {
      paths: {
        "/a": {
          post: operation("a", {
            order: {
              "{$request.body#/urls/base}/paid": { post: sends("paid") },
              "http://acme.example/lost?id={$request.body#/id}": { post: sends("lost") },
              "{$request.body#/refundUrl}": { post: sends("refund") },
            },
          }),
        },
      },
    },
    events: { "order/paid": ["paid"], "order/lost_id": ["lost"], "order/refundUrl": ["refund"] },
  },
  {
    what: "addresses that say the same, as a whole",
    parts: {
      paths: {
        "/a": {
          post: operation("a", {
            order: {
              "{$request.body#/one}/x": { post: sends("one") },
              "{$request.body#/two}/x": { post: sends("two") },
            },
          }),
        },
      },
    },
    events: { "order/request_body_one_x": ["one"], "order/request_body_two_x": ["two"] },
  },
  {
    what: "references to a callback, to a path item and to a body",
    parts: {
      paths: {
        "/a": { post: operation("a", { done: { $ref: "#/components/callbacks/Done" } }) },
        "/b": {
          post: operation("b", {
            other: { [CALLBACK_URL]: { $ref: "#/components/pathItems/Other" } },
          }),
        },
      },
      components: {
        callbacks: { Done: CALLBACK },
        pathItems: { Other: { post: { requestBody: { $ref: "#/components/requestBodies/B" } } } },
        requestBodies: { B: sends("b")["requestBody"] },
      },
    },
    events: { done: ["a"], other: ["b"] },
  },
  {
    what: "callbacks of webhooks and of callbacks",
    parts: {
      paths: {},
      webhooks: {
        first: {
          post: {
            ...sends("a"),
            callbacks: {
              second: {
                [CALLBACK_URL]: { post: { ...sends("b"), callbacks: { third: CALLBACK } } },
              },
            },
          },
        },
      },
    },
    events: { first: ["a"], second: ["b"], third: ["a"] },
  },
  {
    what: "a callback with the name of a webhook",
    parts: {
      paths: {
        "/a": {
          post: operation("a", { same: CALLBACK, other: { [CALLBACK_URL]: { post: sends("b") } } }),
        },
      },
      webhooks: { same: { post: sends("a") }, other: { post: sends("c") } },
    },
    events: { same: ["a"], other: ["c"], "a/other": ["b"] },
  },
  {
    what: "what is sent with PUT, and nothing without a body",
    parts: {
      paths: {
        "/a": {
          post: operation("a", {
            put: { [CALLBACK_URL]: { put: sends("a") } },
            got: { [CALLBACK_URL]: { get: {} } },
          }),
        },
      },
    },
    events: { put: ["a"] },
  },
  {
    what: "`x-speakeasy-webhooks`, but for their security",
    parts: {
      paths: {},
      "x-speakeasy-webhooks": {
        security: { type: "signature", headerName: "x-signature", algorithm: "hmac-sha256" },
        "pet.created": { post: sends("a") },
      },
    },
    events: { "pet.created": ["a"] },
  },
];

describe("[K.16] an import", () => {
  it.each(cases)("makes events of $what", ({ parts, events }) => {
    expect(eventsOf({ openapi: "3.1.0", ...parts })).toEqual(events);
  });

  it("notes what cannot be delivered, and no callback that can", () => {
    const { notes } = imported({
      paths: {
        "/a": {
          post: operation("a", {
            done: CALLBACK,
            put: { [CALLBACK_URL]: { put: sends("b") } },
            got: { [CALLBACK_URL]: { get: {} } },
            empty: { [CALLBACK_URL]: { post: {} } },
            gone: { $ref: "#/components/callbacks/gone" },
          }),
        },
      },
    });
    expect(notes).toEqual([
      "Not imported: a webhook without `post`: got, gone.",
      "Not imported: a webhook without payload: empty.",
      'Not imported: a reference to nothing, "#/components/callbacks/gone": webhook gone.',
      "Sent with another method than POST, so that a middleware does not take it: put (PUT).",
    ]);
  });

  it("takes the name of the event from webhooks, whatever callbacks send", () => {
    const typed = (type: string): JsonMap => {
      const schema = { type: "object", required: ["type"], properties: { type: { const: type } } };
      return { post: { requestBody: { content: { "application/json": { schema } } } } };
    };
    const { files } = imported({
      openapi: "3.1.0",
      paths: { "/a": { post: operation("a", { done: CALLBACK }) } },
      webhooks: { petCreated: typed("pet.created"), petLost: typed("pet.lost") },
      "x-speakeasy-webhooks": {
        security: {
          type: "signature",
          headerName: "x-signature",
          signatureTextEncoding: "base64",
          algorithm: "hmac-sha256",
        },
      },
    });
    expect(Object.keys(valueOf(files, "events.yaml"))).toEqual(["pet.created", "pet.lost", "done"]);
    expect(valueOf(files, "vendor.yaml")["webhooks"]).toMatchObject({
      event: { body: "type" },
      signature: { header: "x-signature", algorithm: "hmac-sha256", encoding: "base64" },
    });
  });

  it.each<[what: string, security: object]>([
    ["another kind", { type: "custom", headerName: "x-a" }],
    [
      "another encoding",
      {
        type: "signature",
        headerName: "x-a",
        algorithm: "hmac-sha256",
        signatureTextEncoding: "base64url",
      },
    ],
    ["no header", { type: "signature", algorithm: "hmac-sha256", encoding: "hex" }],
  ])("notes a signature of Speakeasy with %s", (_, security) => {
    const { notes } = imported({
      paths: {},
      "x-webhooks": { a: { post: sends("a") } },
      "x-speakeasy-webhooks": { security },
    });
    expect(notes.filter((note) => note.includes("the signature scheme, because"))).toHaveLength(1);
  });

  it("of a callback gives types, a validator and a sample", async () => {
    const paths = { "/streams": { post: operation("subscribe", { onData: CALLBACK }) } };
    const { folder, model } = importChecked({ path: "api.json", text: describeApi({ paths }) }, []);
    expect(folder.some(({ path }) => path === "payloads/onData.yaml")).toBe(true);
    const files = await generate({ ...model, vendor: { ...model.vendor, runtime: false } });
    const text = files.find(({ path }) => path === "payloads.ts")?.text;
    expect(text).toContain("export interface OnDataPayload {\n  a?: string;\n}");
  });

  it.each(cases)("changes nothing the second time: $what", ({ parts }) => {
    const text = describeApi(parts);
    const { folder } = importChecked({ path: "api.json", text }, []);
    const again = importChecked({ path: "api.json", text }, folder);
    expect([...again.folder].sort(byPath)).toEqual([...folder].sort(byPath));
  });
});

/** An operation that sends an object with properties. */
function sends(...names: readonly string[]): JsonMap {
  return {
    requestBody: {
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
          },
        },
      },
    },
  };
}

/** An operation with callbacks. */
function operation(id: string, callbacks: object): JsonMap {
  return {
    operationId: id,
    responses: { 204: { description: "Done." } },
    callbacks,
  };
}

function imported(parts: object): { files: readonly SchemaFile[]; notes: readonly string[] } {
  const { folder, notes } = importChecked({ path: "api.json", text: describeApi(parts) }, []);
  return { files: folder, notes };
}

function valueOf(files: readonly SchemaFile[], path: string): JsonMap {
  return (parse(files.find((file) => file.path === path)?.text ?? "") ?? {}) as JsonMap;
}

/** The events of a description, by name, with the properties of their payloads. */
function eventsOf(parts: object): JsonMap {
  const { files } = imported(parts);
  return Object.fromEntries(
    Object.keys(valueOf(files, "events.yaml")).map((name) => {
      const file = `payloads/${name.replace(/[^\w.-]/g, "_")}.yaml`;
      const { payload } = valueOf(files, file) as { payload?: { properties?: JsonMap } };
      return [name, Object.keys(payload?.properties ?? {})];
    }),
  );
}

function byPath(one: SchemaFile, other: SchemaFile): number {
  return one.path < other.path ? -1 : 1;
}

type JsonMap = Readonly<Record<string, unknown>>;

interface Case {
  readonly what: string;
  readonly parts: object;
  readonly events: Readonly<Record<string, readonly string[]>>;
}
