/** Packages that `init` makes from descriptions of different kinds, in one folder, so that one program can have all. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT } from "../programs/bundle.js";
import { runCli } from "./cli.js";

/** Makes all packages, in a new folder inside the repository. */
export async function makePackages(): Promise<MadePackages> {
  mkdirSync(PARENT, { recursive: true });
  const folder = mkdtempSync(join(PARENT, "made-"));
  const folderOf = (name: string): string => join(folder, name.replace("/", "-"));
  for (const { name, description, options = [] } of PACKAGES) {
    const from = description === undefined ? [] : ["--from", "-"];
    const argv = ["init", folderOf(name), "--name", name, ...from, ...options];
    const input = description === undefined ? "" : JSON.stringify(description);
    const { code, err } = await runCli(folder, argv, { input });
    expect(code, err).toBe(0);
  }
  return {
    folder,
    names: PACKAGES.map(({ name }) => name),
    folderOf,
    sourcesOf: (name) => join(folderOf(name), "src/generated"),
    testOf: (name) => join(folderOf(name), "test/client.test.ts"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Inside the repository, where the packages find what npm has installed. */
const PARENT = join(ROOT, "test/cli/.packages");

/** Options of the compiler with which packages and the runtime are found where their sources are. */
export function chooseCompilerOptions({ names, sourcesOf }: MadePackages): object {
  const packages = names.flatMap((name) => [
    [name, [join(sourcesOf(name), "index.ts")]],
    [`${name}/*`, [join(sourcesOf(name), "*.ts")]],
  ]);
  const { paths } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"))
    .compilerOptions as { paths: Record<string, readonly string[]> };
  const runtime = Object.entries(paths).map(([name, files]) => [
    name,
    files.map((file) => join(ROOT, file)),
  ]);
  return {
    noEmit: true,
    rootDir: ROOT,
    // `es2024.string` is for the sources of the runtime, which a package has as declarations.
    lib: ["es2023", "es2024.string", "dom", "dom.iterable", "dom.asynciterable"],
    paths: Object.fromEntries([...packages, ...runtime]),
  };
}

/** A description with one event. Its payload has names at the places where services look for them. */
function describeHooks(event: string): object {
  const text = { type: "string" };
  const payload = {
    type: "object",
    required: ["id", "amount"],
    properties: {
      id: text,
      amount: { type: "number" },
      type: text,
      event: { type: "object", properties: { type: text } },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Hooks", version: "1" },
    servers: [{ url: "https://api.hooks.example" }],
    paths: {},
    webhooks: {
      [event]: {
        post: {
          requestBody: { content: { "application/json": { schema: payload } } },
          responses: { 200: { description: "ok" } },
        },
      },
    },
  };
}

const ANSWERED = { responses: { 204: { description: "ok" } } };

/** Routes whose example needs care. */
const PATHS = {
  // Names that are no identifiers, and required values.
  "/a-b/{x-y}": {
    put: {
      operationId: "put",
      parameters: [
        { name: "x-y", in: "path", required: true, schema: { type: "integer", minimum: 3 } },
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["kind", "when"],
              properties: {
                kind: { enum: ["one", "two"] },
                when: { type: "string", format: "date-time" },
                own: { type: "string", readOnly: true },
              },
            },
          },
        },
      },
      ...ANSWERED,
    },
  },
  // No example can be made of it: an empty list leaves the path without its value.
  "/lists/{ids}": {
    get: {
      operationId: "list",
      parameters: [{ name: "ids", in: "path", required: true, schema: { type: "array" } }],
      ...ANSWERED,
    },
  },
};

const TWO_CREDENTIALS = {
  security: [{ app: [], key: [] }],
  components: {
    securitySchemes: {
      app: { type: "apiKey", in: "header", name: "X-App" },
      key: { type: "apiKey", in: "query", name: "key" },
    },
  },
};

/** Clients differ in what they sign, in where they look for names, and in what they have. */
const PACKAGES: readonly PackageInput[] = [
  { name: "acme-sdk" },
  {
    name: "@hooks/sdk",
    description: { ...describeHooks("order.paid"), paths: PATHS },
    options: ["--signature=github", "--event=header:X-Event"],
  },
  {
    name: "hooks-discord",
    description: describeHooks("Push Hook"),
    options: ["--signature=discord", "--event=body:event.type"],
  },
  {
    name: "hooks-square",
    description: describeHooks("a/{b}"),
    options: ["--signature=square", "--event=body:type"],
  },
  {
    name: "hooks-open",
    description: { ...describeHooks("order.paid"), paths: PATHS },
  },
  {
    // Its example passes two credentials from the environment, each of which may be missing.
    name: "hooks-keys",
    description: { ...describeHooks("order.paid"), paths: PATHS, ...TWO_CREDENTIALS },
  },
];

// ---- Types

interface PackageInput {
  readonly name: string;
  /** An OpenAPI description. Default: the package is the small working example of `init`. */
  readonly description?: object;
  readonly options?: readonly string[];
}

export interface MadePackages {
  readonly folder: string;
  readonly names: readonly string[];
  readonly folderOf: (name: string) => string;
  /** The folder of the generated modules of a package. */
  readonly sourcesOf: (name: string) => string;
  /** The path of the test of a package. */
  readonly testOf: (name: string) => string;
  readonly remove: () => void;
}
