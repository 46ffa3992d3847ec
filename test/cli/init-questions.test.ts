/** Questions of `typewire init` on a terminal. */
import { describe, expect, it } from "vitest";
import { forEachTest } from "./for-each-test.js";
import { createWithDescriptions, readVendor } from "./fixtures/shop.js";

const cli = forEachTest(createWithDescriptions);

describe("init with somebody at the terminal", () => {
  it("asks what the descriptions cannot say", async () => {
    const answers = [
      "", // Name of the package (sdk): this one.
      "2", // Where is the API? The second server of shop.yaml is the one for tests.
      "3", // How are deliveries signed? The third scheme of the list is standard-webhooks.
      "", // What its header names begin with (webhook): with this.
      "2", // Where does a delivery name its event? The second choice is the header X-Shop-Topic.
    ];
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
      answers: [
        "Not A Name", // Name of the package: refused.
        "shop", // Name of the package, asked again.
        "99", // How are deliveries signed? Refused, because the list is shorter.
        "1", // The same, asked again: not known yet.
        "1", // Where does a delivery name its event? Not known yet.
      ],
    });
    expect(code).toBe(0);
    expect(err).toContain("The package name is 'Not A Name'; expected lowercase letters");
    expect(err).toContain('The answer is "99"; expected a number from 1 to');
    expect(await cli.read("sdk/schema/vendor.yaml")).toMatch(/# TODO signature:/);
  });

  it("asks nothing that options have answered, and nothing with --yes", async () => {
    const answered = ["--base-url", "https://shop.example", "--name", "shop"];
    const first = await cli.run(["init", "one", "--from", "shop.yaml", ...answered], {
      answers: [],
    });
    expect(first).toMatchObject({ code: 0, err: "" });
    const second = await cli.run(["init", "two", "--from", "shop.yaml", "--yes"], { answers: [] });
    expect(second).toMatchObject({ code: 0, err: "" });
  });

  it("does not ask what the scheme of the starter has decided", async () => {
    // The first is the name of the package; a question too many would take one of the others.
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
