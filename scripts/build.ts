/**
 * Builds the packages that are published with code: `typewire-runtime`, then `typewire`, which
 * imports it by name. Modules are bundled into few files, because each file that is imported delays
 * the start of a program; declarations stay as the sources are divided.
 */
import { buildClient } from "./build/client.js";
import { buildDeclarations } from "./build/declarations.js";
import { buildRuntime } from "./build/runtime.js";

await buildRuntime();
await buildClient();
buildDeclarations();
