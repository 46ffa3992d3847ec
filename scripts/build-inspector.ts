/** Builds the page of the inspector, for programs that run from sources. */
import { buildInspectorPage } from "./build/inspector.js";

await buildInspectorPage();
