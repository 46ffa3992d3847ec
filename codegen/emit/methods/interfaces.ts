/** The interface of a resource: the signatures of its methods, and the resources below it. */
import { nameOf } from "../../model/names.js";
import { printObjectForms } from "../calls/print-calls.js";
import { printChoices, type StreamCondition } from "../calls/stream-choices.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, importsOf, type References } from "../names/references.js";
import { code, codeOf, exported, joinCode, ofModule } from "../print/module.js";
import { toDocComment } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";
import type { Method } from "../resources/resource-methods.js";
import type { Resource } from "../resources/resources.js";
import { describeMethod } from "./comments.js";
import type { RuntimeTypes } from "./runtime-types.js";

/** Prints the interfaces of one module. */
export class InterfacePrinter {
  readonly #context: EmitContext;
  readonly #runtimeTypes: RuntimeTypes;
  readonly #references: References;
  readonly #up: string;
  /** Refers to a type of parameters. */
  readonly #refer = (name: string): Code => this.#references.memberOf("routes", name);

  /** @param up The path from the module to the generated files. */
  constructor(context: EmitContext, runtimeTypes: RuntimeTypes, up: string) {
    this.#context = context;
    this.#runtimeTypes = runtimeTypes;
    this.#references = createReferences(context, up);
    this.#up = up;
  }

  print({ path, file, typeName, methods, children }: Resource): Code {
    const folder = file.replace(/[^/]*$/, "");
    const title = path === "" ? "All methods, by resource." : `Methods of \`${path}\`.`;
    const nested = children.map((child) => {
      const type = ofModule(`./${child.file.slice(folder.length)}.js`).type(child.typeName);
      return code`readonly ${child.name}: ${type};`;
    });
    const members = [
      ...(nested.length > 0 ? [joinCode(nested, "\n")] : []),
      ...methods.map((method) => this.#printMethod(method)),
    ];
    const body = members.length === 0 ? code`` : code`\n${joinCode(members, "\n\n")}\n`;
    return code`/** ${title} */\n${exported("interface", typeName)} {${body}}`;
  }

  #printMethod(method: Method): Code {
    const comment = toDocComment(describeMethod(method));
    const signatures = this.#listSignatures(method).map((signature) =>
      this.#printSignature(method, signature),
    );
    // Editors show the comment of the overload that a call has.
    return joinCode(
      signatures.map((signature) => code`${comment}\n${signature}`),
      "\n",
    );
  }

  // ---- Signatures

  /** Lists the signatures of a method: several if options can stand alone, or if it streams when it is asked to. */
  #listSignatures(method: Method): readonly Signature[] {
    const { stream, takesOptions } = method;
    if (stream === undefined) {
      const signature = this.#createSignature(method);
      return takesOptions ? [withoutObject(signature), signature] : [signature];
    }
    if (stream.when === undefined) return [this.#createStreaming(method, stream.item)];
    return isOverloaded(method)
      ? this.#listOverloads(method, stream.item, stream.when)
      : [this.#createSignature(method)];
  }

  /** The signature of a method that resolves to its data. */
  #createSignature(method: Method): FullSignature {
    return {
      object: this.#printObject(method),
      isOptional: method.isOptional,
      options: this.#runtimeTypes.methodOptions,
      result: this.#printResult(method),
    };
  }

  /** The signature of a method that always streams. */
  #createStreaming(method: Method, item: string): FullSignature {
    return {
      object: this.#printObject(method),
      isOptional: method.isOptional,
      options: this.#runtimeTypes.streamOptions,
      result: this.#printStreamed(method, item),
    };
  }

  /**
   * The overloads of a method that streams if it is asked to: for parameters that do not ask, for those that ask, and
   * for any. A compiler explains errors by the last one, so it is the most general.
   */
  #listOverloads(method: Method, item: string, when: StreamCondition): readonly Signature[] {
    const { asking, notAsking } = printChoices(method.parameter, when, this.#refer);
    const whole = this.#createSignature(method);
    const streaming = { ...this.#createStreaming(method, item), object: asking, isOptional: false };
    const either = { ...whole, result: this.#printEitherResult(method, item) };
    if (notAsking === undefined) return [streaming, either];
    const plain = { ...whole, object: code`${notAsking}${orNull(method)}` };
    return [plain, streaming, either];
  }

  // ---- Results

  /** The call of a method that resolves to its data; that of a list has pages. */
  #printResult({ result, item }: Method): Code {
    const { call, listCall } = this.#runtimeTypes;
    const data = this.#references.nameOf(result);
    return item === undefined
      ? code`${call}<${data}>`
      : code`${listCall}<${data}, ${this.#references.nameOf(item)}>`;
  }

  /** The stream of items; in a class with the surface of Stainless, a call that resolves to it. */
  #printStreamed({ parameter }: Method, item: string): Code {
    const items = this.#printItems(item);
    return parameter.surface ? code`${this.#runtimeTypes.call}<${items}>` : items;
  }

  #printItems(item: string): Code {
    return code`${this.#runtimeTypes.stream}<${this.#references.nameOf(item)}>`;
  }

  /** The result for parameters that may ask for a stream: one call of both, if calls do not differ. */
  #printEitherResult(method: Method, item: string): Code {
    const { parameter, result, item: itemOfList } = method;
    return parameter.surface && itemOfList === undefined
      ? code`${this.#runtimeTypes.call}<${this.#references.nameOf(result)} | ${this.#printItems(item)}>`
      : code`${this.#printResult(method)} | ${this.#printStreamed(method, item)}`;
  }

  // ---- Parameters

  /** The type of the object of parameters. */
  #printObject(method: Method): Code {
    const { surface, forms } = method.parameter;
    return surface
      ? code`${this.#refer(surface.name)}${orNull(method)}`
      : printObjectForms(forms, this.#refer);
  }

  #printSignature(
    { name, parameter, positional, isBare }: Method,
    { object, isOptional, options, result }: Signature,
  ): Code {
    const positionalParameters = parameter.positional.map((each, index) => {
      const { text, names } = nameOf(this.#context.types, each.name);
      const imports = importsOf(names, this.#context, undefined, this.#up);
      return codeOf(`${positional[index] ?? ""}: ${text}`, imports);
    });
    const mark = isOptional ? "?" : "";
    const argument = parameter.surface ? "params" : "parameters";
    const hasObject = !isBare && object !== undefined;
    const argumentList = joinCode(
      [
        ...positionalParameters,
        ...(hasObject ? [code`${argument}${mark}: ${object}`] : []),
        code`options?: ${options}`,
      ],
      ", ",
    );
    // Without quotes, `new` would be the signature of a constructor.
    return code`${name === "new" ? '"new"' : name}(${argumentList}): ${result};`;
  }
}

/** Tells whether a method streams if its parameters ask for it. */
export function isOverloaded({ stream, isBare }: Method): boolean {
  return stream?.when !== undefined && !isBare;
}

/** The signature in which options stand in the place of the object. */
function withoutObject({ object: _object, ...optionsAlone }: FullSignature): Signature {
  return optionsAlone;
}

/** SDKs of Stainless take `null` for an object without required keys. */
function orNull({ parameter, isOptional }: Method): string {
  return parameter.surface && isOptional ? " | null" : "";
}

// ---- Types

/** Parts in which the signatures of one method differ. */
interface Signature {
  /** The type of the object of parameters. Absent if options stand in its place. */
  readonly object?: Code;
  readonly isOptional: boolean;
  readonly options: Imported;
  readonly result: Code;
}

interface FullSignature extends Signature {
  readonly object: Code;
}
