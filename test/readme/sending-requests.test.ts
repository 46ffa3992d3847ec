/**
 * Every block of docs/sending-requests.md is a program: it compiles, runs against a service on loopback,
 * and prints what its comments say (`// → text`).
 */
import { execFile } from "node:child_process";
import { createVerify, generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPackages } from "../../scripts/install.js";
import { closeServer, listenOn } from "../http/server.js";
import { COMPILED, compileProject } from "../programs/compile.js";
import { bundleProgram, bundlePrograms } from "../programs/programs.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HOME = `${ROOT}/test/long`; // has the clients of HTTP that recipes import
const FOLDER = `${HOME}/.recipes`;

const recipes = readRecipes(readFileSync(`${ROOT}/docs/sending-requests.md`, "utf8"));

/** The keys of the app whose tokens the service takes. */
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The requests that the service has got. */
const arrivals: IncomingMessage[] = [];

/** The number of connections that the proxy has made. */
let tunnels = 0;

const service = createServer(answer);
const proxy = createServer().on("connect", (request, socket) => {
  tunnels++;
  const [host, port] = request.url?.split(":") ?? [];
  const target = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    target.pipe(socket).pipe(target);
  });
  target.on("error", () => socket.destroy());
});

/** The output of each recipe. */
let outputs: readonly string[] = [];

beforeAll(async () => {
  installPackages(HOME);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, text } of recipes) writeFileSync(path, text);
  const config = { extends: "../../types/tsconfig.json", include: ["*.ts"] };
  writeFileSync(`${FOLDER}/tsconfig.json`, JSON.stringify(config));
  const bundleOf = await bundlePrograms({ paths: recipes.map(({ path }) => path) });
  const runner = await bundleProgram("test/readme/run-recipes.ts");
  const result = await runNode([runner, ...recipes.map(({ path }) => bundleOf(path))], {
    VENDOR_URL: `http://127.0.0.1:${await listenOn(service)}`,
    PROXY_URL: `http://127.0.0.1:${await listenOn(proxy)}`,
    APP_ID: "17",
    APP_PRIVATE_KEY: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  });
  expect(result.stderr).toBe("");
  outputs = result.stdout.split("---\n");
});

afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await Promise.all([closeServer(service), closeServer(proxy)]);
});

describe("docs/sending-requests.md", () => {
  it("compiles", () => {
    expect(compileProject(FOLDER)).toEqual(COMPILED);
  });

  it.each(recipes)("prints what it says: recipe $title", ({ number, output }) => {
    expect(output).not.toBe("");
    expect(outputs[number - 1]).toBe(output);
  });

  it("sends a traceparent (W3C Trace Context, section 3.2)", () => {
    const sent = arrivals.flatMap(({ headers }) => headers["traceparent"] ?? []);
    expect(sent).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)]);
  });

  it("asks again with an ETag, and caches in ten lines", () => {
    expect(arrivals.flatMap(({ headers }) => headers["if-none-match"] ?? [])).toEqual(['"1"']);
    const { text = "" } = recipes.find((each) => each.text.includes("if-none-match")) ?? {};
    const cache = text.slice(text.indexOf("  onRequest"), text.indexOf("\n});"));
    expect(cache.split("\n").length).toBeLessThanOrEqual(10);
  });

  it("goes through a proxy", () => expect(tunnels).toBe(1));
});

/** The blocks of the page, each with the lines that its comments promise. */
function readRecipes(markdown: string): readonly Recipe[] {
  const recipes: Recipe[] = [];
  let heading = "";
  for (const [, title, text] of markdown.matchAll(/^#+ (.+)$|^```ts\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    if (text === undefined) continue;
    const number = recipes.length + 1;
    const lines = [...text.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => `${line}\n`);
    const path = `${FOLDER}/recipe-${number}.ts`;
    recipes.push({ number, title: `${number}, ${heading}`, path, text, output: lines.join("") });
  }
  return recipes;
}

/** Answers as the default vendor does. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  arrivals.push(request);
  const send = (status: number, data: unknown, headers = {}): void => {
    const limit = { "x-ratelimit-remaining": "4999", "content-type": "application/json" };
    response.writeHead(status, { ...limit, ...headers }).end(JSON.stringify(data));
  };
  const { headers } = request;
  switch (`${request.method} ${request.url}`) {
    case "GET /zen":
      response.writeHead(200, { "content-type": "text/plain" }).end("Keep it simple.");
      break;
    case "GET /orgs/acme/repos?per_page=100":
      send(200, [{ full_name: "acme/one" }], { link: '<?page=2>; rel="next"' });
      break;
    case "GET /orgs/acme/repos?page=2":
    case "GET /user/repos":
      send(200, [{ full_name: "acme/two" }]);
      break;
    case "GET /repos/acme/site":
      if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
      else send(200, { full_name: "acme/site" }, { etag: '"1"' });
      break;
    case "GET /user":
      if (arrivals.filter(({ url }) => url === "/user").length === 1)
        send(503, {}, { "retry-after": "0" });
      else send(200, {});
      break;
    case "POST /repos/acme/site/issues":
      send(201, { number: 7 });
      break;
    case "POST /repos/acme/site/releases/1/assets?name=site.zip":
      send(201, { size: Number(headers["content-length"]) });
      break;
    case "POST /app/installations/1/access_tokens":
      send(isAppToken(headers.authorization) ? 201 : 401, { token: "of-the-installation" });
      break;
    case "GET /installation/repositories":
      send(headers.authorization === "Bearer of-the-installation" ? 200 : 401, {});
      break;
    default:
      send(404, { message: "Not Found" });
  }
}

/** If a header has a token that the app has signed. */
function isAppToken(authorization = ""): boolean {
  const [header = "", claims = "", signature = ""] = authorization
    .replace("Bearer ", "")
    .split(".");
  const verifier = createVerify("RSA-SHA256").update(`${header}.${claims}`);
  const { iss } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { iss?: unknown };
  return iss === "17" && verifier.verify(keys.publicKey, signature, "base64url");
}

function runNode(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const options = { cwd: ROOT, env: { ...process.env, ...environment } };
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, options, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

interface Recipe {
  readonly number: number;
  readonly title: string;
  readonly path: string;
  readonly text: string;
  readonly output: string;
}

interface Result {
  readonly stdout: string;
  readonly stderr: string;
}
