/** Each program of `examples/queries` in a real Chromium, over a server on loopback. */
import { describe, expect, it } from "vitest";
import { bundle, EXAMPLES } from "./bundle.js";
import { usePages } from "./pages-in-chromium.js";

const { serve, openPage } = usePages();

describe("[P.5] [P.7] the example of", () => {
  it.each<[framework: string, file: string]>([
    ["React", "react.tsx"],
    ["SWR", "swr.tsx"],
    ["Vue", "vue.ts"],
    ["Solid", "solid.tsx"],
    ["Svelte", "svelte.ts"],
    ["Angular", "angular.ts"],
  ])("%s shows pages, a repository that is chosen, and a new one", async (framework, file) => {
    const site = await serve();
    const opened = await openPage(site, await bundle(`${EXAMPLES}/${file}`));
    const { page, service, complaints } = opened;
    const names = () => page.locator("li").allInnerTexts();
    const isSwr = framework === "SWR"; // which asks for pages by their numbers
    const firstPage = isSwr ? "/orgs/acme/repos?page=1" : "/orgs/acme/repos";
    const secondPage = isSwr ? "/orgs/acme/repos?page=2" : "/organizations/7/repos?page=2";

    await expect.poll(names).toEqual(["one", "two"]);
    await page.click("#more");
    await expect.poll(names).toEqual(["one", "two", "three", "four"]);
    expect(service.arrivals).toEqual([`GET ${firstPage}`, `GET ${secondPage}`]);

    await page.getByText("three").click();
    await expect.poll(() => page.innerText("p")).toBe("acme/three");
    expect(service.arrivals.splice(0)).toContain("GET /repos/acme/three");

    service.repos.splice(1, 1); // "three" moves to the first page
    await page.click("#create");
    const nextNames = isSwr ? ["three", "four"] : ["four", "five"]; // SWR asks for one page again
    await expect.poll(names).toEqual(["one", "three", ...nextNames]);
    expect(service.arrivals).toContain("POST /orgs/acme/repos");
    if (!isSwr) expect(service.arrivals).toContain("GET /repos/acme/three");
    await page.click("#more");
    await expect.poll(names).toContain("new");
    expect(complaints).toEqual([]);
    await page.close();
  });
});
