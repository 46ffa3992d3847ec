/** Stacks of errors: a thrown error keeps its own, and the toolkit restores the limit that it changes meanwhile. */
import { expect, it } from "vitest";
import { AcmeWebhooks, SECRET } from "../../cases/webhooks/acme.js";

it("[B.6] a thrown error keeps its stack", async () => {
  const error = await fail();
  expect(error).toMatchObject({ code: "HANDLER_FAILED", errors: [new Error("broken")] });
  expect((error as AggregateError).errors[0].stack).toContain("failures.test.ts");
});

it("[B.6] `Error.stackTraceLimit` is as it was, also where there is none", async () => {
  const limit = Error.stackTraceLimit;
  await fail();
  expect(Error.stackTraceLimit).toBe(limit);
  try {
    Reflect.deleteProperty(Error, "stackTraceLimit");
    await fail();
    expect("stackTraceLimit" in Error).toBe(false);
  } finally {
    Error.stackTraceLimit = limit;
  }
});

async function fail(): Promise<Error> {
  const webhooks = new AcmeWebhooks({ secret: SECRET });
  webhooks.on("push", () => Promise.reject(new Error("broken")));
  return webhooks.receive({ name: "push", payload: {} }).then(
    () => Promise.reject(new Error("received")),
    (error: unknown) => error as Error, // the toolkit rejects with errors alone
  );
}
