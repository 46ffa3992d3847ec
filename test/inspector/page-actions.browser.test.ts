/** The page in a real Chromium: actions, by buttons and by keys. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "../programs/programs.js";
import { choose, more, rowsOf, setUpPages, tab } from "./page-setup.js";
import {
  createDelivery,
  createPayload,
  createSource,
  encode,
  fillSource,
} from "./sample-source.js";

const { open } = setUpPages();

describe("actions", () => {
  it("send again, by button and by key", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery());
    const { page } = await open(recorded);
    await choose(page);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.locator("#message").getByText("Sent. It was answered with 200.").waitFor();
    await page.keyboard.press("r");
    await expect.poll(() => recorded.resent).toEqual(["1", "1"]);
  });

  it("edit and send, with the numbers that were sent", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ body: encode('{"issue":{"number":1.0}}') }));
    const { page } = await open(recorded);
    await choose(page);
    await page.getByRole("button", { name: "Edit and send" }).click();
    const editor = page.locator("#send-body");
    await expect.poll(() => editor.inputValue()).toBe('{"issue":{"number":1.0}}');
    await editor.fill('{"issue":{"number":2}}');
    await page.getByRole("button", { name: "Sign and send" }).click();
    await expect
      .poll(() => recorded.sent)
      .toEqual([{ event: "issues.opened", body: '{"issue":{"number":2}}', from: "1" }]);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    // The new one is open.
    await expect.poll(() => page.locator(".row.selected").getAttribute("id")).toBe("row-2");
    await expect.poll(() => page.url()).toContain("delivery=2");
  });

  it("send a sample, edited by fields of their types", async () => {
    const recorded = createSource();
    const { page } = await open(recorded);
    await page.keyboard.press("s");
    await expect.poll(() => page.locator("#send-body").inputValue()).toContain("Login fails");
    await page.getByRole("button", { name: "Fields" }).click();
    await page.getByLabel("issue.number number").fill("42");
    await page.getByLabel("issue.title string").fill("<b>Hello</b>");
    await page.getByRole("button", { name: "Sign and send" }).click();
    await expect.poll(() => recorded.sent.length).toBe(1);
    const [sent] = recorded.sent;
    expect(sent?.event).toBe("issues.opened");
    expect(JSON.parse(sent?.body ?? "")).toEqual(createPayload(42, { title: "<b>Hello</b>" }));
    await page.locator(".row.selected").waitFor(); // the new one is open
    await page.getByRole("button", { name: "Send a sample" }).click();
    await page.getByLabel("Event", { exact: true }).last().selectOption("ping");
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await expect.poll(() => page.locator("#send-body").inputValue()).toContain("Keep it.");
  });

  it("keep the sample of the event that was chosen last, even if another one comes later", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const sample = async (event: string): Promise<object> => {
      if (event === "ping") return { zen: "Keep it." };
      await held;
      return createPayload(1);
    };
    const { page } = await open(createSource({ sample }));
    await page.keyboard.press("s");
    await page.getByLabel("Event", { exact: true }).last().selectOption("ping");
    const editor = page.locator("#send-body");
    await expect.poll(() => editor.inputValue()).toContain("Keep it.");
    release();
    await page.waitForTimeout(100);
    expect(await editor.inputValue()).toContain("Keep it.");
  });

  it("replay by row, by filter, by marks and by time", async () => {
    const recorded = createSource();
    const { source, replayed } = recorded;
    for (let id = 1; id <= 6; id++) {
      const event = id > 4 ? "push" : "issues";
      source.add(
        createDelivery({ id: String(id), event, outcome: "dead", receivedAt: id * 60_000 }),
      );
    }
    const { page } = await open(recorded, { timezoneId: "UTC" });
    const confirm = () => page.locator("dialog").getByRole("button", { name: "Replay" }).click();
    const ids = () => replayed.map(({ id }) => id).join("");
    await choose(page, 5);
    await page.locator("article").getByRole("button", { name: "Replay" }).click();
    await confirm();
    await expect.poll(ids).toBe("1");
    await page.getByLabel("Event", { exact: true }).selectOption("push");
    await page.locator(".foot").getByText("2 deliveries").waitFor();
    await more(page, "Replay…");
    await confirm();
    await expect.poll(ids).toBe("156");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator(".foot").getByText("6 deliveries").waitFor();
    await rowsOf(page).nth(3).click();
    await rowsOf(page)
      .nth(4)
      .click({ modifiers: ["Shift"] });
    await page.locator(".foot").getByText("2 marked").waitFor();
    await more(page, "Replay…");
    await confirm();
    await expect.poll(ids).toBe("15623");
    await more(page, "Replay…");
    await page.getByRole("button", { name: "A range of time" }).click();
    await page.getByLabel("From").fill("1970-01-01T00:03:30");
    await page.getByLabel("Until").fill("1970-01-01T00:10:00");
    await confirm();
    await expect.poll(ids).toBe("156234");
  });

  it("replay, where the deliveries cannot be counted, waits for another choice", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ outcome: "dead" }));
    const { page } = await open(recorded);
    await page.route("**/api/count*", (route) => route.fulfill({ status: 502 }), { times: 1 });
    await more(page, "Replay…");
    const button = page.locator("dialog").getByRole("button", { name: /^Replay/ });
    await page.locator("#message").getByText("The answer is 502.").waitFor();
    expect(await button.textContent()).toBe("Replay");
    expect(await button.getAttribute("disabled")).not.toBeNull();
    await page.getByRole("button", { name: "A range of time" }).click();
    await expect.poll(() => button.textContent()).toBe("Replay 1 delivery");
  });

  it("copy as a test that runs, as a command and as a fixture", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ body: encode(createPayload(7)) }));
    const { page, origin } = await open(recorded);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    await choose(page);
    await tab(page, "Copy as");
    const copied = async (name: "Test" | "curl" | "Fixture") => {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.locator("#message").getByText(`Copied as ${name}`).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const test = await copied("Test");
    expect(test).toContain('await createDelivery("issues.opened"');
    const folder = mkdtempSync(new URL("../.copied-", import.meta.url).pathname);
    try {
      writeFileSync(`${folder}/copied.test.ts`, test);
      const args = ["--test", await bundleProgram(`${folder}/copied.test.ts`)];
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
      expect(stdout).toContain("# pass 1");
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(await copied("curl")).toContain("curl -X POST 'http://localhost:3000/webhooks'");
    expect(JSON.parse(await copied("Fixture"))).toMatchObject({
      name: "issues",
      payload: createPayload(7),
    });
  });

  it("record to a file, and show what `reconcile` proposes", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ id: "before", receivedAt: Date.now() - 60_000 }));
    const { page } = await open(recorded, { acceptDownloads: true });
    await more(page, "Record");
    const stop = page.getByRole("link", { name: "Stop and save" });
    await stop.waitFor();
    recorded.source.add(createDelivery({ id: "during", receivedAt: Date.now() + 1_000 }));
    const downloading = page.waitForEvent("download");
    await stop.click();
    const lines = await readFile(await (await downloading).path(), "utf8");
    expect(
      lines
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(["during"]);
    await more(page, "Reconcile");
    await page.getByText("10 with one correction").waitFor();
    expect(await page.getByLabel("Proposed corrections").textContent()).toContain("issue.title");
  });

  it("are not offered by a page that is read-only", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery());
    const { page } = await open(recorded, {}, { isReadOnly: true });
    await choose(page);
    await page.getByText("read-only").waitFor();
    for (const name of ["Send again", "Edit and send", "Replay", "Send a sample"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    await page.keyboard.press("r");
    await page.keyboard.press("s");
    expect(await page.locator("dialog").count()).toBe(0);
    expect(recorded.resent).toEqual([]);
  });
});

describe("keys", () => {
  it("lead through everything", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 30);
    const { page } = await open(recorded, { viewport: { width: 360, height: 700 } });
    await page.locator(".foot").getByText("30 deliveries").waitFor();
    const selected = () => page.locator(".row.selected").getAttribute("aria-posinset");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(selected).toBe("2");
    await page.keyboard.press("k");
    await expect.poll(selected).toBe("1");
    await page.keyboard.press("Shift+J");
    await expect.poll(() => page.locator(".row.marked").count()).toBe(2);
    await page.keyboard.press("Enter");
    await page.locator("#detail-title").waitFor();
    await page.locator(".list").waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await page.locator(".list").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("list");
    await page.keyboard.press("ArrowDown");
    await expect.poll(selected).toBe("3");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    await page.keyboard.press("/");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("search");
    await page.keyboard.type("jk?");
    expect(await page.locator("dialog").count()).toBe(0);
  });
});
