/**
 * Builds the published packages that have code: `typewire-runtime`; `typewire`, which binds it to the
 * default vendor; `typewire-inspector`; and `typewire-cli`. Modules are bundled into few files, because
 * each imported file delays the start of a program. Declarations keep the files of the sources.
 */
import { buildClient } from "./build/client.js";
import { buildCommandLine } from "./build/command-line.js";
import { buildDeclarations } from "./build/declarations.js";
import { buildInspector } from "./build/inspector.js";
import { buildRuntime } from "./build/runtime.js";

await buildRuntime();
await buildClient();
await buildInspector();
await buildCommandLine();
buildDeclarations();
