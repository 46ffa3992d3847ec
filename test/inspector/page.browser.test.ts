/** The page in a real Chromium. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { type Browser, findAxe, type Page, type PageOptions } from "../browser/playwright.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  createNodeInspector,
  type NewDelivery,
  type NodeInspectorOptions,
} from "../../src/inspector/index.js";
import { bundleProgram } from "../programs/programs.js";
import { close, launchChromium, listen } from "./browser.js";
import {
  createDelivery,
  createPayload,
  createSource,
  encode,
  fillSource,
} from "./sample-source.js";

let browser: Browser;
const servers: Server[] = [];

beforeAll(async () => {
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  for (const server of servers.splice(0)) await close(server);
});

afterAll(async () => {
  await browser.close();
});

interface Opened {
  readonly page: Page;
  readonly origin: string;
  /** Messages of the console, and errors: a Content-Security-Policy that was broken, for example. */
  readonly complaints: string[];
  /** URLs of all requests. */
  readonly requests: string[];
}

async function open(
  { source }: Pick<ReturnType<typeof createSource>, "source">,
  context: PageOptions = {},
  options: NodeInspectorOptions = {},
): Promise<Opened> {
  const inspector = createNodeInspector(source, { isReadOnly: false, ...options });
  const { server, origin } = await listen((request, response) => {
    void inspector(request, response).then((isOwn) => isOwn || response.writeHead(404).end());
  });
  servers.push(server);
  const page = await browser.newPage({ viewport: { width: 1_400, height: 900 }, ...context });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${origin}/inspector/`);
  await page.locator(".live.live").waitFor();
  return { page, origin, complaints, requests };
}

const rowsOf = (page: Page) => page.locator(".row");
const choose = async (page: Page, index = 0) => {
  await rowsOf(page).nth(index).click();
  await page.locator("#detail-title").waitFor();
};
/** Presses a button of the menu. */
const more = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name }).click();
};
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

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
      const found: { rows: number; isFilled: boolean }[] = [];
      for (let step = 0; step <= 50; step++) {
        list.scrollTop = (most * step) / 50;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame); // rows are drawn in the first one
        const middle = document.elementFromPoint(left + width / 2, top + height / 2);
        const isFilled = middle?.closest(".row") != null;
        found.push({ rows: list.querySelectorAll(".row").length, isFilled });
      }
      return found;
    });
    for (const [step, { rows, isFilled }] of shown.entries()) {
      expect(rows, `step ${step}`).toBeLessThan(100);
      expect(isFilled, `step ${step}`).toBe(true);
    }
  });
});

describe("a delivery", () => {
  it("is a tree with types from the schema, and with deviations marked", async () => {
    const recorded = createSource();
    const body = encode('{"action":"opened","issue":{"number":"7","a":1.0,"a":9007199254740993}}');
    recorded.source.add(createDelivery({ body }));
    const { page } = await open(recorded);
    await choose(page);
    await page.getByText("One deviation").waitFor();
    const node = page.locator(".node.deviates");
    expect(await node.textContent()).toBe('number: "7"integermust be integer');
    await page.locator(".node").filter({ hasText: "a: 1.0" }).getByText("repeated key").waitFor();
    await page.locator(".node").getByText("9007199254740993").first().waitFor();
    await page.getByRole("tree").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator(".node").count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".node").count()).toBeGreaterThan(1);
  });

  it("shows headers, bytes, attempts and the difference from the one before", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ body: encode(createPayload(7)) }));
    const error = { message: "no connection", stack: "Error: no connection\n  at mail" };
    recorded.source.add(
      createDelivery({
        body: encode(createPayload(8, { title: "Über" })),
        history: [
          { attempt: 1, at: 5, duration: 3, handlers: [{ id: "mail", error }, { id: "log" }] },
          { attempt: 2, handlers: [], error: { message: "out of time" } },
        ],
      }),
    );
    const { page } = await open(recorded);
    await choose(page);
    await tab(page, "Headers");
    await page.getByRole("cell", { name: "(hidden)" }).waitFor();
    expect(await page.content()).not.toContain("of-a-secret-token");
    await tab(page, "Raw");
    await page.locator(".raw").getByText('"title":"Über"').waitFor();
    await page.getByRole("button", { name: "Hex" }).click();
    await page.locator(".raw").getByText("c3 9c 62 65 72").waitFor();
    await tab(page, "Attempts");
    for (const text of ["no connection", "out of time", "log"])
      await page.locator(".attempts").getByText(text).first().waitFor();
    await tab(page, "Changes");
    await expect
      .poll(() => page.locator("tbody tr").allTextContents())
      .toEqual(["issue.number78", 'issue.title"Login fails after an upgrade""Über"']);
  });

  it("says why its signature failed", async () => {
    const recorded = createSource();
    const findings = [
      {
        code: "BODY_REWRITTEN",
        text: "The body was written again.",
        hint: "Mount it before the parser.",
      },
      { code: "OTHER_SCHEME", text: "The scheme is another one." },
    ];
    recorded.source.add(createDelivery({ outcome: "refused", findings }));
    const { page } = await open(recorded);
    await choose(page);
    await page.getByRole("region", { name: "Why the signature failed" }).waitFor();
    await expect
      .poll(() => page.locator(".findings li").allTextContents())
      .toEqual([
        "The body was written again.Mount it before the parser.BODY_REWRITTEN",
        "The scheme is another one.OTHER_SCHEME",
      ]);
  });

  it("says what is not kept", async () => {
    const recorded = createSource();
    recorded.source.add(
      createDelivery({ body: undefined, headers: undefined, history: undefined, size: 9 }),
    );
    const { page } = await open(recorded);
    await choose(page);
    for (const name of ["Payload", "Headers", "Raw", "Attempts", "Copy as"]) {
      await tab(page, name);
      await page.getByRole("tabpanel").getByText("not kept").waitFor();
    }
  });

  it("stays text, whatever it holds", async () => {
    const markup = `</script><img src=x onerror="window.hit=1"><script>window.hit=2</script>`;
    const recorded = createSource({ title: markup });
    const payload = { [markup]: markup, html: [markup] };
    recorded.source.add(
      createDelivery({ event: "ping", action: undefined, body: encode(payload) }),
    );
    recorded.source.add({
      ...createDelivery({ event: markup, action: markup, id: markup, note: markup }),
      ...{ outcome: markup as never, url: `javascript:${markup}`, body: encode(payload) },
      headers: [[markup, markup]],
      history: [
        { attempt: 1, handlers: [{ id: markup, error: { message: markup, stack: markup } }] },
      ],
      findings: [{ code: markup, text: markup, hint: markup }],
    });
    const { page, complaints } = await open(recorded);
    await choose(page);
    for (const name of ["Payload", "Changes", "Headers", "Raw", "Attempts", "Copy as"]) {
      await tab(page, name);
      await page.waitForTimeout(20);
      expect(await page.locator("img, script:not(body > script)").count()).toBe(0);
    }
    expect(await page.evaluate(() => (window as { hit?: unknown }).hit)).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});

describe("what one wants to know first", () => {
  const failed = (number: number, changes: Partial<NewDelivery> = {}): NewDelivery => {
    const error = {
      message: `no route to host ${number}`,
      stack: `Error: no route\n  at mail.ts:${number}`,
    };
    const handlers = [
      { id: "log", duration: 2 },
      { id: "mail", duration: 30, error },
    ];
    const history = [1, 2].map((attempt) => ({
      attempt,
      at: Date.now() + attempt * 1_000,
      handlers,
    }));
    const answer = { status: 500, body: "internal error" };
    const body = encode(createPayload(number, { title: `Issue ${number}` }));
    return createDelivery({ outcome: "dead", attempts: 2, history, answer, body, ...changes });
  };

  it("is the address that receives, until a delivery came", async () => {
    const target = { address: "/api/webhooks", command: "npx acme send ping" };
    const recorded = createSource({ target: () => target });
    const { page, origin } = await open(recorded);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    for (const [name, text] of [
      ["Copy: Send them to this address", `${origin}/api/webhooks`],
      ["Copy: Send a first one", "npx acme send ping"],
    ] as const) {
      await page.getByRole("button", { name }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    expect(await page.locator("#search, nav, .list, .strip").count()).toBe(0);
    recorded.source.add(createDelivery());
    await page.locator("#address").waitFor({ state: "detached" });
    await page.locator("#search").waitFor();
    expect(await rowsOf(page).count()).toBe(1);
  });

  it("is 22 lines on a laptop, below a strip in which dragging selects a span of time", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 60);
    const { page } = await open(recorded, { viewport: { width: 1_366, height: 768 } });
    await page.locator(".foot").getByText("60 deliveries").waitFor();
    const chart = page.locator(".chart");
    await chart.waitFor();
    expect((await page.locator(".strip").boundingBox())?.height).toBe(64);
    const countVisible = () =>
      page.evaluate(() => {
        const { bottom } = document.getElementById("list")?.getBoundingClientRect() ?? {
          bottom: 0,
        };
        const rows = [...document.querySelectorAll(".row")];
        return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
      });
    expect(await countVisible()).toBeGreaterThanOrEqual(22);
    await rowsOf(page).first().getByText("#59 Issue 59").waitFor();
    const { x = 0, y = 0, width = 0 } = (await chart.boundingBox()) ?? {};
    await page.mouse.move(x + width - 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width - 60, y + 20, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => rowsOf(page).count()).toBeLessThan(30);
    const { searchParams } = new URL(page.url());
    const times = await page.locator(".row .time").count();
    expect(times).toBeGreaterThan(0);
    expect(Number(searchParams.get("since"))).toBeLessThan(Number(searchParams.get("until")));
    await chart.focus();
    await page.keyboard.press("Escape");
    await page.locator(".foot").getByText("60 deliveries").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".chosen-span").waitFor();
  });

  it("is the error with its stack, then the answer, the handlers and the attempts", async () => {
    const recorded = createSource();
    recorded.source.add(failed(7));
    const { page } = await open(recorded, { viewport: { width: 1_366, height: 768 } });
    await rowsOf(page).getByText("no route to host 7").waitFor();
    await choose(page);
    const why = page.getByRole("region", { name: "Why it failed" });
    await why.getByText("The handler mail failed").waitFor();
    await why.getByText("at mail.ts:7").waitFor();
    await page.locator(".answer").getByText("500 internal error").waitFor();
    await expect
      .poll(() => page.locator(".handlers li").allTextContents())
      .toEqual(["✓ log 2 ms", "✕ mail 30 ms"]);
    expect(await page.locator(".timeline li").count()).toBe(2);
    const tops = await Promise.all(
      [why, page.locator(".answer"), page.locator(".tree")].map(
        async (part) => (await part.boundingBox())?.y ?? 0,
      ),
    );
    expect(tops).toEqual([...tops].sort((left, right) => left - right));
    expect(tops[2]).toBeLessThan(768);
  });

  it("is one group for an error that repeats, whose replay says how many deliveries it takes", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ id: "other" }));
    for (let number = 1; number <= 5; number++) recorded.source.add(failed(number));
    const { page } = await open(recorded);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.locator(".count").getByText("5").click();
    await expect.poll(() => rowsOf(page).count()).toBe(6);
    await choose(page);
    await page.locator("#list").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByText("5 deliveries have this error.").waitFor();
    await page.getByRole("button", { name: "Replay all of them…" }).click();
    await page.getByRole("button", { name: "Replay 5 deliveries" }).waitFor();
    await page.getByRole("button", { name: "All that match the filter" }).click();
    await page.getByRole("button", { name: "Replay 5 deliveries" }).click();
    await expect.poll(() => recorded.replayed.length).toBe(5);
  });

  it("begins in the first fifth of a phone", async () => {
    const recorded = createSource();
    fillSource(recorded.source, 30);
    const { page } = await open(recorded, { viewport: { width: 390, height: 844 } });
    await rowsOf(page).first().waitFor();
    expect((await page.locator("#list").boundingBox())?.y).toBeLessThan(844 / 5);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Outcome").selectOption("refused");
    await page.locator(".foot").getByText("2 deliveries").waitFor();
    await choose(page);
    await page.goBack();
    await page.locator("#list").waitFor();
    await page.locator(".foot").getByText("2 deliveries").waitFor();
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
    const other = await browser.newPage();
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

describe("security", () => {
  it("keeps another origin out, and the token with it", async () => {
    const recorded = createSource();
    recorded.source.add(createDelivery({ outcome: "dead" }));
    const { origin } = await open(recorded);
    const { server, origin: other } = await listen((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Another site</p>");
    });
    servers.push(server);
    const page = await browser.newPage();
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

describe("accessibility", () => {
  async function expectNoViolations(page: Page, what: string): Promise<void> {
    await page.evaluate(await readFile(findAxe(), "utf8"));
    const violations = await page.evaluate(async () => {
      const { axe: run } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const found = (await run.run()).violations;
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    });
    expect(violations, what).toEqual([]);
  }

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
