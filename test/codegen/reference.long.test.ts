/** The reference pages of a large client. The repository does not keep them, so `codegen --check` does not see them. */
import { expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import { followLinks } from "../cases/codegen/emit/links.js";
import { defaultModel } from "../cases/codegen/read/schema-folder.js";

it("lead to every route and every event, on pages that a code host shows", async () => {
  const files = await emitFiles(defaultModel(), (path) => path.startsWith("reference/"));
  const { count: links, dead } = followLinks(
    new Map(files.map(({ path, text }) => [path.slice("reference/".length), text])),
  );
  expect(dead).toEqual([]);
  expect(links).toBeGreaterThan(2 * 1223 + 75);
  expect(Math.max(...files.map(({ text }) => text.length))).toBeLessThan(400_000);
});
