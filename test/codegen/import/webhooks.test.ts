/** Webhooks of a description: the names, actions, payloads and headers that an import makes of them. */
import { describe, expect, it } from "vitest";
import { nameWebhook } from "../../../codegen/import/webhooks/names.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const known = new Map<string, readonly string[]>([
  ["push", []],
  ["team", ["created", "added_to_repository"]],
  ["team_add", []],
  ["pull_request", ["opened", "review_requested", "review_request_removed"]],
  ["pull_request_review", ["submitted"]],
  ["projects_v2", ["closed"]],
  ["projects_v2_item", ["closed"]],
]);

const mapping = new Map([
  ["push-sample.collected", "push"],
  ["team-promoted", "team.promote"],
]);

describe("the name of a webhook", () => {
  it.each<[name: string, actions: readonly string[], expected: readonly string[]]>([
    ["push", [], ["push"]],
    ["team-created", ["created"], ["team.created"]],
    ["team-add", [], ["team_add"]],
    ["team-added-to-repository", [], ["team.added_to_repository"]],
    ["pull-request-review-requested", [], ["pull_request.review_requested"]],
    ["pull-request-review-submitted", ["submitted"], ["pull_request_review.submitted"]],
    ["projects-v2-project-closed", ["closed"], ["projects_v2.closed"]],
    ["projects-v2-item-closed", ["closed"], ["projects_v2_item.closed"]],
    ["push-sample.collected", [], ["push"]],
    ["team-promoted", ["promote"], ["team.promote"]],
    ["new-thing-happened", ["happened"], ["new-thing.happened"]],
    ["newThing", [], ["newThing"]],
    ["thing", ["made", "lost"], ["thing.made", "thing.lost"]],
    ["thing-a-b", ["a b"], ["thing.a b"]],
    ["thing-a", ["a*b"], ["thing-a"]],
    ["email.sent", [], ["email.sent"]],
    ["orders/create", [], ["orders/create"]],
    ["Push Hook", [], ["Push Hook"]],
    ["repo:push", [], ["repo:push"]],
    ["/AUTHORISATION", [], ["AUTHORISATION"]],
    ["{dataType}.write.successful", [], ["{dataType}.write.successful"]],
  ])("%s", (name, actions, expected) => {
    const names = nameWebhook(name, { actions, known, mapping });
    expect(names.map(({ event, action }) => (action ? `${event}.${action}` : event))).toEqual(
      expected,
    );
  });
});

describe("webhooks", () => {
  it("become events with their actions, and a file of payloads for each", () => {
    const webhooks = {
      ping: webhook({ $ref: "#/components/schemas/ping" }),
      "thing-made": sending(["made"]),
      "thing-lost": sending(["lost"]),
      other: sending(["b", "a"]),
    };
    const schemas = {
      ping: { properties: { by: { $ref: "#/components/schemas/user" } } },
      user: { type: "object" },
    };
    const { texts, notes } = importAlone(describeApi({ webhooks, components: { schemas } }));
    expect(notes).toEqual(["Ignored: shared schemas that nothing refers to (1)."]);
    expect(texts["events.yaml"]).toBe(
      [
        "# yaml-language-server: $schema=../codegen/meta/events.schema.json",
        "",
        "ping:",
        "",
        "thing:",
        "  actions: [made, lost]",
        "",
        "other:",
        "  actions: [b, a]",
        "",
      ].join("\n"),
    );
    expect(texts["payloads/ping.yaml"]).toBe(
      [
        "# yaml-language-server: $schema=../../codegen/meta/payload.schema.json",
        "",
        "payload:",
        "  properties: { by: { $ref: ../components/api.yaml#/user } }",
        "",
      ].join("\n"),
    );
    expect(texts["payloads/other.yaml"]).toBe(
      [
        "# yaml-language-server: $schema=../../codegen/meta/payload.schema.json",
        "",
        "actions:",
        "  b:",
        "    type: object",
        "    properties: { action: { type: string, enum: [b] } }",
        "",
        "  a:",
        "    type: object",
        "    properties: { action: { type: string, enum: [a] } }",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["signs of another script", ["支付", "退款"]],
    ["the same words", ["order.paid", "order-paid"]],
    ["the same words as one that cannot be carried", ["a*b", "a-b"]],
  ])("with names of %s stay apart, also when they are imported again", (_what, [one, other]) => {
    const webhooks = { [String(one)]: hook("first"), [String(other)]: hook("second") };
    const { texts } = importAlone(describeApi({ webhooks }));
    expect(importInto(texts, describeApi({ webhooks })).texts).toEqual(texts);
    const before = importAlone(describeApi({ webhooks: { [String(one)]: hook("first") } }));
    const payloads = Object.entries(
      importInto(before.texts, describeApi({ webhooks })).texts,
    ).filter(([path, text]) => path.startsWith("payloads/") && text.includes("second"));
    expect(payloads).toHaveLength(1);
  });

  it("that are mapped send the action that they always sent", () => {
    const present = {
      "events.yaml": "team:\n  actions: [promote]\n",
      "import.yaml": "webhooks: { team-promoted: team.promote }\n",
    };
    const webhooks = { "team-promoted": sending(["promoted"]) };
    const { texts } = importInto(present, describeApi({ webhooks }));
    expect(texts["payloads/team.yaml"]).toContain("  promote:\n");
    expect(texts["payloads/team.yaml"]).toContain("enum: [promoted]");
    expect(texts["events.yaml"]).toBe(present["events.yaml"]);
  });

  it.each<[what: string, webhooks: object, note: string]>([
    ["no payload", { a: { post: {} } }, "Not imported: a webhook without payload: a."],
    ["no post", { a: { get: {} } }, "Not imported: a webhook without `post`: a."],
    [
      "a payload of an event with actions",
      { a: webhook(true), "a-b": sending(["b"]) },
      "Not imported: the payload of a bare event that has actions: a.",
    ],
    [
      "a name twice",
      { "/a": webhook(true), a: webhook(true) },
      "Not imported: another payload of a: a.",
    ],
    ["a reserved name", { error: webhook(true) }, "Not imported: the reserved name error: error."],
  ])("tell of %s", (_what, webhooks, note) => {
    expect(importAlone(describeApi({ webhooks })).notes).toContain(note);
  });
});

describe("a webhook whose documentation has an address", () => {
  it("is called by the fragment, in the case of the others", () => {
    const webhooks = {
      ...described("issue-comment-made", "docs#issue_comment", ["made"]),
      ...described("pull-request-opened", "docs#pull_request", ["opened"]),
      ...described("check-run-made", "docs#check_run", ["made"]),
      ...described("team-add-asked", "docs#team_add"),
      ...described("sub-issues-added", "docs#sub-issues", ["added"]),
      ...described("push", "docs#push"),
      ...described("ping", "docs#about-webhooks"),
    };
    const { texts } = importAlone(describeApi({ webhooks }));
    expect(texts["events.yaml"]?.match(/^\w.*(?:\n {2}.*)?/gm)).toEqual([
      "issue_comment:\n  actions: [made]",
      "pull_request:\n  actions: [opened]",
      "check_run:\n  actions: [made]",
      "team_add:\n  actions: [asked]",
      "sub_issues:\n  actions: [added]",
      "push:",
      "ping:",
    ]);
    expect(importInto(texts, describeApi({ webhooks })).texts).toEqual(texts);
  });
});

describe("the headers of deliveries", () => {
  it.each<[headers: readonly string[], expected: readonly string[]]>([
    [
      ["X-Acme-Event", "X-Acme-Delivery", "X-Hub-Signature-256"],
      [
        "event: { header: X-Acme-Event }",
        "delivery: { header: X-Acme-Delivery }",
        "signature: github",
      ],
    ],
    [
      ["X-Acme-Event", "X-Other-Event"],
      ["# TODO event:", "# TODO signature:"],
    ],
    [
      ["X-Event-Time", "X-Acme-Signature"],
      ["# TODO event:", "# TODO signature:"],
    ],
    [["Stripe-Signature"], ["# TODO event:", "signature: stripe"]],
  ])("are read from %j, which one preset or kind alone has", (headers, expected) => {
    const { texts } = importAlone(describeApi({ webhooks: declaring(...headers) }));
    for (const line of expected) expect(texts["vendor.yaml"]).toContain(`  ${line}`);
  });
});

describe("an operation that is marked as a webhook", () => {
  it("is one, with its signature, and is no route", () => {
    const marked = { ...webhook({ type: "object" }).post, operationId: "thing.made" };
    const { texts } = importAlone(
      describeApi({
        paths: {
          "/hooks/thing": { post: { ...marked, "x-fern-webhook": true } },
          "/x": { get: { operationId: "x/get" } },
        },
        "x-fern-webhook-signature": { type: "hmac", header: "X-Sign", encoding: "hex" },
      }),
    );
    expect(texts["events.yaml"]).toContain("thing.made:");
    expect(texts["routes.yaml"]).not.toContain("hooks");
    expect(texts["vendor.yaml"]).toContain("header: X-Sign");
  });
});

function hook(property: string) {
  return webhook({ type: "object", properties: { [property]: { type: "string" } } });
}

function described(key: string, url: string, actions: readonly string[] = []) {
  return {
    [key]: {
      post: { ...sending(actions).post, externalDocs: { url: `https://x.example/${url}` } },
    },
  };
}

function declaring(...names: readonly string[]) {
  const parameters = names.map((name) => ({ in: "header", name, schema: { type: "string" } }));
  return { a: { post: { ...webhook({ type: "object" }).post, parameters } } };
}

function webhook(schema: unknown) {
  return { post: { requestBody: { content: { "application/json": { schema } } } } };
}

function sending(actions: readonly string[]) {
  return webhook({ type: "object", properties: { action: { enum: actions } } });
}
