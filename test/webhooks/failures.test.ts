/** The error of a failed delivery is created without a stack, and other errors keep theirs. */
import { expect, it } from "vitest";
import { AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

async function fail(): Promise<Error> {
  const webhooks = new AcmeWebhooks({ secret: SECRET });
  webhooks.on("push", () => Promise.reject(new Error("broken")));
  return webhooks.receive({ name: "push", payload: {} }).then(
    () => Promise.reject(new Error("received")),
    (error: unknown) => error as Error, // the toolkit rejects with errors alone
  );
}

it("[B.6] an aggregate has no frames; what was thrown has its own", async () => {
  const error = await fail();
  expect(error).toMatchObject({ code: "HANDLER_FAILED", errors: [new Error("broken")] });
  expect(error.stack).not.toContain("\n    at ");
  expect((error as AggregateError).errors[0].stack).toContain("failures.test.ts");
});

it("[B.6] the limit of stacks is as it was, also where it is not a number", async () => {
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
