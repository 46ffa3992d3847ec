/** Outcomes of handlers: failures, and handlers that take longer than the time of a request. */
import { expect, it } from "vitest";
import { request } from "../../http/requests.js";
import { createGate } from "../../http/toolkit.js";
import { expectError, expectSound, type Receivers } from "./receivers.js";

export function describeOutcomes(receivers: Receivers) {
  const { start } = receivers;

  it("[C.13] answers 500 with the delivery id alone, and logs the whole error", async () => {
    const thrown = Object.assign(new Error("the database password is hunter2"), { status: 204 });
    const { client, recorder } = await start({ handler: () => Promise.reject(thrown) });
    const connection = client();
    void connection.write(request());
    const answer = await connection.answer();
    expectError(answer, 500, "HANDLER_FAILED");
    expectSound(answer);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ delivery: "delivery-1" });
    expect(answer?.body).not.toMatch(/hunter2|password|note|at /);
    const errors = recorder.entries.filter((entry) => entry.level === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.data[0]).toContain("delivery-1");
    expect(errors[0]?.data[1]).toMatchObject({ errors: [thrown] });
  });

  it.each([undefined, null, "text", Object.freeze(new Error("frozen"))])(
    "[C.13] answers 500 to a handler that throws %s",
    async (thrown) => {
      const { client } = await start({
        handler: () => {
          throw thrown;
        },
      });
      const connection = client();
      void connection.write(request());
      expectError(await connection.answer(), 500, "HANDLER_FAILED");
    },
  );

  it("[C.14] answers 202 while handlers run, and goes on", async () => {
    const gate = createGate();
    const { client, recorder } = await start({ handler: () => gate.passed }, { timeout: 30 });
    const connection = client();
    void connection.write(request());
    const answer = await connection.answer();
    expect(answer?.status).toBe(202);
    expect(answer?.body).toBe("still processing\n");
    expectSound(answer);
    gate.open();
    await gate.passed;
    expect(recorder.entries).toEqual([]);
  });

  it("[C.14] logs what fails after the answer, and tells onError", async () => {
    const gate = createGate();
    const { client, recorder, failures } = await start(
      { handler: () => gate.passed },
      { timeout: 30 },
    );
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(202);
    gate.fail(new Error("too late"));
    await expect.poll(() => failures.length).toBe(1);
    await expect.poll(() => recorder.text().join()).toContain("delivery-1");
    expect(recorder.entries).toMatchObject([{ level: "error" }]);
  });

  it("[C.14] hands waitUntil a promise of the processing, which never rejects", async () => {
    const gate = createGate();
    const promises: Promise<unknown>[] = [];
    const { client } = await start(
      { handler: () => gate.passed },
      { timeout: 30, waitUntil: (processing) => promises.push(processing) },
    );
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(202);
    expect(promises).toHaveLength(1);
    gate.fail(new Error("too late"));
    await promises[0];
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("outside of a request");
      },
    ],
    ["rejects", () => Promise.reject(new Error("outside of a request"))],
  ])("[C.14] survives a waitUntil that %s", async (_, waitUntil) => {
    const { client, recorder } = await start({}, { waitUntil });
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(200);
    expect(recorder.entries).toMatchObject([{ level: "error" }]);
  });
}
