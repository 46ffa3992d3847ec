/** Two workers that receive and catch up. Another one takes the place of one that is killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { signature } from "../../http/toolkit.js";
import type { Sent } from "../../inbox/catch-up/lying-service.js";
import { bundleProgram } from "../../programs/programs.js";
import type { WorkerParameters } from "./worker.js";

export class Fleet {
  /** Names of the workers that were killed. */
  readonly killed = new Set<string>();
  readonly #program: string;
  readonly #parameters: Parameters;
  readonly #workers: Worker[] = [];
  readonly #starting: Promise<void>[] = [];
  #started = 0;

  private constructor(program: string, parameters: Parameters) {
    this.#program = program;
    this.#parameters = parameters;
  }

  static async start(parameters: Parameters): Promise<Fleet> {
    const fleet = new Fleet(await bundleProgram("test/long/catch-up/worker.ts"), parameters);
    fleet.#workers.push(await fleet.#start(), await fleet.#start());
    return fleet;
  }

  /**
   * Kills a worker, and starts another in its place.
   * @param fate from 0 to 1; it decides which worker is killed.
   */
  kill(fate: number): void {
    const index = Math.floor(fate * this.#workers.length);
    const worker = this.#workers[index];
    if (worker === undefined || this.killed.has(worker.name)) return; // its successor is not ready
    worker.child.kill("SIGKILL");
    this.killed.add(worker.name);
    this.#starting.push(this.#start().then((next) => void (this.#workers[index] = next)));
  }

  /** Sends a delivery to one of the workers. Resolves with false if it was not taken. */
  async receive({ id, event, payload }: Sent, fate: number): Promise<boolean> {
    const worker = this.#workers[Math.floor(fate * this.#workers.length)];
    const body = JSON.stringify(payload);
    const headers = {
      "content-type": "application/json",
      "x-acme-event": event,
      "x-acme-delivery": id,
      "x-acme-signature": signature(body),
    };
    const url = `http://127.0.0.1:${worker?.port}/hooks/inbox`;
    const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    return response?.status === 202;
  }

  async end(): Promise<void> {
    await Promise.all(this.#starting);
    const ends = this.#workers.map(({ child }) => once(child, "exit"));
    for (const { child } of this.#workers) child.kill("SIGTERM");
    await Promise.all(ends);
  }

  async #start(): Promise<Worker> {
    const name = `w${++this.#started}`;
    const parameters = JSON.stringify({ ...this.#parameters, name });
    const child = spawn(process.execPath, [this.#program, parameters], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return { name, child, port: Number(line.toString()) };
  }
}

type Parameters = Omit<WorkerParameters, "name">;

interface Worker {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
}
