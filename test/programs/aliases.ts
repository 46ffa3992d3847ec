/** Leads the names of packages to their sources, for tests and for the programs that tests start. */
import { fileURLToPath } from "node:url";

const PASSED_ON =
  /^typewire\/(development|inbox(?:\/\w+)?|middleware\/\w+|relay(?:\/\w+)?|signatures)$/;

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The first one that matches counts. */
export const ALIASES: readonly { readonly find: string | RegExp; readonly replacement: string }[] =
  [
    { find: "#platform", replacement: source("src/receive/signatures/platform.node.ts") },
    { find: /^typewire$/, replacement: source("src/index.ts") },
    // Subpaths without an entry bind nothing: they are the runtime's, as in `tsconfig.json`.
    { find: PASSED_ON, replacement: source("src/runtime") + "/$1.ts" },
    { find: /^typewire\/resources\/(.+)$/, replacement: source("generated/methods") + "/$1.ts" },
    { find: /^typewire\/schemas$/, replacement: source("generated/schemas/index.ts") },
    { find: /^typewire\/schemas\/(.+)$/, replacement: source("generated/schemas") + "/$1.ts" },
    { find: /^typewire\/(.+)$/, replacement: source("src/entries") + "/$1.ts" },
    { find: /^typewire-inspector$/, replacement: source("src/inspector/index.ts") },
    { find: /^typewire-runtime$/, replacement: source("src/runtime/index.ts") },
    { find: /^typewire-runtime\/(.+)$/, replacement: source("src/runtime") + "/$1.ts" },
  ];
