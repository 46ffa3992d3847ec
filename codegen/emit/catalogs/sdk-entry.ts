import type { CredentialOption, EnvironmentOption } from "../../../src/catalog/sdk.js";
import type { Vendor } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { specifierOf } from "../prepare/layout.js";
import { readResources, type Resource } from "../prepare/resources.js";
import type { EmitContext } from "../prepare/types.js";
import { escapeComment } from "../print/escape.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  code,
  type Code,
  type Imported,
  joinCode,
  ofModule,
  ofRuntime,
  printModule,
  printNames,
} from "../print/module.js";
import { printUnion, toDocComment } from "../print/print.js";
import { printSchemeNames } from "./client-entry.js";
import { listDeliveryCode, WEBHOOK_CATALOG } from "./delivery-code.js";
import { printNamespace, STAINLESS_VALUES } from "./stainless-types.js";
import { hasStreams } from "./streams.js";
import { printConstants, printPart } from "./subpaths.js";
import { listPayloadValues } from "./values.js";

const SDK = ofRuntime("sdk");
const STAINLESS = ofRuntime("stainless");

/** Classes of errors, and types that users of the class name. */
const PASSED_ON: readonly Imported[] = [
  SDK.value("AuthenticationError"),
  SDK.value("BadRequestError"),
  SDK.value("ConflictError"),
  SDK.value("InternalServerError"),
  SDK.value("NotFoundError"),
  SDK.value("PermissionDeniedError"),
  SDK.value("RateLimitError"),
  SDK.value("UnprocessableEntityError"),
  ...SDK.types("Call", "ListCall", "MethodOptions", "Page", "WithResponse"),
];

/** The same of a class with the surface of one that Stainless made. */
const PASSED_ON_OF_STAINLESS: readonly Imported[] = [
  ...STAINLESS_VALUES.map((name) => STAINLESS.value(name)),
  ...STAINLESS.types("APIPromise", "Page", "PagePromise", "RequestOptions", "Uploadable"),
  ...STAINLESS.types("Logger", "LogLevel"),
];

/** Emits the module with the class; none if `runtime` is `false`. */
export function emitSdk(context: EmitContext): readonly FileDraft[] {
  const { vendor, routes } = context.model;
  const { runtime } = vendor;
  if (runtime === false) return [];
  const own = listOwnNames(vendor);
  const isOther = vendor.sdk.surface !== undefined;
  const ofStreams = isOther ? STAINLESS.value("Stream") : SDK.type("StreamMethodOptions");
  const passedOn = [
    ...(isOther ? PASSED_ON_OF_STAINLESS : PASSED_ON),
    ...(hasStreams(context) ? [ofStreams] : []),
  ].filter(({ name }) => !own.includes(name));
  const hasOAuth = vendor.sending.auth.some(({ oauth }) => oauth);
  const ofClient = [...USUAL_OF_CLIENT, ...(hasOAuth ? ["OAuthError"] : [])]
    .filter((name) => !own.includes(name))
    .map((name) => ofModule("./client.js").value(name));
  const exports = [printNames("export", [...passedOn, ...ofClient], runtime)];
  const types = isOther
    ? printNamespace(context, [...own, ...passedOn.map(({ name }) => name)])
    : undefined;
  const body = printModule(
    {
      exports: [...exports, ...(types?.imports ?? [])],
      blocks: [printOptions(vendor), printClass(context), ...(types ? [types.text] : [])],
    },
    runtime,
  );
  return [{ path: "sdk.ts", sources: filesOf(vendor, ...routes), body }];
}

const USUAL_OF_CLIENT: readonly string[] = [
  "ConnectionError",
  "ResponseError",
  "TimeoutError",
  "isResponseError",
];

/** The names that the module declares. */
function listOwnNames({ sdk: { name, surface } }: Vendor): readonly string[] {
  const more = surface === undefined ? [] : ["ClientOptions"];
  return [name, `${name}Options`, `${name}Webhooks`, ...more];
}

/** An imported name under another one where the module declares that itself. */
function beside(vendor: Vendor, imported: Imported): Imported {
  const { name } = imported;
  return listOwnNames(vendor).includes(name) ? { ...imported, alias: `${name}Of` } : imported;
}

function printOptions(vendor: Vendor): Code {
  const { name, credentials = [], sent = [], environments = {}, webhookSecret } = vendor.sdk;
  const credential = beside(vendor, SDK.type("CredentialInput"));
  const names = Object.keys(environments);
  const lines: readonly (readonly [option: string, text: string, type: Code])[] = [
    ...credentials.map(
      ({ option, env, scheme }) =>
        [
          option,
          describe(vendor, option, env, `The credential ${quote(scheme)}.`),
          code`${credential}`,
        ] as const,
    ),
    ...credentials.flatMap((each) =>
      listOthers(each).map(
        ([{ option, env }, text]) =>
          [option, describe(vendor, option, env, `${text} ${quote(each.scheme)}.`), TEXT] as const,
      ),
    ),
    ...sent.map(
      ({ option, env, in: place, key }) =>
        [
          option,
          describe(
            vendor,
            option,
            env,
            `Sent with every request, in the ${PLACES[place]} ${quote(key)}.`,
          ),
          TEXT,
        ] as const,
    ),
    ...(names.length === 0
      ? []
      : [
          [
            "environment",
            `The address by its name. Default: ${quote(names[0] ?? "")}.`,
            code`${printUnion(names.map((each) => JSON.stringify(each)))} | undefined`,
          ] as const,
        ]),
    ...(webhookSecret === undefined
      ? []
      : [
          [
            webhookSecret.option,
            describe(vendor, webhookSecret.option, webhookSecret.env, "The secret of deliveries."),
            TEXT,
          ] as const,
        ]),
  ];
  const members = lines.map(
    ([option, text, type]) =>
      code`${toDocComment({ text })}\nreadonly ${toTypeKey(option)}?: ${type};`,
  );
  const isOther = vendor.sdk.surface !== undefined;
  const base = beside(
    vendor,
    isOther ? STAINLESS.type("StainlessOptions") : SDK.type("SdkOptions"),
  );
  const grants = vendor.sending.auth.some(({ oauth }) => oauth)
    ? code`<${printSchemeNames(vendor)}, ${beside(vendor, ofModule("./client.js").type("OAuthGrants"))}>`
    : "";
  const alias = isOther ? `\n\nexport type ClientOptions = ${name}Options;` : "";
  return code`/** Options of {@link ${name}}: those of its client, and credentials by name. */
export interface ${name}Options extends ${base}${grants} {
${joinCode(members, "\n")}
}${alias}`;
}

/** The further options of a scheme. */
function listOthers({
  password,
  client,
}: CredentialOption): readonly (readonly [option: EnvironmentOption, text: string])[] {
  return [
    ...(password ? [[password, "The password of"] as const] : []),
    ...(client
      ? ([
          [client.id, "The id of the program, which gets the token of"],
          [client.secret, "The secret of the program, which gets the token of"],
        ] as const)
      : []),
  ];
}

const TEXT = code`string | null | undefined`;

const PLACES = { header: "header", query: "query parameter" } as const;

function quote(text: string): string {
  return `\`${text.replaceAll("`", "")}\``;
}

function describe({ sdk }: Vendor, option: string, env: string, usual: string): string {
  const texts = new Map(Object.entries(sdk.optionTexts ?? {}));
  const text = texts.get(option) ?? usual;
  return `${text}\n\nDefault: the environment variable ${quote(env)}.`;
}

function printClass(context: EmitContext): Code {
  const { model } = context;
  const { vendor } = model;
  const { name } = vendor.sdk;
  const root = readResources(context);
  const resources = beside(vendor, ofModule(`./methods/${root.file}.js`).type(root.typeName));
  const client = beside(vendor, ofModule("./client.js").type("Client"));
  const isOther = vendor.sdk.surface !== undefined;
  const create = isOther
    ? beside(vendor, STAINLESS.value("createStainless"))
    : beside(vendor, SDK.value("createSdk"));
  const constructor = isOther
    ? beside(vendor, STAINLESS.type("StainlessConstructor"))
    : beside(vendor, SDK.type("SdkConstructor"));
  const others = isOther
    ? code`, Omit<${beside(vendor, STAINLESS.type("StainlessClient"))}, keyof ${resources}>`
    : "";
  const ownProperties = isOther ? printProperties(vendor) : "";
  const receives = vendor.webhooks !== undefined;
  const webhooks = receives ? printWebhooks(context, root) : code``;
  const property = receives ? `\n  readonly webhooks: ${name}Webhooks;` : "";
  const types = `<${name}, ${name}Options>`;
  const deliveries =
    vendor.webhooks &&
    listDeliveryCode(model, vendor.webhooks, listPayloadValues(context, !isOther));
  const constants = deliveries ? code`${printConstants(deliveries)}\n\n` : code``;
  const [key, creator] = isOther ? ["open", "createOpener"] : ["unwrap", "createUnwrap"];
  const parts = [
    ...(hasStreams(context)
      ? [code`define: ${(isOther ? STAINLESS : SDK).value("defineStreamMethod")}`]
      : []),
    ...(deliveries
      ? [
          code`${key}: /* @__PURE__ */ ${ofRuntime("webhooks").value(creator)}(${WEBHOOK_CATALOG.value("webhookCatalog")}, { ${joinCode(["scheme", ...deliveries.parts.map(printPart)], ", ")} })`,
        ]
      : []),
  ];
  const extensions = parts.length > 0 ? code`, {\n  ${joinCode(parts, ",\n  ")},\n}` : code``;
  return code`${constants}${webhooks}/** ${escapeComment(vendor.title)}: each method sends a request. */
export interface ${name} extends ${resources}${others} {
  /** The client below the class, which sends requests by their routes. */
  readonly client: ${client};${property}${ownProperties}
}

/**
 * Creates a client with a method for each route. Nothing is sent before its first call.
 * @throws TypeError, RangeError or EndpointError for an option that the client refuses.
 */
export const ${name}: ${constructor}${types} =
  /* @__PURE__ */ ${create}${types}(${ofModule("./sdk-catalog.js").value("sdkCatalog")}, ${ofModule("./client.js").value("createClient")}${extensions});`;
}

/** The type of `webhooks`: what opens deliveries, beside the methods that the API has there. */
function printWebhooks({ model: { vendor, hasEvents } }: EmitContext, root: Resource): Code {
  const { name, surface } = vendor.sdk;
  const own = root.children.find((child) => child.name === "webhooks");
  const methods = own && beside(vendor, ofModule(`./methods/${own.file}.js`).type(own.typeName));
  const event = beside(vendor, ofModule(specifierOf("events", vendor)).type("EmitterWebhookEvent"));
  const comment = `/** Deliveries${own ? ", and the methods of the API under this name" : ""}. */`;
  if (surface !== undefined) {
    const payload = hasEvents ? code`<${event}["payload"]>` : code``;
    const members = code`${beside(vendor, STAINLESS.type("StainlessWebhooks"))}${payload}`;
    const bases = joinCode([...(methods ? [code`${methods}`] : []), members], ", ");
    return code`${comment}\nexport interface ${name}Webhooks extends ${bases} {}\n\n`;
  }
  const bases = methods ? code` extends ${methods}` : code``;
  return code`${comment}
export interface ${name}Webhooks${bases} {
  /**
   * Verifies a delivery, and resolves to its event. Rejects with a \`WebhookError\` for one that the
   * service has not signed, or that cannot be read.
   */
  readonly unwrap: ${beside(vendor, SDK.type("Unwrap"))}${hasEvents ? code`<${event}>` : code``};
}

`;
}

/** Options that instances show, and the way to other ones. */
function printProperties({ sdk }: Vendor): string {
  const { name, credentials = [], sent = [], webhookSecret } = sdk;
  const options = [
    ...credentials,
    ...credentials.flatMap((each) => listOthers(each).map(([option]) => option)),
    ...sent,
    ...(webhookSecret ? [webhookSecret] : []),
  ];
  const lines = options.map(({ option }) => `\n  readonly ${toTypeKey(option)}: string | null;`);
  return `${lines.join("")}
  /** A client with other options. */
  withOptions(options: ${name}Options): ${name};`;
}
