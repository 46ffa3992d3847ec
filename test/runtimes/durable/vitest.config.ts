/** Runs tests of the relay with `setup.ts` of this folder in place of their own, so that the relay is in workerd. */
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { HANG_LIMIT } from "../../limits.js";
import { ALIASES } from "../../programs/aliases.js";

const RELAY_TESTS = resolve(import.meta.dirname, "../../relay/server");

/** Tests that hold on Node alone, by a part of their names. */
const NODE_ONLY = [
  // workerd reads headers as UTF-8, and this one is not.
  "of the delivery are passed on, and no others",
  // The test moves the time of its own process.
  "is kept while nothing but heartbeats arrive",
];

const relayInWorkerd: Plugin = {
  name: "relay-in-workerd",
  enforce: "pre", // before the resolver, which finds the file
  resolveId: (id, importer) =>
    id === "./setup.js" && importer?.startsWith(RELAY_TESTS)
      ? resolve(import.meta.dirname, "setup.ts")
      : undefined,
};

export default defineConfig({
  plugins: [relayInWorkerd],
  resolve: { alias: [...ALIASES] },
  test: {
    root: resolve(import.meta.dirname, "../../.."),
    include: [
      "test/runtimes/durable/*.test.ts",
      ...["headers", "recovery", "relay-server", "room"].map(
        (name) => `test/relay/server/${name}.test.ts`,
      ),
    ],
    testNamePattern: new RegExp(`^(?!.*(?:${NODE_ONLY.join("|")}))`),
    reporters: ["default", "./test/summary-reporter.ts"],
    maxWorkers: "100%",
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Programs of others run here. A test that fails once is run anew with a workerd of its own, and marked in the report.
    retry: 1,
    expect: { poll: { timeout: HANG_LIMIT } },
  },
});
