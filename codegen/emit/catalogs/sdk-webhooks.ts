/**
 * The property `webhooks` of the class: its type, and the code that opens deliveries. A class of typewire loads this
 * code from `sdk-unwrap.ts` with its first delivery; one with the surface of Stainless has it in its own module.
 */
import type { Vendor, VendorWebhooks } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { specifierOf } from "../names/files.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, ofModule, WEBHOOKS } from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { listDeliveryCode, printConstants, printPart, WEBHOOK_CATALOG } from "./delivery-code.js";
import { renameIfDeclared, SDK, STAINLESS } from "./sdk-surface.js";
import { listPayloadValues } from "./value-options.js";

// ---- The type

/**
 * Prints the type of the property. It opens deliveries, and has the methods that the API has under this name.
 * @param methods The interface of these methods, if there are any.
 */
export function printWebhooks(context: EmitContext, methods: Imported | undefined): Code {
  const { vendor } = context.model;
  const text = methods ? "Deliveries, and the methods of the API under this name." : "Deliveries.";
  const head = code`/** ${text} */\n${exported("interface", `${vendor.sdk.name}Webhooks`)}`;
  return vendor.sdk.surface === undefined
    ? printTypewireWebhooks(head, methods, context)
    : printStainlessWebhooks(head, methods, context);
}

function printTypewireWebhooks(
  head: Code,
  methods: Imported | undefined,
  context: EmitContext,
): Code {
  const { vendor, hasEvents } = context.model;
  const bases = methods ? code` extends ${methods}` : "";
  const unwrap = renameIfDeclared(vendor, SDK.type("Unwrap"));
  const type = hasEvents ? code`${unwrap}<${eventOf(vendor)}>` : unwrap;
  return code`${head}${bases} {
  /**
   * Verifies a delivery, and resolves to its event. Rejects with a \`WebhookError\` for one that the
   * service has not signed, or that cannot be read.
   */
  readonly unwrap: ${type};
}`;
}

function printStainlessWebhooks(
  head: Code,
  methods: Imported | undefined,
  context: EmitContext,
): Code {
  const { vendor, hasEvents } = context.model;
  const webhooks = renameIfDeclared(vendor, STAINLESS.type("StainlessWebhooks"));
  const base = hasEvents ? code`${webhooks}<${eventOf(vendor)}["payload"]>` : webhooks;
  return code`${head} extends ${joinCode(methods ? [methods, base] : [base], ", ")} {}`;
}

/** The type of any event. */
function eventOf(vendor: Vendor): Imported {
  const event = ofModule(specifierOf("events", vendor)).type("EmitterWebhookEvent");
  return renameIfDeclared(vendor, event);
}

// ---- The code

/** Prints the member of the constructor's last argument that opens deliveries; none without `webhooks`. */
export function printOpening(context: EmitContext): Opening | undefined {
  const { webhooks, sdk } = context.model.vendor;
  if (webhooks === undefined) return undefined;
  if (sdk.surface === undefined) {
    const unwrapModule = ofModule(`./${UNWRAP}.js`).specifier();
    return {
      member: code`unwrap: async (secret) => (await import(${unwrapModule})).createUnwrap(secret)`,
    };
  }
  // Such a class opens deliveries synchronously, so that it cannot load the code first.
  const { create, constants } = printCreation(context, webhooks, WEBHOOKS.value("createOpener"));
  return { member: code`open: ${create}`, constants };
}

/** Emits the module that a class of typewire loads with its first delivery. */
export function emitUnwrap(context: EmitContext): readonly ModuleDraft[] {
  const { vendor, events } = context.model;
  const { webhooks, runtime, sdk } = vendor;
  if (webhooks === undefined || sdk.surface !== undefined || runtime === false) return [];
  const createUnwrap = WEBHOOKS.value("createUnwrap", "createUnwrapOf");
  const { create, constants } = printCreation(context, webhooks, createUnwrap);
  const unwrap = code`/** Creates the function that opens deliveries with a secret. */
${exported("const", "createUnwrap")}: (secret: string) => ${SDK.type("Unwrap")} = ${create};
`;
  const module = { blocks: [constants, unwrap] };
  return [{ path: `${UNWRAP}.ts`, sources: filesOf(vendor, ...events), module }];
}

const UNWRAP = "sdk-unwrap";

/** @param createOf The function of the runtime that is given the catalog and the parts of the webhook toolkit. */
function printCreation(
  context: EmitContext,
  webhooks: VendorWebhooks,
  createOf: Imported,
): Creation {
  const { model } = context;
  const values = listPayloadValues(context, model.vendor.sdk.surface === undefined);
  const deliveries = listDeliveryCode(model, webhooks, values);
  const parts = joinCode(["scheme", ...deliveries.parts.map(printPart)], ", ");
  const catalog = WEBHOOK_CATALOG.value("webhookCatalog");
  return {
    create: code`/* @__PURE__ */ ${createOf}(${catalog}, { ${parts} })`,
    constants: printConstants(deliveries),
  };
}

// ---- Types

interface Opening {
  /** The member of the argument, such as `open: …`. */
  readonly member: Code;
  /** The constants that the member refers to, if there are any. */
  readonly constants?: Code;
}

interface Creation {
  /** The expression that creates the function, or the object, that opens deliveries. */
  readonly create: Code;
  /** The constants that the expression refers to. */
  readonly constants: Code;
}
