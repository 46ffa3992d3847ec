import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { printInspectorPage } from "./scripts/build/inspector.js";

/** What takes ten seconds or more and seldom fails: only `--mode all`, as in CI, runs these files. */
const LONG = [
  "test/cli/github.test.ts",
  "test/client/platforms/**",
  "test/codegen/corrections.recorded.test.ts",
  "test/codegen/in-sync.test.ts",
  "test/codegen/requests.types.test.ts",
  "test/descriptions/judge.test.ts",
  "test/inbox/crash.test.ts",
  "test/inbox/poison.test.ts",
  "test/inbox/takeover.test.ts",
  "test/readme/sending-requests.test.ts",
  "test/relay/server/suspended.test.ts",
  "test/site/samples.test.ts",
  "test/types/twice-the-names.test.ts",
];

/** Runs the longest test first. It mostly waits, so at the end it would leave a core idle for a minute. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/poison.test.ts");
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** Needs Chromium, which `.ci/run` installs; only `--mode all` runs these files. */
const IN_BROWSER = ["test/**/*.browser.test.ts"];

const PASSED_ON =
  /^typewire\/(development|inbox(?:\/\w+)?|middleware\/\w+|relay(?:\/\w+)?|signatures)$/;

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page of the inspector from its sources for each run. */
const inspectorPage: Plugin = {
  name: "inspector-page",
  enforce: "pre", // before the resolver, which finds the file
  resolveId: (id) => (id === "./unbuilt-page.js" ? "\0inspector-page" : undefined),
  load: (id) => (id === "\0inspector-page" ? printInspectorPage() : undefined),
};

export default defineConfig(({ mode }) => ({
  plugins: [inspectorPage],
  resolve: {
    alias: [
      { find: "#platform", replacement: source("src/signatures/platform.node.ts") },
      { find: /^typewire$/, replacement: source("src/index.ts") },
      // Subpaths without an entry bind nothing: they are the runtime's, as in `tsconfig.json`.
      { find: PASSED_ON, replacement: source("src/runtime") + "/$1.ts" },
      { find: /^typewire\/methods\/(.+)$/, replacement: source("generated/methods") + "/$1.ts" },
      { find: /^typewire\/schemas$/, replacement: source("generated/schemas/index.ts") },
      { find: /^typewire\/schemas\/(.+)$/, replacement: source("generated/schemas") + "/$1.ts" },
      { find: /^typewire\/(.+)$/, replacement: source("src/entries") + "/$1.ts" },
      { find: /^typewire-inspector$/, replacement: source("src/inspector/index.ts") },
      { find: /^typewire-runtime$/, replacement: source("src/runtime/index.ts") },
      { find: /^typewire-runtime\/(.+)$/, replacement: source("src/runtime") + "/$1.ts" },
    ],
  },
  test: {
    reporters: ["default", "./test/summary-reporter.ts"],
    include: ["test/**/*.test.ts"],
    sequence: { sequencer: LongestFirst },
    globalSetup: ["./test/postgres/global-setup.ts"],
    // `vendors` has dependencies of its own to install.
    exclude: [
      "**/node_modules/**",
      "test/vendors/**",
      ...(mode === "all" ? [] : LONG),
      ...(mode === "all" && process.env["WITHOUT_CHROMIUM"] === undefined ? [] : IN_BROWSER),
    ],
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: "100%",
    // Read by test/sample.ts: `--mode all` runs large products of cases whole.
    env: { TYPEWIRE_TEST_MODE: mode },
    // Only stops a test that hangs: a limit that measures would fail on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Ends before the test, so that it says what it waits for.
    expect: { poll: { timeout: 200_000 } },
  },
}));
