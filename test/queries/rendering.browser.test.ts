/** Apps that are rendered on a server and hydrated in a real Chromium: no request is sent twice. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { bundle } from "./bundle.js";
import { usePages } from "./pages-in-chromium.js";

const PROGRAMS = fileURLToPath(new URL("programs", import.meta.url));
const { serve, openPage } = usePages();
const folder = mkdtempSync(join(PROGRAMS, "../.rendered-"));

afterAll(() => rmSync(folder, { recursive: true }));

describe("[P.9] an app that was rendered on a server", () => {
  it.each([
    ["react", ".tsx"],
    ["vue", ".ts"],
  ])("with %s goes on in the page without a second request", async (framework, ending) => {
    const { page, service, complaints } = await openRendered(framework, ending);
    const names = () => page.locator("li").allInnerTexts();
    const first = ["GET /orgs/acme/repos", "GET /repos/acme/one"];
    expect(service.arrivals.toSorted()).toEqual(first);
    expect(await names()).toEqual(["one", "two"]);
    expect(await page.innerText("h1")).toBe("acme/one");

    await page.click("#more"); // by the link of a page that the server requested
    await expect.poll(names).toEqual(["one", "two", "three", "four"]);
    expect(service.arrivals.slice(2)).toEqual(["GET /organizations/7/repos?page=2"]);

    await page.click("#toggle"); // suspends in React, is no longer skipped in Vue
    await expect.poll(() => page.locator("h2").allInnerTexts()).toEqual(["acme/two"]);
    expect(service.arrivals.slice(3)).toEqual(["GET /repos/acme/two"]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("[P.4] a component that goes away", () => {
  it("ends its request", async () => {
    const { page, service } = await openRendered("react", ".tsx");
    await expect.poll(() => page.innerText("h1")).toBe("acme/one");
    service.isSilent = true;
    await page.click("#more");
    await expect.poll(() => service.arrivals.length).toBe(3);
    await page.evaluate(() => document.dispatchEvent(new Event("leave")));
    await expect.poll(() => service.aborted).toBe(1);
    await page.close();
  });
});

async function openRendered(framework: string, ending: string) {
  const file = join(folder, `${framework}.mjs`);
  writeFileSync(file, await bundle(`${PROGRAMS}/${framework}-server${ending}`, "node"));
  const { render } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Renderer;
  const site = await serve();
  const html = await render(`${site.origin}/api`);
  return openPage(site, await bundle(`${PROGRAMS}/${framework}-page${ending}`), html);
}

interface Renderer {
  readonly render: (baseUrl: string) => Promise<string>;
}
