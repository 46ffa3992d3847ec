/** One run of `dev`: it puts the receiver, the page, the relays and the keys together. */
import { appendFile, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { quote } from "../../codegen/model/messages.js";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import { createMemorySource, type MemorySource } from "../../src/inspector/memory-source.js";
import { describePayload } from "../../src/inspector/describe.js";
import { createNodeInspector } from "../../src/inspector/node.js";
import type {
  DeliveryTarget,
  Deviation,
  InspectedDelivery,
  InspectorSource,
  PayloadDescription,
} from "../../src/inspector/types.js";
import { createRelayListener } from "../../src/relay/server/node.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { createWebhooks } from "../../src/receive/webhooks/parts/preset.js";
import { findReceiver, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import { DevActions } from "./actions.js";
import { createDeliveryServer, followRelay } from "./arrivals.js";
import { canCatchUp, catchUp, toRequest } from "./caught-up.js";
import type { EntryTarget } from "./entry.js";
import type { DeliveryFacts } from "./delivery.js";
import { createForward } from "./forward.js";
import { hasKeys, watchKeys } from "./keys.js";
import { DevReceiver, type Report } from "./receiver.js";
import { printReport, printReportAsJson } from "./report.js";
import {
  explainSecret,
  explainUnsigned,
  findSecret,
  findSecretFault,
  type DevSecret,
  type DevSettings,
} from "./settings.js";
import { findServicePackage, type ServicePackage } from "./service-package.js";
import { listOtherSecrets, readRelayToken } from "../io/arguments.js";
import { CommandError, createLog, describeError } from "../io/errors.js";
import { type CliIo, locate, toolOf, waitForEnd } from "../io/io.js";
import { close, listen, type Listening } from "../io/network.js";
import { COMMAND_ANYWHERE } from "../io/tool.js";
import { describeDeviation, nameWithAction } from "../service/event-printer.js";
import { type ChannelPlace, findPlace } from "../service/followed-channel.js";
import {
  createPayloadChecker,
  type NamedPayload,
  type PayloadChecker,
  reconcileWith,
} from "../service/payload-checker.js";
import { lacksSchema } from "../service/schema-folder.js";
import { openService, openStarter, type Service } from "../service/service.js";

export class Development {
  readonly #settings: DevSettings;
  readonly #io: CliIo;
  /** The same streams, but escapes stay as they are, for coloured text. */
  readonly #screen: CliIo;
  readonly #service: Service;
  readonly #isStarter: boolean;
  readonly #entryPackage: ServicePackage | undefined;
  readonly #secret: DevSecret;
  readonly #checker: PayloadChecker;
  readonly #source: MemorySource;
  readonly #receiver: DevReceiver;
  readonly #sender: DevActions;
  readonly #stop = new AbortController();
  readonly #closing: (() => void)[] = [];
  /** The export of the entry in its present version. */
  #entry: EntryTarget | undefined;
  #url = "";
  #target: DeliveryTarget | undefined;
  #page: string | undefined;
  #filter = "";
  #isQuiet = false;
  readonly #begun = Date.now();
  /** Keys of the deliveries of `--load`, for which no lines are printed. */
  readonly #loaded = new Set<string>();
  #recorded: Promise<unknown> = Promise.resolve();

  static async open(settings: DevSettings, io: CliIo, screen: CliIo): Promise<Development> {
    const { values, entry, preset } = settings;
    const isStarter = preset !== undefined || (await lacksSchema(values.schema, io));
    const service = isStarter ? openStarter() : await openService(values.schema, io, "payloads");
    const ownScheme = preset ?? service.scheme;
    const secret = await findSecret(values, ownScheme, io);
    const log = { warn: io.err, error: io.err };
    // An entry usually reads this variable: it then verifies with the secret that signs samples.
    if (entry !== undefined) process.env["WEBHOOK_SECRET"] ??= secret.text;
    const loaded = await entry?.load();
    const scheme = loaded === undefined ? ownScheme : findReceiver(loaded).parts.scheme;
    const fault = findSecretFault(secret, scheme);
    const ownTitle = values.preset ?? service.model.vendor.title;
    const title = loaded === undefined ? ownTitle : "the service of the entry";
    if (fault !== undefined && loaded === undefined) throw explainSecret(fault, values, title);
    // The entry may have a secret of its own, with which it verifies and signs.
    if (fault !== undefined && !secret.isSample)
      io.err(explainSecret(fault, values, title).message);
    const options = { secret: secret.text, log };
    const receiving =
      loaded ?? (preset ? createWebhooks(preset, options) : new service.Webhooks(options));
    const { eventNames } = findReceiver(receiving).catalog;
    const entryPackage = entry && (await findServicePackage(entry.path, eventNames, secret.text));
    return new Development(settings, {
      io,
      screen,
      service,
      isStarter,
      secret,
      title,
      receiving,
      loaded,
      entryPackage,
    });
  }

  private constructor(
    settings: DevSettings,
    parts: {
      readonly io: CliIo;
      readonly screen: CliIo;
      readonly service: Service;
      readonly isStarter: boolean;
      readonly secret: DevSecret;
      /** The service whose deliveries are signed and verified. */
      readonly title: string;
      readonly receiving: WebhooksInstance;
      readonly loaded: EntryTarget | undefined;
      /** Events and samples of the package of the entry. */
      readonly entryPackage: ServicePackage | undefined;
    },
  ) {
    const { io, screen, service, isStarter, secret, receiving, loaded } = parts;
    this.#entryPackage = parts.entryPackage;
    this.#entry = loaded;
    this.#settings = settings;
    this.#io = io;
    this.#screen = screen;
    this.#service = service;
    this.#isStarter = isStarter;
    this.#secret = secret;
    this.#checker = createPayloadChecker(service.model);
    this.#sender = new DevActions({
      receiver: () => this.#receiver,
      secret: secret.text,
      explain: (fault) => explainUnsigned(fault, settings.values, parts.title),
      url: () => settings.publicUrl ?? this.#url,
    });
    this.#source = this.#createSource();
    const { forward } = settings;
    this.#receiver = new DevReceiver({
      webhooks: receiving,
      source: this.#source,
      secrets: [secret.text],
      otherSecrets: listOtherSecrets(io),
      forward: forward && createForward(forward, io.fetch),
      check: (facts) => this.#check(facts),
      onReport: (report) => this.#report(report),
    });
  }

  /** Lists deviations in words. Logs an error of the check, because the delivery is handled all the same. */
  async #check(facts: DeliveryFacts): Promise<readonly string[]> {
    try {
      return (await this.#compare(facts)).map(describeDeviation);
    } catch (error) {
      const name = quote(nameWithAction(facts.event, facts.action));
      this.#io.err(`The check of the payload of ${name} failed: ${describeError(error)}`);
      return [];
    }
  }

  /** Finds deviations from the schema folder, or else from the package of the entry. */
  async #compare({ event, action, payload }: NamedPayload): Promise<readonly Deviation[]> {
    if (this.#isDescribed) return this.#checker.compare({ event, action, payload });
    return (await this.#entryPackage?.check(nameWithAction(event, action), payload)) ?? [];
  }

  /** Describes a payload by the schema that the package of the entry has, or by its deviations alone. */
  async #describe(event: NamedPayload): Promise<PayloadDescription> {
    const deviations = await this.#compare(event);
    const schema = await this.#entryPackage?.findSchema(nameWithAction(event.event, event.action));
    if (schema === undefined) return { types: {}, deviations };
    return describePayload(schema, event.payload, { deviations });
  }

  /** False for a preset, and an entry without a schema folder: the payloads of its service are unknown. */
  get #isDescribed(): boolean {
    const { entry, preset } = this.#settings;
    return !this.#isStarter || (entry ?? preset) === undefined;
  }

  async start(): Promise<void> {
    const { values, port, publicUrl } = this.#settings;
    const path = values.path ?? this.#receiver.service.catalog.path;
    const server = createDeliveryServer({
      path,
      publicUrl,
      receive: async (delivery) => (await this.#receiver.receive(delivery)).answer,
      onOther: ({ method = "", url = "" }) =>
        this.#io.err(`Not found: ${method} ${url}. Deliveries go to ${path}.`),
    });
    const isAsked = values.port !== undefined;
    const { origin, port: listeningPort } = await this.#open(server, port, values.host).catch(
      (error: unknown) => {
        // The default port may be in use; a port of --port must be free.
        if (isAsked || !isInUse(error)) throw error;
        this.#io.err(`Port ${port} is in use; a free one is taken. --port N names another one.`);
        return this.#open(server, 0, values.host);
      },
    );
    this.#url = `${origin}${path}`;
    const address = publicUrl ?? this.#settings.relay?.href ?? this.#url;
    this.#target = { address, command: this.#writeFirstCommand(listeningPort) };
    await this.#load();
    this.#io.err(`Listening on ${this.#url}`);
    await this.#startInspector(listeningPort);
    await this.#startRelays();
    this.#watchEntry();
    this.#introduce(listeningPort);
    this.#readKeys();
    await this.#catchUp();
  }

  /** Resolves when the command is interrupted, or `q` is pressed. */
  async ended(): Promise<void> {
    await waitForEnd(this.#io.signal, this.#stop.signal);
    await this.#recorded;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const end of this.#closing.splice(0).reverse()) end();
    this.#receiver.close();
    await this.#drain(this.#entry);
  }

  /** Ends the workers of an inbox, which would compete with those of a newer one. */
  async #drain(target: EntryTarget | undefined): Promise<void> {
    if (target?.start === undefined) return;
    try {
      await target.drain?.({ signal: AbortSignal.timeout(DRAIN_TIME) });
    } catch (error) {
      this.#io.err(describeError(error));
    }
  }

  async #open(server: Server, port: number, host: string): Promise<Listening> {
    const listening = await listen(server, port, host);
    this.#closing.push(() => close(server));
    return listening;
  }

  /* Reports */

  #report(report: Report): void {
    // A report with `stored` is a later one on the same delivery.
    if (report.stored === undefined) this.#record(report);
    if (this.#isQuiet) this.#loaded.add(report.key);
    if (this.#isQuiet || (report.stored !== undefined && this.#loaded.has(report.key))) return;
    const { values } = this.#settings;
    if (values.json) {
      this.#io.out(printReportAsJson(report));
      return;
    }
    const { style: paint = (_: string, text: string) => text, out } = this.#screen;
    const text = printReport(report, values.payload, paint);
    const searched = `${text} ${JSON.stringify(report.payload)}`.toLowerCase();
    if (searched.includes(this.#filter.toLowerCase())) out(text);
  }

  #record({ isVerified, outcome, id, event, receivedAt, payload }: Report): void {
    const { record } = this.#settings.values;
    if (record === undefined || this.#isQuiet || payload === undefined) return;
    if (!isVerified || outcome === "running") return; // a report follows when it is handled
    const line = `${JSON.stringify({ name: event, id, receivedAt, payload })}\n`;
    const file = locate(this.#io, record);
    this.#recorded = this.#recorded
      .then(() => appendFile(file, line))
      .catch((error: unknown) => this.#io.err(describeError(error)));
  }

  #createSource(): MemorySource {
    const { catalog, model, createDelivery } = this.#service;
    const makeSample = createDelivery();
    const folder = locate(this.#io, this.#settings.values.schema);
    const find = async (key: string): Promise<InspectedDelivery> => {
      const found = await this.#source.get(key);
      if (found === undefined) throw new Error("The delivery is not kept any more.");
      return found;
    };
    const reconcile: InspectorSource["reconcile"] = async (filter) => {
      const rows = await this.#source.list({ ...filter, limit: MAX_RECONCILED });
      const known = rows.filter(({ outcome }) => outcome !== "refused");
      const found = await Promise.all(known.map(({ key }) => find(key)));
      return reconcileWith(
        folder,
        found.map(({ event, action, body = new Uint8Array(), payload }) => ({
          event,
          action,
          payload: payload ?? (JSON.parse(new TextDecoder().decode(body)) as unknown),
        })),
      );
    };
    return createMemorySource({
      target: () => this.#target,
      title: this.#isDescribed ? `${model.vendor.title} · typewire dev` : titleOf(this.#settings),
      ...(!this.#isDescribed &&
        this.#entryPackage && {
          events: this.#entryPackage.events,
          sample: this.#entryPackage.sample,
          describe: (event) => this.#describe(event),
        }),
      ...(this.#isDescribed && {
        events: catalog.eventNames,
        sample: async (event: string) => (await makeSample(event)).payload,
        describe: this.#checker.describe,
      }),
      send: (delivery) => this.#sender.send(delivery),
      resend: async (key) => this.#sender.resend(await find(key)),
      replay: (delivery) => this.#sender.replay(delivery),
      ...(!this.#isStarter && { reconcile }),
    });
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
    const create = () => createServer((request, response) => void inspect(request, response));
    const isFree = inspectorPort === "next" && this.#settings.port === 0;
    const port = inspectorPort === "next" ? (isFree ? 0 : deliveryPort + 1) : inspectorPort;
    // The default port may be in use; a port of --inspector-port must be free.
    const { origin } = await this.#open(create(), port, PAGE_HOST).catch((error: unknown) => {
      if (inspectorPort !== "next") throw error;
      return this.#open(create(), 0, PAGE_HOST);
    });
    this.#page = `${origin}/`;
  }

  /** Prints what the user needs next: addresses, the secret, a command to try, and keys. */
  #introduce(port: number): void {
    const { err } = this.#io;
    const { values } = this.#settings;
    const { model } = this.#service;
    if (this.#page !== undefined) err(`Inspector: ${this.#page}`);
    if (this.#isStarter && this.#isDescribed)
      err(
        `Service: ${model.vendor.title}, a built-in one, because this folder has no schema folder`,
      );
    if (values.preset !== undefined)
      err(`Service: ${values.preset}, by the preset of its signatures`);
    const { text, isSample } = this.#secret;
    if (isSample && !text.includes("\n"))
      err(`Secret: ${text} (new; set WEBHOOK_SECRET for your own)`);
    const command = this.#writeFirstCommand(port);
    if (command !== undefined) err(`Try: ${command}`);
    if (hasKeys(this.#screen))
      err("Keys: r send the last delivery again, o open the page, / filter, q quit");
  }

  /** Writes a command that sends a first delivery; `undefined` where the command line knows no event. */
  #writeFirstCommand(port: number): string | undefined {
    const { values } = this.#settings;
    const { text, isSample } = this.#secret;
    const tool = toolOf(this.#io);
    const command = this.#isStarter ? COMMAND_ANYWHERE : tool.command;
    const { eventNames } = this.#service.catalog;
    const event = eventNames.find((name) => name.includes(".")) ?? eventNames[0];
    const options = [
      ...(port === 3000 && values.path === undefined ? [] : ["--to", this.#url]),
      ...(values.schema === tool.folders.schema ? [] : ["--schema", values.schema]),
      ...(isSample ? ["--secret", text] : []), // made for this run, and printed above
    ];
    if (event === undefined || text.includes("\n") || !this.#isDescribed) return undefined;
    return [command, "send", event, ...options].join(" ");
  }

  /* Sources of deliveries */

  /** Has the inbox of the entry fetch what never arrived. */
  async #catchUp(): Promise<void> {
    const { values, relay } = this.#settings;
    const { since } = values;
    // For a relay it says where to begin, too, and an entry needs no inbox then.
    if (since === undefined || (relay !== undefined && !canCatchUp(this.#entry))) return;
    const caughtUp = await catchUp(this.#entry, since, this.#begun).catch((error: unknown) => {
      if (error instanceof CommandError) throw error;
      if (relay !== undefined && error instanceof TypeError) return; // an inbox without `catchUp`
      this.#io.err(describeError(error)); // the service refuses; deliveries may still arrive
    });
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

  async #load(): Promise<void> {
    const { load } = this.#settings.values;
    if (load === undefined) return;
    const path = locate(this.#io, load);
    this.#isQuiet = true;
    for (const { name, payload } of readRecordings({ path, text: await readFile(path, "utf8") }))
      await this.#sender.send({ event: name, body: JSON.stringify(payload) });
    this.#isQuiet = false;
  }

  async #startRelays(): Promise<void> {
    const { serve, relay, values } = this.#settings;
    const { fetch: send } = this.#io;
    const token = readRelayToken(values, this.#io);
    if (serve !== undefined) {
      const server = createRelayServer({ token, log: createLog(this.#io.err) });
      this.#closing.push(() => void server.close());
      const http = createServer(createRelayListener(server));
      const { origin } = await this.#open(http, serve, values.host);
      const url = `${origin}/${createChannel()}`;
      this.#io.err(`Relay: ${url}`);
      await this.#follow(new URL(url), { token, fetch });
    }
    if (relay === undefined) return;
    const { note, ...place } = findPlace(values, relay, this.#io);
    await this.#follow(relay, { token, fetch: send, ...place });
    if (note !== undefined) this.#io.err(note);
  }

  async #follow(url: URL, { token, ...options }: FollowParts): Promise<void> {
    const { publicUrl } = this.#settings;
    const { err } = this.#io;
    const connection = followRelay(this.#receiver, {
      url,
      publicUrl,
      ...options,
      signal: this.#stop.signal,
      log: createLog(err),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const { signal } = this.#io;
    const end = (): void => void connection.close();
    signal?.addEventListener("abort", end, { once: true });
    await connection.ready;
    err(`Following ${url.origin}.`);
  }

  #watchEntry(): void {
    const { entry } = this.#settings;
    if (entry === undefined) return;
    let last: Promise<void> = Promise.resolve();
    const reload = async (): Promise<void> => {
      try {
        const before = this.#entry;
        this.#entry = await entry.load();
        this.#receiver.replace(this.#entry);
        this.#io.err("Loaded the entry again.");
        await this.#drain(before);
      } catch (error) {
        this.#io.err(`${describeError(error)}\nThe one before stays in use.`);
      }
    };
    this.#closing.push(entry.watch(() => void (last = last.then(reload))));
  }

  #readKeys(): void {
    if (!hasKeys(this.#screen)) return;
    const end = watchKeys(this.#screen, {
      resend: () => void this.#resendLast(),
      open: () => this.#page !== undefined && this.#io.openPage?.(this.#page),
      filter: (text) => {
        this.#filter = text;
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
    const found = last === undefined ? undefined : await this.#source.get(last);
    if (found === undefined) {
      this.#io.err("There is no delivery yet.");
      return;
    }
    try {
      await this.#sender.resend(found);
    } catch (error) {
      this.#io.err(describeError(error));
    }
  }
}

interface FollowParts extends Omit<ChannelPlace, "note"> {
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}

function titleOf({ values: { preset } }: DevSettings): string {
  return preset === undefined ? "typewire dev" : `${preset} · typewire dev`;
}

const PAGE_HOST = "127.0.0.1";

/** Milliseconds for running handlers of an inbox to end. It then returns their deliveries to the store. */
const DRAIN_TIME = 2_000;

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

/** The most deliveries that are compared with the schema at once. */
const MAX_RECONCILED = 2_000;
