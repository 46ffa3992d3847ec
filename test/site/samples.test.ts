/** The samples on the pages of routes compile, and send the request of their route. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { bindBuilder } from "../../cli/docs/requests.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readSchema } from "../../codegen/read-schema.js";
import { type CallSample, describeService } from "../../codegen/site/site.js";
import { Vendor } from "../../generated/sdk.js";
import { STRICTEST } from "../cases/codegen/emit/type-errors.js";
import { diagnose } from "../types/compiler.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Holds the samples, in memory. */
const FOLDER = `${ROOT}test/site/samples`;

let samples: readonly CallSample[];

beforeAll(async () => {
  ({ samples } = await describeService(
    readSchema(await readSchemaFolder(join(ROOT, "schema"))),
    bindBuilder,
  ));
});

/** A call that the compiler refuses, which proves that it looks. */
const WRONG = "await vendor.issues.create({});\nexport {};";

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
      // A sample may fail after its request: it goes through a list that the empty answer lacks. One that fails
      // before has sent nothing, so that its error is shown instead.
      await runSample(code, vendor).catch((error: unknown) => {
        if (sent.length === 0) sent.push(String(error));
      });
      if (!toPattern(route).test(sent[0] ?? "")) wrong.push(`${route}: ${sent[0] ?? "nothing"}`);
    }
    expect(samples.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });

  it("has the types of its method", () => {
    const functions = samples.map(
      ({ code }, index) => `export async function s${index}() {\n${code}\n}`,
    );
    const text = [
      `import { Vendor } from ${JSON.stringify(`${ROOT}generated/sdk.js`)};`,
      "const vendor = new Vendor();",
      ...functions,
      WRONG,
    ].join("\n");
    const messages = diagnose(
      FOLDER,
      new Map([[`${FOLDER}/samples.ts`, text]]),
      // A sample may keep what it got in a variable for its reader.
      { ...STRICTEST, noUnusedLocals: false },
    ).map(({ pos, text: message }) => {
      const line = text.slice(text.lastIndexOf("\n", pos) + 1, text.indexOf("\n", pos));
      return `${line}: ${message}`;
    });
    expect(messages).toEqual([expect.stringMatching(/^await vendor\.issues\.create\(\{\}\)/)]);
  });
});

/** Runs a sample as the body of a function, because it awaits its call. It prints nothing. */
async function runSample(code: string, vendor: Vendor): Promise<void> {
  const text = `return (async () => {\n${code}\n})();`;
  const run = compileFunction(text, ["vendor", "console"]) as Sample; // of these parameters
  await run(vendor, { log: () => undefined });
}

/** Matches the method and URL of a request of the route, on any server, and with any values in its path. */
function toPattern(route: string): RegExp {
  const [method = "", template = ""] = route.split(" ");
  const path = template.replace(ORIGIN, "").replace(QUERY, "");
  const anyPath = path.split(PARAMETER).map(escapePattern).join("[^?#]+");
  return new RegExp(`^${method} https://[^/]+${anyPath}(?:\\?|$)`);
}

/** The server of a route that has its own. */
const ORIGIN = /^https:\/\/[^/]+/;

/** The parameters of a query in a template, such as `{?q,page}`. */
const QUERY = /\{[?&][^}]*\}/g;

/** A parameter of the path, such as `{id}`. */
const PARAMETER = /\{[^}]+\}/;

function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()[\]\\|]/g, "\\$&");
}

type Sample = (vendor: Vendor, console: Pick<Console, "log">) => Promise<void>;
