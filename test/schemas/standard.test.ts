/** Schemas as other packages take them: by the Standard Schema Spec. */
import { sValidator } from "@hono/standard-validator";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { FieldApi, FormApi } from "@tanstack/form-core";
import { Hono } from "hono";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  IssuesCreateBodySchema,
  IssuesOpenedPayloadSchema,
  PushPayloadSchema,
} from "typewire/schemas";
import { IssuesOpenedPayloadSchema as schemaInEventModule } from "typewire/schemas/events/issues";
import type { ReposGetResponse200Schema } from "typewire/schemas/routes/repos";
import { createDelivery } from "typewire/testing";
import type { Endpoints } from "typewire/responses";
import type { EmitterWebhookEvent } from "typewire/webhooks";

const { payload } = await createDelivery("issues.opened");

describe("[K.1] a schema", () => {
  it("is one of the spec, and gives back the value itself", () => {
    const standard: StandardSchemaV1["~standard"] = IssuesOpenedPayloadSchema["~standard"];
    expect(standard).toEqual({
      version: 1,
      vendor: "typewire",
      validate: expect.any(Function),
    });
    const result = standard.validate(payload);
    expect(result).toEqual({ value: payload });
    expect("value" in result && result.value).toBe(payload);
  });

  it("has the types of its values", () => {
    type Payload = StandardSchemaV1.InferOutput<typeof IssuesOpenedPayloadSchema>;
    expectTypeOf<Payload>().toEqualTypeOf<EmitterWebhookEvent<"issues.opened">["payload"]>();
    expectTypeOf<
      StandardSchemaV1.InferInput<typeof IssuesOpenedPayloadSchema>
    >().toEqualTypeOf<Payload>();
    expectTypeOf<StandardSchemaV1.InferOutput<typeof ReposGetResponse200Schema>>().toEqualTypeOf<
      Endpoints["GET /repos/{owner}/{repo}"]["response"]
    >();
    type Body = StandardSchemaV1.InferOutput<typeof IssuesCreateBodySchema>;
    expectTypeOf<Body["title"]>().toEqualTypeOf<string | number>();
    expectTypeOf<Body>().not.toHaveProperty("owner");
  });
});

describe("[K.2] schemas", () => {
  it("are the same in the module of their event or resource", () => {
    expect(schemaInEventModule).toBe(IssuesOpenedPayloadSchema);
  });
});

describe("[K.1] the validator of Hono", () => {
  const app = new Hono()
    .post("/issues", sValidator("json", IssuesCreateBodySchema), (context) => {
      const { title } = context.req.valid("json");
      expectTypeOf(title).toEqualTypeOf<string | number>();
      return context.json({ title });
    })
    .post("/hook", sValidator("json", PushPayloadSchema), (context) => context.text("ok"));

  const post = (path: string, body: unknown) =>
    app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("takes a body that matches", async () => {
    const response = await post("/issues", { title: "Broken", labels: ["bug", { name: "x" }] });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ title: "Broken" });
    const { payload: push } = await createDelivery("push");
    expect((await post("/hook", push)).status).toBe(200);
  });

  it("answers 400 with the issues", async () => {
    const response = await post("/issues", { labels: [7] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      error: [
        { path: ["labels", 0], keyword: "anyOf", message: "matches none of the alternatives" },
        { path: ["title"], keyword: "required", message: "is missing" },
      ],
    });
  });
});

describe("[K.1] TanStack Form", () => {
  it("validates a form, and shows the issues at its fields", async () => {
    const onSubmit = vi.fn();
    const defaultValues: StandardSchemaV1.InferInput<typeof IssuesCreateBodySchema> = {
      title: "Broken",
      assignees: ["ann", 8 as never],
    };
    const form = new FormApi({
      defaultValues,
      validators: { onSubmit: IssuesCreateBodySchema },
      onSubmit: ({ value }) => onSubmit(value),
    });
    form.mount();
    const assignee = new FieldApi({ form, name: "assignees[1]" });
    const title = new FieldApi({ form, name: "title" });
    assignee.mount();
    title.mount();

    await form.handleSubmit();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(title.state.meta.errors).toEqual([]);
    expect(assignee.state.meta.errors).toMatchObject([{ message: "is not of type string" }]);

    assignee.setValue("bob");
    await form.handleSubmit();
    expect(onSubmit.mock.calls).toEqual([[{ title: "Broken", assignees: ["ann", "bob"] }]]);
  });
});
