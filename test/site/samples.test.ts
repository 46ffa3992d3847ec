/** The samples on the pages of routes compile, and send the request of their route. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readSchema } from "../../codegen/read-schema.js";
import { type CallSample, describeService } from "../../codegen/site/site.js";
import { Vendor } from "../../src/entries/sdk.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let samples: readonly CallSample[];

beforeAll(async () => {
  ({ samples } = await describeService(readSchema(await readSchemaFolder(join(ROOT, "schema")))));
});

/** A call that the compiler refuses, which proves that it looks. */
const WRONG = "await vendor.issues.create({});\nexport {};";

type Sample = (vendor: Vendor, console: Pick<Console, "log">) => Promise<void>;

// The constructor of asynchronous functions has no name.
const AsyncFunction = (async () => Promise.resolve()).constructor as new (
  ...texts: readonly string[]
) => Sample;

describe("the sample of each route", () => {
  it("sends the request of its route", async () => {
    const sent: string[] = [];
    const answer = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { method, url } = new Request(input, init);
      sent.push(`${method} ${url}`);
      return Promise.resolve(Response.json(/search|list/i.test(url) ? [] : {}));
    };
    const vendor = new Vendor({ apiKey: "test", fetch: answer, retry: 0 });
    const wrong: string[] = [];
    for (const { route, code } of samples) {
      sent.length = 0;
      // A list has no items here, which some lists are in an object that the answer lacks.
      await new AsyncFunction("vendor", "console", code)(vendor, { log: () => undefined }).catch(
        (error: unknown) => sent.length === 0 && sent.push(String(error)),
      );
      const [method = "", template = ""] = route.split(" ");
      const path = template.replace(/\{[?&][^}]*\}/g, "").replace(/[.*+?^$()[\]\\|]/g, "\\$&");
      const pattern = path.replace(/\{[^}]+\}/g, "[^?#]+");
      const expected = new RegExp(
        `^${method} https://[^/]+${pattern.replace(/^https:..[^/]+/, "")}(?:\\?|$)`,
      );
      if (!expected.test(sent[0] ?? "")) wrong.push(`${route}: ${sent[0] ?? "nothing"}`);
    }
    expect(samples.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });

  it("has the types of its method", () => {
    const file = join(ROOT, "test/site/samples.ts");
    const functions = samples.map(
      ({ code }, index) => `export async function s${index}() {\n${code}\n}`,
    );
    const text = `import { Vendor } from "typewire/sdk";\nconst vendor = new Vendor();\n${functions.join("\n")}
${WRONG}`;
    const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) =>
      ts.sys.readFile(path),
    );
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (name) => name === file || fileExists(name);
    host.getSourceFile = (name, ...others) =>
      name === file ? ts.createSourceFile(name, text, others[0]) : getSourceFile(name, ...others);
    const program = ts.createProgram([file], { ...options, noUnusedLocals: false }, host);
    const source = program.getSourceFile(file);
    const messages = program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
      const line = text.slice(text.lastIndexOf("\n", start) + 1, text.indexOf("\n", start));
      return `${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(messages).toEqual([expect.stringMatching(/^await vendor\.issues\.create\(\{\}\)/)]);
  });
});
