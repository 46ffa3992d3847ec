/** A service that refuses the requests of a catch-up. */
import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../deliveries.js";
import { connect, begin } from "./connect.js";

describe("a service that refuses", () => {
  it.each([
    [401, "credential of the client is wrong"],
    [403, "has no right to it"],
    [404, "check the `parameters`, and that the webhook still exists"],
    [429, "limits the rate"],
    [500, "got status 500"],
  ])("[R.7] with %i is logged once, and asked again", async (status, message) => {
    const parts = connect();
    await begin(parts);
    parts.service.broken = status;
    parts.service.emit();
    await parts.environment.elapse(HOUR);
    const errors = parts.recorder.entries.filter(({ level }) => level === "error");
    expect(errors.map(({ data }) => data.join(" "))).toEqual([expect.stringContaining(message)]);
    const beginning = "The catch-up failed, and is tried again. GET /repos/";
    expect(errors.map(({ data }) => String(data[0]).slice(0, beginning.length))).toEqual([
      beginning,
    ]);
    await expect(parts.inbox.catchUp()).rejects.toMatchObject({
      code: "CATCH_UP_FAILED",
      cause: { status },
    });
    parts.service.broken = undefined;
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toEqual(["github-0"]);
    expect(parts.recorder.text()).toContain("The catch-up works again.");
  });

  it("[R.7] waits as long as it asks for", async () => {
    const parts = connect();
    await begin(parts);
    const { request } = parts.client;
    const error = Object.assign(new Error("limited"), {
      status: 429,
      headers: new Headers({ "retry-after": "3600" }),
    });
    parts.client.request = () => Promise.reject(error);
    await parts.environment.elapse(5 * MINUTE);
    const times: number[] = [];
    parts.client.request = (route, parameters) => {
      times.push(parts.environment.clock());
      return request.call(parts.client, route, parameters);
    };
    await parts.environment.elapse(59 * MINUTE);
    expect(times).toEqual([]);
    await parts.environment.elapse(2 * MINUTE);
    expect(times).toHaveLength(1);
  });

  it("[R.7] does not hold up others with one payload that it never gives", async () => {
    const parts = connect();
    await begin(parts);
    for (let n = 0; n < 20; n++) parts.service.emit();
    const { request } = parts.client;
    let asked = 0;
    parts.client.request = async (route, parameters) => {
      if (parameters["delivery_id"] !== 4) return request.call(parts.client, route, parameters);
      asked++;
      throw Object.assign(new Error("broken"), { status: 500 });
    };
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toHaveLength(19);
    await parts.environment.elapse(HOUR);
    expect(asked).toBeGreaterThan(5);
    parts.client.request = request;
    await parts.environment.elapse(6 * MINUTE);
    expect(parts.handled).toHaveLength(20);
  });

  it.each([404, 410])(
    "[R.7] leaves out a delivery that is gone (%i), and does not ask again",
    async (status) => {
      const parts = connect();
      await begin(parts);
      for (let n = 0; n < 3; n++) parts.service.emit();
      const { request } = parts.client;
      let asked = 0;
      parts.client.request = async (route, parameters) => {
        if (parameters["delivery_id"] !== 2) return request.call(parts.client, route, parameters);
        asked++;
        throw Object.assign(new Error("gone"), { status });
      };
      await parts.environment.elapse(20 * MINUTE);
      expect(parts.handled).toEqual(["github-0", "github-2"]);
      expect(asked).toBe(1);
      expect(parts.recorder.text().join("\n")).toContain('"github-1" of "note" never arrived');
    },
  );

  it.each([
    ["no list", { message: "hello" }, "has no list; expected an array"],
    ["an item without a time", [{ guid: "1", event: "note" }], "no id, event or time"],
    ["an item that is none", [null], "no id, event or time"],
  ])("[R.7] with %s is told so", async (_, data, message) => {
    const parts = connect();
    parts.client.request = () =>
      Promise.resolve({ status: 200, headers: new Headers(), data } as never);
    await expect(parts.inbox.catchUp()).rejects.toMatchObject({
      code: "CATCH_UP_FAILED",
      message: expect.stringContaining(message),
    });
  });

  it("[R.7] with pages that lead in a circle is told so", async () => {
    const parts = connect();
    const link = '<http://service.test/x?cursor=1>; rel="next"';
    const item = { guid: "1", event: "note", delivered_at: "2030-01-01T00:00:00Z", id: 1 };
    parts.client.request = () =>
      Promise.resolve({ status: 200, headers: new Headers({ link }), data: [item] } as never);
    await expect(parts.inbox.catchUp()).rejects.toThrow("lead in a circle");
  });
});
