/** The client as a bundler packs it for a browser, run without what only Node has. */
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The modules that the tests import, from the portable sources. */
const PROGRAM = `
  export * from "./generated/client.js";
  export { SENDER, createClientFactory } from "./src/request/client/client.js";
  export { createSchemeAuthenticator } from "./src/request/client/auth/auth-schemes.js";
  export { followRedirects } from "./src/request/client/auth/redirects.js";
  export * from "./src/request/client/page-styles.js";
  export { createEndpoint } from "./src/request/endpoint/endpoint.js";
`;

/** Names that Node has and browsers do not. */
const NODE_GLOBALS = [
  "process",
  "Buffer",
  "global",
  "globalThis",
  "setImmediate",
  "clearImmediate",
  "require",
  "module",
  "exports",
  "__filename",
  "__dirname",
];

async function load(): Promise<object> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    minify: true,
    define: { "process.env.NODE_ENV": '"development"' }, // with the texts of errors
    keepNames: true,
    platform: "browser", // an import of a module of Node's would fail
    format: "iife",
    globalName: "bundle",
    alias: {
      "#platform": `${ROOT}/src/receive/signatures/platform.portable.ts`,
      "typewire-runtime": `${ROOT}/src/runtime`,
    },
    tsconfigRaw: {},
    write: false,
  });
  const [file] = outputFiles;
  const program = `(function (${NODE_GLOBALS.join(", ")}) { ${file?.text}; return bundle; })`;
  const run = runInThisContext(program) as () => object; // the function above
  return run(); // with each of the names undefined
}

export const browserBundle = await load();
