/** Copies of the Express example, outside of the repository: for a version, and in the wrong order. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";

/** Returns the folder of the copy, which `npm install` and `npm start` run. */
export async function copyExpress(
  root: string,
  version: string,
  change: (program: string) => string = (program) => program,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "typewire-express-"));
  const program = change(readFileSync(`${root}/examples/express/server.ts`, "utf8"));
  const { code } = await transform(program, { loader: "ts" });
  const description = {
    private: true,
    type: "module",
    scripts: { start: "node server.js" },
    dependencies: { express: version, typewire: `file:${root}` },
  };
  writeFileSync(join(folder, "server.js"), code);
  writeFileSync(join(folder, "package.json"), JSON.stringify(description));
  return folder;
}

/** Puts the parser before the middleware, which then has no raw body. */
export function parseFirst(program: string): string {
  const parser = "app.use(express.json());\n";
  const receiver = "app.use(createNodeMiddleware(webhooks));\n";
  if (!program.includes(parser) || !program.includes(receiver))
    throw new Error("The Express example has other lines.");
  return program.replace(parser, "").replace(receiver, parser + receiver);
}
