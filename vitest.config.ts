import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      { find: "#platform", replacement: source("src/signatures/platform.node.ts") },
      { find: /^typewire$/, replacement: source("src/index.ts") },
      { find: /^typewire\/(.+)$/, replacement: source("src/entries") + "/$1.ts" },
      { find: /^typewire-runtime$/, replacement: source("src/runtime/index.ts") },
      { find: /^typewire-runtime\/(.+)$/, replacement: source("src/runtime") + "/$1.ts" },
    ],
  },
  test: {
    reporters: ["default", "./scripts/summary-reporter.ts"],
    include: ["test/**/*.test.ts"],
    globalSetup: ["./test/postgres/global-setup.ts"],
    exclude: ["**/node_modules/**", "test/vendors/**"], // has dependencies of its own to install
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: "100%",
    // Read by test/sample.ts: `--mode all` runs large products of cases whole.
    env: { TYPEWIRE_TEST_MODE: mode },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));
