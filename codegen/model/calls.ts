/**
 * The names of methods, and which of them can stand beside each other. `chats.participants.add` is the method `add` of
 * the resource `chats.participants`; a name without dots is a method of the class itself. With it, `chats.participants`
 * cannot be a method, nor `Chats` another resource.
 */

/** Matches the name of a method. `routes.schema.json` has the same pattern, and reports other texts. */
export const DOTTED_NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Names that every object has, and names that would make it a promise or change its JSON. */
const OBJECT_MEMBERS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "prototype",
  "then",
  "toJSON",
]);

/** The class's own members, with words that explain each in a complaint. No method can have their names. */
export const CLASS_MEMBERS: ReadonlyMap<string, string> = new Map([
  ["client", "the client below the class"],
  ["webhooks.unwrap", "which verifies deliveries"],
]);

/** Tests whether a property of this name would change the meaning of an object. */
export function isObjectMember(name: string): boolean {
  return OBJECT_MEMBERS.has(name);
}

/** The reason why a dotted name cannot be that of a method; `undefined` if it can. */
export function explainReserved(call: string): string | undefined {
  const parts = call.split(".");
  const part = parts.find(isObjectMember);
  if (part !== undefined) return `but \`${part}\` has a meaning for every object`;
  const member = [parts[0] ?? "", call].find((name) => CLASS_MEMBERS.has(name));
  return member === undefined
    ? undefined
    : `but the class itself has \`${member}\`, ${CLASS_MEMBERS.get(member) ?? ""}`;
}

/** The resources that a method is in, the outermost first: `chats` and `chats.participants`. */
export function resourcesOf(call: string): readonly string[] {
  const parts = call.split(".");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("."));
}

// ---- Names that are taken

/** Collects the names of an SDK. */
export function createCallNames(): CallNames {
  const methods = new Map<string, TakenCall>();
  const resources = new Map<string, TakenCall>();
  /** Resources in lowercase: their modules are files, whose case some systems ignore. */
  const folded = new Map<string, string>();
  return {
    findClash(call) {
      const same = methods.get(call);
      if (same) return { kind: "same", name: call, ...same };
      const inside = resources.get(call);
      if (inside) return { kind: "method-and-resource", name: call, ...inside };
      for (const name of resourcesOf(call)) {
        const method = methods.get(name);
        if (method) return { kind: "method-and-resource", name, ...method };
        const known = folded.get(name.toLowerCase()) ?? name;
        const other = resources.get(known);
        if (other && known !== name) return { kind: "case", name: known, ...other };
      }
      return undefined;
    },
    hasMethod: (call) => methods.has(call),
    findSpelling: (resource) => folded.get(resource.toLowerCase()),
    add(call, key) {
      if (!methods.has(call)) methods.set(call, { call, key });
      for (const name of resourcesOf(call)) {
        if (!resources.has(name)) resources.set(name, { call, key });
        if (!folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), name);
      }
    },
  };
}

// ---- Types

/** The reason why a name cannot be used beside another one. */
export interface CallClash {
  /** `same`: one name twice. `case`: names of resources that differ only in case. */
  readonly kind: "same" | "method-and-resource" | "case";
  /** The part that both names share: the method or the resource. */
  readonly name: string;
  /** The other name. */
  readonly call: string;
  /** The route with the other name. */
  readonly key: string;
}

/** The names of an SDK, each with its route. */
export interface CallNames {
  /** Finds a name that rules out this one. */
  findClash(call: string): CallClash | undefined;
  hasMethod(call: string): boolean;
  /** Finds a resource of this name, without regard to case. */
  findSpelling(resource: string): string | undefined;
  add(call: string, key: string): void;
}

/** A name that is taken, and the route that took it. */
interface TakenCall {
  readonly call: string;
  readonly key: string;
}
