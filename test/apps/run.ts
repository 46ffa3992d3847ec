/**
 * Makes an app of each kind by its own generator, adds an SDK from tarballs, copies the sample of `examples/apps`,
 * checks its types, builds it, and looks in Chromium at the data of a server on this machine:
 *
 *     npx tsx scripts/pack.ts --pack-destination tarballs
 *     npx tsx test/apps/run.ts tarballs            # all of them
 *     npx tsx test/apps/run.ts tarballs vite node  # some
 *
 * Prints the seconds from `add` to the end of the build and the number of edits. Ends with 1 if one takes more than
 * three edits, or fails. It needs Node 24, which the generators ask for, and the registry of npm.
 */
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describeApp } from "../cli/fixtures/app.js";
import { closeServer, findPort, listenOn } from "../http/server.js";
import { launchChromium } from "../inspector/browser.js";
import { findTarballs, installCommandLine, type Tarballs } from "../packages/sdk/commands.js";
import { type App, APPS } from "./apps.js";

const SAMPLES = fileURLToPath(new URL("../../examples/apps/", import.meta.url));
const MOST_EDITS = 3;

/** Milliseconds until a server that was built shows its page. */
const START_LIMIT = 60_000;

const NPM_INSTALL = ["npm", "install", "--no-audit", "--no-fund"];

/** Content types of the files of a page. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Data of the server, which each app has to show. */
const PROJECTS = [
  { id: "1", name: "Harbour" },
  { id: "2", name: "Orchard" },
];

const [folder = "", ...names] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < 24)
  throw new Error(`The generators need Node 24 or later; this is ${process.version}.`);
const tarballs = findTarballs(folder);
const workspace = mkdtempSync(join(tmpdir(), "typewire-apps-"));
const commandLine = installCommandLine(join(workspace, "tool"), tarballs);
const server = createServer(answer);
const api = `http://127.0.0.1:${await listenOn(server)}`;
const environment = {
  ...process.env,
  CI: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  NG_CLI_ANALYTICS: "false",
  ACME_URL: api,
  ACME_API_KEY: "of the apps",
};
try {
  const rows = [];
  for (const app of APPS.filter(({ name }) => names.length === 0 || names.includes(name)))
    rows.push(await check(app, tarballs));
  console.table(rows);
  if (rows.some(({ result }) => result !== "passes")) process.exitCode = 1;
} finally {
  await closeServer(server);
  rmSync(workspace, { recursive: true, force: true });
}

/** Makes an app with an SDK, and tells whether its page shows the data after few edits. */
async function check(app: App, packed: Tarballs) {
  const place = join(workspace, app.name);
  const cwd = join(place, "app");
  const row = { app: app.name, edits: app.edits.length + (app.command ? 1 : 0) };
  mkdirSync(place);
  try {
    await makeApp(app, place, cwd);
    const start = performance.now();
    addSdk(app, place, cwd, packed);
    await editApp(app, cwd);
    await build(app, cwd);
    const seconds = Math.round((performance.now() - start) / 1000);
    expectData(await show(app, cwd));
    return { ...row, seconds, result: row.edits > MOST_EDITS ? "needs too many edits" : "passes" };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }; // of `execFile`
    console.error(`${app.name}: ${String(error)}\n${stdout.slice(-3000)}${stderr.slice(-3000)}`);
    return { ...row, result: "fails" };
  }
}

/** Makes the app without an SDK, and installs what it needs. */
async function makeApp(app: App, place: string, cwd: string): Promise<void> {
  const { generator, files = {}, install = [] } = app;
  if (generator === undefined) {
    mkdirSync(cwd);
  } else if (generator[0] === "npm") {
    // `npm init` makes the app in a folder that is there; all other generators make the folder.
    mkdirSync(cwd);
    await run(generator, cwd);
  } else {
    await run(generator, place);
  }
  for (const [path, text] of Object.entries(files)) write(join(cwd, path), text);
  await run([...NPM_INSTALL, "--save-dev", ...install], cwd);
}

/** Adds the SDK of the API to the app, with the runtime and the generator from tarballs. */
function addSdk({ options = [] }: App, place: string, cwd: string, { runtime, cli }: Tarballs) {
  const from = join(place, "acme.json");
  writeFileSync(from, JSON.stringify(describeApp()));
  const files = ["--runtime", `file:${runtime}`, "--cli", `file:${cli}`];
  commandLine.run(["add", "acme", "--from", from, ...files, ...options], cwd);
}

/** Makes the edits of a user, and those that let this check build without the internet. */
async function editApp({ name, edits, command, offline = {} }: App, cwd: string): Promise<void> {
  if (command) await run(command, cwd);
  for (const path of edits) cpSync(join(SAMPLES, name, path), join(cwd, path));
  for (const [path, text] of Object.entries(offline)) write(join(cwd, path), text);
}

async function build(app: App, cwd: string): Promise<void> {
  await run(NPM_INSTALL, cwd);
  if (app.check) await run(app.check, cwd);
  await run(app.build, cwd);
}

function expectData(shown: string): void {
  const isShown = PROJECTS.every((project) => shown.includes(project.name));
  if (!isShown) throw new Error(`The page does not show the data:\n${shown.slice(0, 2000)}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function run([file = "", ...argv]: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: environment, maxBuffer: 1e9 };
  return (await promisify(execFile)(file, argv, options)).stdout;
}

/** What the built app prints, or its page in Chromium. */
async function show({ serve }: App, cwd: string): Promise<string> {
  if (serve.kind === "program") return run(serve.argv, cwd);
  if (serve.kind === "folder") {
    const pages = createServer(serveFolder(join(cwd, serve.folder)));
    try {
      return await look(await listenOn(pages));
    } finally {
      await closeServer(pages);
    }
  }
  const port = await findPort();
  const [file = "", ...argv] = serve.argv(port);
  const serverEnvironment = { ...environment, PORT: String(port), HOST: "127.0.0.1" };
  const child = spawn(file, argv, { cwd, env: serverEnvironment, detached: true, stdio: "ignore" });
  try {
    return await look(port);
  } finally {
    process.kill(-(child.pid ?? 0), "SIGKILL"); // it and what it has started
  }
}

/** The text of a page in Chromium, once it has the list. */
async function look(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/`;
  const end = Date.now() + START_LIMIT;
  while (!(await isServed(url)) && Date.now() < end)
    await new Promise((wake) => setTimeout(wake, 100));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator("li").first().waitFor();
    return await page.content();
  } finally {
    await browser.close();
  }
}

async function isServed(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Answers as the API of the description does: with the projects, to requests with the credential. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== "/projects") sendJson(response, 404, { message: "no" });
  else if (request.headers.authorization !== "Bearer of the apps")
    sendJson(response, 401, { message: "no" });
  else sendJson(response, 200, PROJECTS);
}

function sendJson(response: ServerResponse, status: number, data: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

/** Serves the files of a page, and passes calls of `/api` on with the credential. */
function serveFolder(root: string): RequestListener {
  return ({ url = "/" }, response) => {
    const path = new URL(url, "http://page").pathname;
    const send = async (): Promise<void> => {
      if (path.startsWith("/api/")) {
        const headers = { authorization: "Bearer of the apps" };
        const forwarded = await fetch(`${api}${path.slice("/api".length)}`, { headers });
        response.writeHead(forwarded.status, { "content-type": "application/json" });
        response.end(await forwarded.text());
        return;
      }
      const file = resolve(root, `.${path === "/" ? "/index.html" : path}`);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "image/x-icon" });
      response.end(await readFile(file));
    };
    send().catch(() => response.writeHead(404).end());
  };
}
