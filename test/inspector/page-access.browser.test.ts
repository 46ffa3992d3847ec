/** The page in a real Chromium: its security, and its accessibility. */
import { readFile } from "node:fs/promises";
import { findAxe, type Page } from "../browser/playwright.js";
import { describe, expect, it } from "vitest";
import { listen } from "./browser.js";
import { choose, more, setUpPages, tab } from "./page-setup.js";
import { createDelivery, createSource, encode, fillSource } from "./sample-source.js";

const { open, newPage, servers } = setUpPages();

describe("security", () => {
  it("keeps another origin out, and the token with it", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ outcome: "dead" }));
    const { origin } = await open(recorded);
    const { server, origin: other } = await listen((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Another site</p>");
    });
    servers.push(server);
    const page = await newPage();
    await page.goto(other);
    const results = await page.evaluate(async (target) => {
      const attempt = async (path: string, init?: RequestInit) => {
        try {
          const response = await fetch(target + path, init);
          return response.type === "opaque" ? "opaque" : response.status;
        } catch {
          return "blocked";
        }
      };
      const frame = document.createElement("iframe");
      frame.src = `${target}/inspector/`;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      return [
        await attempt("/inspector/"),
        await attempt("/inspector/api/deliveries"),
        await attempt("/inspector/api/replay", { method: "POST", mode: "no-cors", body: "{}" }),
        await attempt("/inspector/api/replay", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        }),
        frame.contentDocument === null,
      ];
    }, origin);
    expect(results).toEqual(["blocked", "blocked", "blocked", "blocked", true]);
    expect(recorded.replayed).toEqual([]);
  });

  it("sends no request to anywhere else, and breaks no rule of its own policy", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 30);
    const { page, origin, requests, complaints } = await open(recorded);
    await choose(page);
    for (const name of ["Changes", "Headers", "Raw", "Attempts", "Copy as"]) await tab(page, name);
    await page.getByRole("button", { name: "Send a sample" }).click();
    await page.getByRole("button", { name: "Sign and send" }).click();
    await expect.poll(() => recorded.sent.length).toBe(1);
    expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual(
      [],
    );
    expect(complaints).toEqual([]);
  });
});

describe("accessibility", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it.each([360, 1_400])(
      `finds nothing in the ${colorScheme} scheme at %i pixels`,
      async (width) => {
        const recorded = createSource();
        fillSource(recorded.source, 40);
        recorded.source.add(
          createDelivery({
            outcome: "refused",
            body: encode('{"issue":{"number":"7"}}'),
            findings: [{ code: "A", text: "B", hint: "C" }],
            history: [
              { attempt: 1, handlers: [{ id: "mail", error: { message: "no", stack: "at" } }] },
            ],
          }),
        );
        const viewport = { width, height: 800 };
        const { page } = await open(recorded, { colorScheme, viewport });
        await page.locator(".chart").waitFor();
        await page.locator(".foot").getByText("41 deliveries").waitFor();
        await expectNoViolations(page, "the list");
        await page.keyboard.press("j");
        await page.keyboard.press("Shift+J");
        await page.keyboard.press("k");
        await page.keyboard.press("Enter");
        await page.locator(".findings").first().waitFor();
        for (const name of ["Payload", "Changes", "Headers", "Raw", "Attempts", "Copy as"]) {
          await tab(page, name);
          await page.waitForTimeout(30);
          await expectNoViolations(page, name);
        }
        await page.keyboard.press("Escape");
        for (const [key, name] of [
          ["s", "Send a sample"],
          ["?", "Keys"],
        ] as const) {
          await page.keyboard.press(key);
          await page.getByRole("dialog", { name }).waitFor();
          if (key === "s") await page.getByRole("button", { name: "Fields" }).click();
          await expectNoViolations(page, name);
          await page.keyboard.press("Escape");
        }
        for (const name of ["Replay…", "Reconcile"]) {
          await more(page, name);
          await page.getByRole("dialog").waitFor();
          await expectNoViolations(page, name);
          await page.keyboard.press("Escape");
        }
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(isWide, "scrolls sideways").toBe(false);
      },
    );
  }

  it("follows the switch of the colour scheme, and keeps it", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery());
    const { page } = await open(recorded, { colorScheme: "light" });
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await back();
    await more(page, "Theme: system");
    await page.getByRole("button", { name: "Theme: light" }).click();
    await expect.poll(back).not.toBe(light);
    const dark = await back();
    await page.reload();
    await page.locator(".live.live").waitFor();
    expect(await back()).toBe(dark);
  });
});

/** Judges the page by axe. */
async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.evaluate(await readFile(findAxe(), "utf8"));
  const violations = await page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const results = (await run.run()).violations;
    return results.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  expect(violations, what).toEqual([]);
}
