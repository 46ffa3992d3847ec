/** The page in a real Chromium: one delivery, and what a reader wants to know of it first. */
import { describe, expect, it } from "vitest";
import type { NewDelivery } from "../../src/inspector/index.js";
import { choose, rowsOf, setUpPages, tab } from "./page-setup.js";
import {
  createDelivery,
  createPayload,
  createSource,
  encode,
  fillSource,
} from "./sample-source.js";

const { open } = setUpPages();

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

  it("says so if the one before cannot be loaded", async () => {
    const { source } = createSource();
    const before = source.add(createDelivery());
    source.add(createDelivery());
    const get = (key: string) => (key === before ? Promise.resolve(undefined) : source.get(key));
    const { page } = await open({ source: { ...source, get } });
    await choose(page);
    await tab(page, "Changes");
    await page.getByText("The delivery before could not be loaded.").waitFor();
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
      outcome: markup as never,
      url: `javascript:${markup}`,
      body: encode(payload),
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
    recorded.source.add(createDead(7));
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
    for (let number = 1; number <= 5; number++) recorded.source.add(createDead(number));
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

/** A delivery that is dead after two attempts, in which one of two handlers failed. */
function createDead(number: number): NewDelivery {
  const error = {
    message: `no route to host ${number}`,
    stack: `Error: no route\n  at mail.ts:${number}`,
  };
  const handlers = [
    { id: "log", duration: 2 },
    { id: "mail", duration: 30, error },
  ];
  const history = [1, 2].map((attempt) => {
    return { attempt, at: Date.now() + attempt * 1_000, handlers };
  });
  const answer = { status: 500, body: "internal error" };
  const body = encode(createPayload(number, { title: `Issue ${number}` }));
  return createDelivery({ outcome: "dead", attempts: 2, history, answer, body });
}
