/** The page in a real Chromium: the list, its filters, and the address that keeps them. */
import { describe, expect, it } from "vitest";
import { choose, rowsOf, setUpPages, tab } from "./page-setup.js";
import {
  createDelivery,
  createPayload,
  createSource,
  encode,
  fillSource,
} from "./sample-source.js";

const { open, newPage, servers } = setUpPages();

describe("the list", () => {
  it("shows a delivery without reload, and what becomes of it", async () => {
    const recorded = createSource();
    const { page } = await open(recorded);
    await page.getByText("No deliveries yet.").waitFor();
    const key = recorded.source.add(createDelivery({ outcome: "running" }));
    await rowsOf(page).getByText("issues.opened").waitFor();
    await rowsOf(page).getByText("running").waitFor();
    await choose(page);
    recorded.source.update(key, { outcome: "dead", attempts: 9 });
    await rowsOf(page).getByText("dead").waitFor();
    await page.locator(".detail-head").getByText("dead").waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
  });

  it("catches up after the connection was lost", async () => {
    const recorded = createSource();
    const { page, origin } = await open(recorded);
    const port = Number(new URL(origin).port);
    const [server] = servers;
    if (server === undefined) throw new Error("There is no server.");
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await page.locator(".live.lost").waitFor();
    recorded.source.add(createDelivery({ id: "meanwhile" }));
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    await page.locator('.row[title="meanwhile"]').waitFor();
    await page.locator(".live.live").waitFor();
  });

  it("connects again after an answer that a browser takes as final", async () => {
    const { page } = await open(createSource());
    await page.route("**/api/live", (route) => route.fulfill({ status: 502 }), { times: 1 });
    await page.reload();
    await page.locator(".live.lost").waitFor();
    await page.locator(".live.live").waitFor();
  });

  it("connects again when nothing is heard of the server", async () => {
    const { page, origin, requests } = await open(createSource());
    await page.clock.install();
    await page.goto(`${origin}/inspector/`);
    await page.locator(".live.live").waitFor();
    const countStreams = () => requests.filter((url) => url.endsWith("/api/live")).length;
    const before = countStreams();
    await page.clock.fastForward(60_000);
    await page.locator(".live.lost").waitFor();
    await page.clock.fastForward(5_000);
    await page.locator(".live.live").waitFor();
    expect(countStreams()).toBe(before + 1);
  });

  it("filters by event, outcome, id and text, and follows only what matches", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 60);
    const { page } = await open(recorded);
    const foot = page.locator(".foot");
    await foot.getByText("60 deliveries").waitFor();
    await page.getByLabel("Outcome").selectOption("refused");
    await foot.getByText("4 deliveries").waitFor();
    recorded.source.add(createDelivery({ outcome: "refused" }));
    recorded.source.add(createDelivery({ outcome: "done" }));
    await foot.getByText("5 deliveries").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Event", { exact: true }).selectOption("issues.closed");
    await expect.poll(() => page.locator(".row .name").allTextContents()).not.toContain("push");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type('"issue 59"');
    await foot.getByText("1 delivery").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator("#search").fill("id:00000003-cc78-11e3-81ab-4c9367dc0958");
    await foot.getByText("1 delivery").waitFor();
  });

  // `bench/inspector/scroll.ts` measures frames. What makes them quick is that few rows are in the page.
  it("has few of 10,000 rows in the page, wherever it is scrolled to", async () => {
    const recorded = createSource({ maxCount: 20_000 });
    fillSource(recorded.source, 10_000);
    const { page } = await open(recorded);
    await page.locator("#list").focus();
    for (;;) {
      await page.keyboard.press("End");
      const text = (await page.locator(".foot").textContent()) ?? "";
      if (text.includes("10000 deliveries")) break;
    }
    const shown = await page.evaluate(async () => {
      const list = document.getElementById("list") as HTMLElement;
      const { left, top, height, width } = list.getBoundingClientRect();
      const most = list.scrollHeight - list.clientHeight;
      const states: { rows: number; isFilled: boolean }[] = [];
      for (let step = 0; step <= 50; step++) {
        list.scrollTop = (most * step) / 50;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame); // rows are drawn in the first one
        const middle = document.elementFromPoint(left + width / 2, top + height / 2);
        const isFilled = middle?.closest(".row") != null;
        states.push({ rows: list.querySelectorAll(".row").length, isFilled });
      }
      return states;
    });
    for (const [step, { rows, isFilled }] of shown.entries()) {
      expect(rows, `step ${step}`).toBeLessThan(100);
      expect(isFilled, `step ${step}`).toBe(true);
    }
  });
});

describe("the address", () => {
  it("leads to a filter and to a delivery, after a reload and by back and forward", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 60);
    recorded.source.add(createDelivery({ headers: [["X-Acme-Region", "eu-west"]], id: "eu" }));
    const { page } = await open(recorded);
    const foot = (text: string) => page.locator(".foot").getByText(text, { exact: true }).waitFor();
    const title = () => page.locator("#detail-title");
    await foot("61 deliveries");
    await page.locator("#search").fill("eu-west");
    await foot("1 delivery");
    await choose(page);
    await tab(page, "Headers");
    const link = page.url();
    await page.reload();
    await page.getByRole("cell", { name: "eu-west" }).waitFor();
    await foot("1 delivery");
    expect(page.url()).toBe(link);
    await page.goBack();
    await title().waitFor({ state: "detached" });
    await foot("1 delivery");
    await page.goBack();
    await foot("61 deliveries");
    await expect.poll(() => page.locator("#search").inputValue()).toBe("");
    await page.goForward();
    await foot("1 delivery");
    await page.goForward();
    await title().waitFor();
    expect(page.url()).toBe(link);
    // A colleague's browser, and a delivery that is no longer there.
    const other = await newPage();
    await other.goto(link);
    await other.getByRole("cell", { name: "eu-west" }).waitFor();
    await other.goto(link.replace(/delivery=\d+/, "delivery=999"));
    await other.getByText("The delivery is not kept any more.").waitFor();
  });

  it("searches by members and headers, but not in what is hidden", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 20);
    const { page } = await open(recorded);
    const search = async (text: string, count: string) => {
      await page.locator("#search").fill(text);
      await page.locator(".foot").getByText(count, { exact: true }).waitFor();
    };
    await search("issue.number:7", "1 delivery");
    await search('sender:octo action:opened "Issue 1"', "4 deliveries");
    await search('"x-vendor-event: issues"', "20 deliveries");
    await search("of-a-secret-token", "0 deliveries");
    await search("authorization:Bearer", "0 deliveries");
    await search("issue.number:1999", "0 deliveries");
    // A delivery that arrives is found without a reload.
    recorded.source.add(createDelivery({ body: encode(createPayload(1_999)) }));
    await page.locator(".foot").getByText("1 delivery", { exact: true }).waitFor();
  });
});
