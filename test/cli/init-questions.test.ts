/** Questions of `typewire init` on a terminal. */
import { describe, expect, it } from "vitest";
import { forEachTest } from "./for-each-test.js";
import { createWithDescriptions, readVendor } from "./fixtures/shop.js";

const cli = forEachTest(createWithDescriptions);

describe("init with somebody at the terminal", () => {
  it("asks what the descriptions cannot say", async () => {
    const answers = ["", "2", "3", "", "2", "1"];
    const argv = ["init", "sdk", "--from", "shop.yaml", "--from", "hooks.yaml"];
    const { code, err } = await cli.run(argv, { answers });
    expect(code).toBe(0);
    expect(err).toMatch(
      /Name of the package \(sdk\).*Where is the API\?.*How are deliveries signed\?.*Where does a delivery name its event\?.*the header X-Shop-Topic/s,
    );
    expect(await readVendor(cli, "sdk")).toMatchObject({
      baseUrl: "https://test.shop.example/v1",
      webhooks: { signature: "standard-webhooks", event: { header: "X-Shop-Topic" } },
    });
  });

  it("asks again after an answer that it cannot take", async () => {
    const { code, err } = await cli.run(["init", "--from", "hooks.yaml", "sdk"], {
      answers: ["Not A Name", "shop", "99", "1", "1", "1"],
    });
    expect(code).toBe(0);
    expect(err).toContain("The package name is 'Not A Name'; expected lowercase letters");
    expect(err).toContain('The answer is "99"; expected a number from 1 to');
    expect(await cli.read("sdk/schema/vendor.yaml")).toMatch(/# TODO signature:/);
  });

  it("asks nothing that was answered, and nothing with --yes", async () => {
    const answered = ["--base-url", "https://shop.example", "--name", "shop"];
    const first = await cli.run(["init", "one", "--from", "shop.yaml", ...answered], {
      answers: [],
    });
    expect(first).toMatchObject({ code: 0, err: "" });
    const second = await cli.run(["init", "two", "--from", "shop.yaml", "--yes"], { answers: [] });
    expect(second).toMatchObject({ code: 0, err: "" });
  });

  it("does not ask what the scheme of the starter has decided", async () => {
    const { code, err } = await cli.run(["init", "sdk"], { answers: ["", "", ""] });
    expect(code).toBe(0);
    expect(err).not.toContain("Where does a delivery");
  });

  it("writes nothing when the questions are not answered", async () => {
    const { code, err } = await cli.run(["init", "sdk"], { answers: [] });
    expect(code).toBe(1);
    expect(err).toContain("Nothing was written");
    await expect(cli.list("sdk")).rejects.toThrow("ENOENT");
  });
});
