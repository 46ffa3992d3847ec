import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { printInspectorPage } from "./scripts/build/inspector.js";
import { HANG_LIMIT } from "./test/limits.js";
import { listFiles } from "./test/list-files.js";
import { ALIASES } from "./test/programs/aliases.js";

const ALL = "test/**/*.test.ts";

/** What takes ten seconds or more and seldom fails: only `--mode all` and `--mode rest` run these files. */
export const LONG = [
  "test/**/*.long.test.ts",
  "test/cli/github.test.ts",
  "test/client/platforms/**/*.test.ts",
  "test/codegen/corrections.recorded.test.ts",
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

/** Needs Chromium, which `.ci/run` installs; only `--mode all` and `--mode rest` run these files. */
export const IN_BROWSER = ["test/**/*.browser.test.ts"];

/**
 * Each of these files, and each that replaces modules, has a process of its own: it changes globals, measures
 * memory, starts programs and servers that another file could meet, or waits for seconds. All others share a few
 * processes, which load the generator, TypeScript and the runtime once.
 */
const APART = [
  "test/cli/{closed-pipe,docs-index,inbox,output,progress,proxy,relay,send-and-verify}.test.ts",
  "test/cli/dev/*.test.ts",
  "test/client/{stream-memory,streams}.test.ts",
  "test/{examples,postgres,start}/**/*.test.ts",
  "test/inbox/!(attempts|concurrency|drain|fail*|filter|inbox|leases|memory-store|move|options|retries|search-slices|store-rules|store-writer*|suspects|upkeep).test.ts",
  "test/inbox/{observe/on-*,postgres/!(jobs|options|queries|transactions|values),sqlite/!(engine)}.test.ts",
  "test/inbox/catch-up/!(client|following|items|payloads|run|source|turns).test.ts",
  "test/relay/!(announcement|errors|message*|options|own-message|scheduling|toolkit).test.ts",
  "test/relay/server/**/*.test.ts",
  "test/growth.test.ts",
  "test/inspector/{searches,wrong-filters}.test.ts",
  "test/middleware/{contract,read-body}.test.ts",
  "test/requests/large-bodies.test.ts",
  "test/sdk/!(errors|method-lines).test.ts",
  "test/security/{endpoint/{cost,memory,pollution},http/*,load/*,signature/signature}.test.ts",
  "test/stainless/*.test.ts",
  "test/webhooks/{pollution,dispatch/reachability}.test.ts",
];

/** For files that can share a process. */
const SHARED = {
  isolate: false,
  // These heaps are large. With the usual space for new objects, a sixth of the time is garbage collection.
  execArgv: ["--max-semi-space-size=64"],
};

/** Long tests that share processes, in which the generator, its compiler and the large model are loaded once. */
const WITH_GENERATOR = [
  "test/{codegen,descriptions,schemas,types}/**",
  "test/site/!(*.browser).test.ts",
];
/** These read the site, which is built before them. */
const OF_SITE = ["test/site/*.browser.test.ts"];
const WITHOUT_GENERATOR = [
  "test/!(codegen|descriptions|schemas|types|site)/**",
  "test/*.test.ts",
  ...OF_SITE,
];

/** Files that replace modules, or load them anew: others of their process would meet these. */
function listReplacing(): readonly string[] {
  return listTestsWith(/\bvi\.(?:mock|doMock|resetModules)\(/);
}

/** These have dependencies of their own to install, and programs that run them. */
const NEVER = ["**/node_modules/**", "test/runtimes/**", "test/vendors/**"];

/** Files that draw some of their cases in `npm test` (`test/sample.ts`), and have others for a run after it. */
function listSampled(): readonly string[] {
  return listTestsWith(/import \{[^}]*\b(?:sample|isRest)\b[^}]*\} from "[./]+\/sample\.js"/);
}

function listTestsWith(pattern: RegExp): readonly string[] {
  return listFiles("test").filter(
    (file) => file.endsWith(".test.ts") && pattern.test(readFileSync(file, "utf8")),
  );
}

/** `--mode all` runs everything; `--mode rest` what a run of `npm test` before it has left out. */
export function listProjects(mode: string) {
  const isWhole = mode === "all" || mode === "rest";
  const hasBrowser = isWhole && process.env["WITHOUT_CHROMIUM"] === undefined;
  const exclude = [...NEVER, ...(isWhole ? [] : LONG), ...(hasBrowser ? [] : IN_BROWSER)];
  // Read by test/sample.ts, which draws cases of large products. Each project has it, because projects load this
  // file again without the mode.
  const env = { TYPEWIRE_TEST_MODE: mode };
  if (mode === "rest") {
    const include = [...LONG, ...IN_BROWSER, ...listSampled()];
    return [
      project({
        name: "generator",
        include,
        exclude: [...exclude, ...WITHOUT_GENERATOR],
        env,
        ...SHARED,
      }),
      // Many of these files mostly wait: for a lease, a browser or a server that starts again.
      project({
        name: "rest",
        include,
        exclude: [...exclude, ...WITH_GENERATOR, ...OF_SITE],
        env,
        maxWorkers: "200%",
        groupOrder: 1,
      }),
      project({ name: "site", include: OF_SITE, exclude, env, groupOrder: 2 }),
    ];
  }
  const apart = [...APART, ...listReplacing()];
  return [
    project({
      name: "shared",
      include: [ALL],
      exclude: [...exclude, ...apart],
      env,
      ...SHARED,
      // Some wait for programs that they start: two processes would leave a third of two cores idle.
      maxWorkers: "150%",
    }),
    // Many of these wait for servers, programs and files, so two more workers keep two cores busy.
    project({ name: "apart", include: apart, exclude, env, maxWorkers: "200%", groupOrder: 1 }),
  ];
}

function project({ include, exclude, isolate = true, groupOrder = 0, ...others }: Project) {
  return {
    extends: true as const,
    test: {
      ...others,
      include: [...include],
      exclude: [...exclude],
      isolate,
      sequence: { groupOrder },
    },
  };
}

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Default: `true`. */
  readonly isolate?: boolean;
  readonly execArgv?: string[];
  /** Part of the machine's cores. Default: that of all projects. */
  readonly maxWorkers?: string;
  /** Projects with the lowest one run first. Default: 0. */
  readonly groupOrder?: number;
}

/** These mostly wait. Begun last, they would leave cores idle when all others have ended. */
const FIRST = [
  "/inbox/poison.test.ts",
  "/inspector/page-delivery.browser.test.ts",
  "/inspector/page-actions.browser.test.ts",
  "/inspector/page-list.browser.test.ts",
  "/inspector/page-access.browser.test.ts",
  "/inbox/crash.test.ts",
  "/inbox/takeover.test.ts",
  "/inbox/postgres/store.long.test.ts",
  "/cli/followed-channel.long.test.ts",
  "/queries/types.long.test.ts",
  "/cli/dev/inbox.test.ts",
  "/cli/dev/entry.test.ts",
  "/inbox/postgres/store.test.ts",
  "/inbox/processes.test.ts",
  "/security/http/connections.test.ts",
  "/middleware/contract.test.ts",
  "/inbox/sqlite/store.test.ts",
  "/codegen/kill.test.ts",
];

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) =>
      FIRST.some((end) => moduleId.endsWith(end));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/** Builds the page of the inspector from its sources for each run. */
const inspectorPage: Plugin = {
  name: "inspector-page",
  enforce: "pre", // before the resolver, which finds the file
  resolveId: (id) => (id === "./unbuilt-page.js" ? "\0inspector-page" : undefined),
  load: (id) => (id === "\0inspector-page" ? printInspectorPage() : undefined),
};

export default defineConfig(({ mode }) => ({
  plugins: [inspectorPage],
  resolve: { alias: [...ALIASES] },
  test: {
    reporters: ["default", "./test/summary-reporter.ts"],
    sequence: { sequencer: WaitingFirst },
    setupFiles: ["./test/leave-globals.ts", "./test/measure-cpu.ts"],
    globalSetup: ["./test/programs/global-setup.ts", "./test/postgres/global-setup.ts"],
    projects: listProjects(mode),
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: "100%",
    // Only stops a test that hangs: a limit that measures would fail on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: HANG_LIMIT } },
  },
}));
