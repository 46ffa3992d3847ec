/** The client as a bundler packs it for a browser, run without what only Node has. */
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("../../../src", import.meta.url));

/** What the tests import, from the portable sources. */
const PROGRAM = `
  export * from "./entries/client.js";
  export { SENDER, createClientFactory } from "./request/client/client.js";
  export { createSchemeAuthenticator } from "./request/client/auth-schemes.js";
  export { followRedirects } from "./request/client/redirects.js";
  export * from "./request/client/pagination.js";
  export { createEndpoint } from "./request/endpoint/endpoint.js";
`;

/** Names that Node has and browsers do not. */
const NODE_GLOBALS = [
  ...["process", "Buffer", "global", "globalThis", "setImmediate", "clearImmediate"],
  ...["require", "module", "exports", "__filename", "__dirname"],
];

async function load(): Promise<object> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: SOURCES, loader: "ts" },
    bundle: true,
    minify: true,
    keepNames: true,
    platform: "browser", // an import of a module of Node's would fail
    format: "iife",
    globalName: "bundle",
    alias: { "#platform": `${SOURCES}/receive/signatures/platform.portable.ts` },
    tsconfigRaw: {},
    write: false,
  });
  const [file] = outputFiles;
  const program = `(function (${NODE_GLOBALS.join(", ")}) { ${file?.text}; return bundle; })`;
  const run = runInThisContext(program) as () => object; // the function above
  return run(); // with each of the names undefined
}

export const browserBundle = await load();
