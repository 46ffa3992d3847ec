import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "#platform": fileURLToPath(
        new URL("../../src/receive/signatures/platform.node.ts", import.meta.url),
      ),
    },
  },
  test: { include: ["*.test.ts"], testTimeout: 240_000, hookTimeout: 240_000 },
});
