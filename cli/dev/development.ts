/** One run of `dev`: it puts the receiver, the page, the relays, the entry and the keys together. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { quote } from "../../codegen/model/messages.js";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import {
  createMemorySource,
  type MemorySource,
} from "../../src/inspector/sources/memory-source.js";
import { createNodeInspector } from "../../src/inspector/node.js";
import type { DeliveryTarget } from "../../src/inspector/types.js";
import { listOtherSecrets } from "../io/secrets.js";
import { CommandError, createLog, printError } from "../io/errors.js";
import { type CliIo, locate, waitForEnd } from "../io/io.js";
import { close, listen, type Listening } from "../io/servers.js";
import { DevActions } from "./actions.js";
import { createDeliveryServer } from "./deliveries/delivery-server.js";
import { canCatchUp, catchUp, toRequest } from "./caught-up.js";
import { createForward } from "./deliveries/forward.js";
import { introduce, writeFirstCommand } from "./introduction.js";
import { hasKeys, watchKeys } from "./keys.js";
import { findDelivery, reconcileDeliveries } from "./deliveries/kept-deliveries.js";
import { KnownPayloads } from "./deliveries/known-payloads.js";
import { DevReceiver } from "./deliveries/receiver.js";
import { ReportLog } from "./deliveries/report-log.js";
import { startRelays } from "./relays.js";
import { RunningEntry } from "./running-entry.js";
import { openRunParts, type RunParts } from "./run-parts.js";
import { explainUnsigned } from "./secret.js";
import type { DevSettings } from "./settings.js";

export class Development {
  readonly #settings: DevSettings;
  readonly #parts: RunParts;
  readonly #io: CliIo;
  /** The same streams, but escapes stay as they are, for coloured text. */
  readonly #screen: CliIo;
  readonly #reports: ReportLog;
  readonly #payloads: KnownPayloads;
  readonly #source: MemorySource;
  readonly #receiver: DevReceiver;
  readonly #actions: DevActions;
  readonly #stop = new AbortController();
  /** Functions that end the parts of the run. The last one is called first. */
  readonly #closing: (() => void)[] = [];
  readonly #entry: RunningEntry;
  #url = "";
  #target: DeliveryTarget | undefined;
  #page: string | undefined;
  /** Time at which the run began. */
  readonly #begun = Date.now();

  /** @param screen the streams of `io` for coloured text. */
  static async open(settings: DevSettings, io: CliIo, screen: CliIo): Promise<Development> {
    return new Development(settings, await openRunParts(settings, io), io, screen);
  }

  private constructor(settings: DevSettings, parts: RunParts, io: CliIo, screen: CliIo) {
    this.#settings = settings;
    this.#parts = parts;
    this.#io = io;
    this.#screen = screen;
    this.#entry = new RunningEntry(settings.entry, parts.target, io);
    this.#reports = new ReportLog(settings, io, screen);
    this.#payloads = new KnownPayloads(settings, parts, io);
    this.#actions = new DevActions({
      receiver: () => this.#receiver,
      secret: parts.secret.text,
      explain: (fault) => explainUnsigned(fault, settings.values, parts.title),
      url: () => settings.publicUrl ?? this.#url,
    });
    this.#source = this.#createSource();
    const { forward } = settings;
    this.#receiver = new DevReceiver({
      webhooks: parts.webhooks,
      source: this.#source,
      secrets: [parts.secret.text],
      otherSecrets: listOtherSecrets(io),
      forward: forward && createForward(forward, io.fetch),
      check: (facts) => this.#payloads.check(facts),
      onReport: (report) => this.#reports.add(report),
    });
  }

  #createSource(): MemorySource {
    const { service, isStarter } = this.#parts;
    const folder = locate(this.#io, this.#settings.values.schema);
    return createMemorySource({
      target: () => this.#target,
      title: this.#payloads.areOfService
        ? `${service.model.vendor.title} · typewire dev`
        : titleOf(this.#settings),
      ...this.#payloads.describeForPage(),
      send: (delivery) => this.#actions.send(delivery),
      resend: async (key) => this.#actions.resend(await findDelivery(this.#source, key)),
      replay: (delivery) => this.#actions.replay(delivery),
      ...(!isStarter && {
        reconcile: (filter) => reconcileDeliveries(this.#source, folder, filter),
      }),
    });
  }

  async start(): Promise<void> {
    const { values, publicUrl } = this.#settings;
    const path = values.path ?? this.#receiver.service.catalog.path;
    const server = createDeliveryServer({
      path,
      publicUrl,
      receive: async (delivery) => (await this.#receiver.receive(delivery)).answer,
      onOther: ({ method = "", url = "" }) =>
        this.#io.err(`Not found: ${method} ${url}. Deliveries go to ${path}.`),
    });
    const { origin, port } = await this.#openForDeliveries(server);
    this.#url = `${origin}${path}`;
    const facts = {
      settings: this.#settings,
      parts: this.#parts,
      hasServicePayloads: this.#payloads.areOfService,
      url: this.#url,
      port,
    };
    const address = publicUrl ?? this.#settings.relay?.href ?? this.#url;
    this.#target = { address, command: writeFirstCommand(facts, this.#io) };
    await this.#loadRecording();
    this.#io.err(`Listening on ${this.#url}`);
    await this.#startInspector(port);
    await startRelays({
      settings: this.#settings,
      receiver: this.#receiver,
      io: this.#io,
      signal: this.#stop.signal,
      open: (...place) => this.#open(...place),
      onClose: (end) => void this.#closing.push(end),
    });
    this.#closing.push(this.#entry.watch((target) => this.#receiver.replace(target)));
    introduce(facts, { page: this.#page, hasKeys: hasKeys(this.#screen) }, this.#io);
    this.#readKeys();
    await this.#catchUp();
  }

  /** Resolves when the command is interrupted, or `q` is pressed. */
  async ended(): Promise<void> {
    await waitForEnd(this.#io.signal, this.#stop.signal);
    await this.#reports.finished();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const end of this.#closing.splice(0).reverse()) end();
    this.#receiver.close();
    await this.#entry.drain();
  }

  /** Opens a free port if the default one is in use; a port of --port must be free. */
  #openForDeliveries(server: Server): Promise<Listening> {
    const { port, values } = this.#settings;
    return this.#open(server, port, values.host).catch((error: unknown) => {
      if (values.port !== undefined || !isInUse(error)) throw error;
      this.#io.err(`Port ${port} is in use; a free one is taken. --port N names another one.`);
      return this.#open(server, 0, values.host);
    });
  }

  async #open(server: Server, port: number, host: string): Promise<Listening> {
    const listening = await listen(server, port, host);
    this.#closing.push(() => close(server));
    return listening;
  }

  async #startInspector(deliveryPort: number): Promise<void> {
    const { inspectorPort } = this.#settings;
    if (inspectorPort === undefined) return;
    const inspect = createNodeInspector(this.#source, {
      path: "/",
      isReadOnly: false,
      signal: this.#stop.signal,
      log: createLog(this.#io.err),
    });
    const open = (port: number): Promise<Listening> => {
      const server = createServer((request, response) => void inspect(request, response));
      return this.#open(server, port, PAGE_HOST);
    };
    const { origin } = await (inspectorPort === "next"
      ? // The default port may be in use; a port of --inspector-port must be free.
        open(this.#settings.port === 0 ? 0 : deliveryPort + 1).catch(() => open(0))
      : open(inspectorPort));
    this.#page = `${origin}/`;
  }

  // ---- Sources of deliveries

  /** Handles the deliveries of `--load`, without a line for each. */
  async #loadRecording(): Promise<void> {
    const { load } = this.#settings.values;
    if (load === undefined) return;
    const path = locate(this.#io, load);
    const text = await readFile(path, "utf8");
    await this.#reports.silence(async () => {
      for (const { name, payload } of readRecordings({ path, text }))
        await this.#actions.send({ event: name, body: JSON.stringify(payload) });
    });
  }

  /** Has the inbox of the entry fetch what never arrived. */
  async #catchUp(): Promise<void> {
    const { values, relay } = this.#settings;
    const { since } = values;
    // With a relay, it also says where to begin there, so that the entry need not have an inbox.
    if (since === undefined || (relay !== undefined && !canCatchUp(this.#entry.target))) return;
    const caughtUp = await catchUp(this.#entry.target, since, this.#begun).catch(
      (error: unknown) => {
        if (error instanceof CommandError) throw error;
        const isWithoutCatchUp = error instanceof TypeError; // the inbox does not know its service
        // The service may refuse to list deliveries. Others may still arrive.
        if (relay === undefined || !isWithoutCatchUp) this.#io.err(printError(error));
        return undefined;
      },
    );
    if (caughtUp === undefined) return;
    const { report, fetched } = caughtUp;
    const { catalog } = this.#receiver.service;
    for (const delivery of fetched)
      await this.#receiver.adopt(delivery, toRequest(delivery, catalog, this.#url));
    const { known, requests } = report;
    this.#io.err(
      `Since ${since} ago: ${fetched.length} deliveries that never arrived, ${known} known, ${requests} requests.`,
    );
  }

  // ---- Keys

  #readKeys(): void {
    if (!hasKeys(this.#screen)) return;
    const end = watchKeys(this.#screen, {
      resend: () => void this.#resendLast(),
      open: () => this.#page !== undefined && this.#io.openPage?.(this.#page),
      filter: (text) => {
        this.#reports.setFilter(text);
        this.#io.err(
          text === "" ? "All deliveries are shown." : `Shown: those with ${quote(text)}.`,
        );
      },
      quit: () => this.#stop.abort(),
    });
    this.#closing.push(end);
  }

  async #resendLast(): Promise<void> {
    const { last } = this.#receiver;
    const delivery = last === undefined ? undefined : await this.#source.get(last);
    if (delivery === undefined) {
      this.#io.err("There is no delivery yet.");
      return;
    }
    try {
      await this.#actions.resend(delivery);
    } catch (error) {
      this.#io.err(printError(error));
    }
  }
}

function titleOf({ values: { preset } }: DevSettings): string {
  return preset === undefined ? "typewire dev" : `${preset} · typewire dev`;
}

const PAGE_HOST = "127.0.0.1";

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
