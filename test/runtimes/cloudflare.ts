/**
 * Runs the contract of the relay and of its stores in workerd, with the SQLite of a Durable Object:
 * `npx tsx test/runtimes/cloudflare.ts`. Objects are evicted and workerd is killed meanwhile.
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { installPackages } from "../../scripts/install.js";

const here = import.meta.dirname;
const vitest = resolve(here, "../../node_modules/vitest/vitest.mjs");

installPackages(here);
const config = join(here, "durable/vitest.config.ts");
const args = [vitest, "run", "--config", config, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
