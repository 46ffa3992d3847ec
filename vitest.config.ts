import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: "#platform", replacement: source("src/webhooks/platform.node.ts") },
      {
        find: "#signature-platform",
        replacement: source("src/signatures/platform.node.ts"),
      },
      { find: /^typewire$/, replacement: source("src/index.ts") },
      { find: /^typewire\/(.+)$/, replacement: source("src/entries") + "/$1.ts" },
    ],
  },
  test: {
    reporters: ["default", "./scripts/summary-reporter.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/vendors/**"], // has dependencies of its own to install
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
