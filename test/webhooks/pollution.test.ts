/** A polluted `Object.prototype` must not give a toolkit a secret, or an event an action. */
import { afterEach, describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../src/middleware/web.js";
import { AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

const polluted = new Set<string>();

function pollute(key: string, value: unknown): void {
  Object.defineProperty(Object.prototype, key, { value, configurable: true });
  polluted.add(key);
}

afterEach(() => {
  for (const key of polluted) Reflect.deleteProperty(Object.prototype, key);
  polluted.clear();
});

describe("a polluted prototype", () => {
  it("[B.2] adds no secret", () => {
    const signature = new AcmeWebhooks({ secret: "attacker" }).sign("{}");
    pollute("additionalSecrets", ["attacker"]);
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    expect(webhooks.verify("{}", signature)).toBe(false);
  });

  it("[B.5] adds no transform", async () => {
    pollute("transform", () => "evil");
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    const events: unknown[] = [];
    webhooks.on("issues", (event) => events.push(event));
    await webhooks.receive({ name: "issues", payload: { action: "opened" } });
    expect(events).toEqual([{ id: "", name: "issues", payload: { action: "opened" } }]);
  });

  it("[C.19] moves no path", async () => {
    pollute("path", "/evil");
    const middleware = createWebMiddleware(new AcmeWebhooks({ secret: SECRET }));
    const { status } = await middleware(new Request("https://x.example/evil", { method: "POST" }));
    expect(status).toBe(404);
  });

  it("[B.4] gives an event no action", async () => {
    pollute("action", "opened");
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    const names: string[] = [];
    webhooks.on("issues.opened", () => names.push("issues.opened"));
    webhooks.on("issues", () => names.push("issues"));
    await webhooks.receive({ name: "issues", payload: { x: 1 } });
    expect(names).toEqual(["issues"]);
  });
});
