/** A follower whose process is stopped, and goes on later: only a real second counts as stopped. */
import { describe, expect, it } from "vitest";
import { startProgram } from "./processes.js";
import { cleanUp, sendEvent, startRelay, until } from "./setup.js";

describe("a follower", () => {
  it("[D.2] goes on after its process was stopped for longer than the idle limit", async () => {
    const { url } = await startRelay({ heartbeat: 100 });
    const follower = await startProgram("follow", url);
    cleanUp(() => follower.end());
    await until(() => expect(follower.text()).toContain("connected to"));
    await sendEvent(url, "before");
    await until(() => expect(follower.text()).toContain("delivery before"));
    follower.child.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    for (const id of ["one", "two"]) await sendEvent(url, id);
    follower.child.kill("SIGCONT");
    await until(() => expect(follower.text()).toContain("delivery two"));
    await sendEvent(url, "after");
    await until(() => expect(follower.text()).toContain("delivery after"));
    const handled = follower.text().match(/(?<=^delivery ).+/gm);
    expect(handled).toEqual(["before", "one", "two", "after"]);
    await follower.end("SIGTERM");
    expect(follower.text()).toMatch(/closed\n$/);
  });
});
