/** The interface of a resource: the signatures of its methods, and the resources below it. */
import { onlyStreams } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { printObjectForms } from "../calls/print-calls.js";
import { printChoices } from "../calls/stream-choices.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, importsOf, type References } from "../names/references.js";
import { code, codeOf, exported, joinCode, ofModule } from "../print/module.js";
import { toDocComment } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";
import type { Method, Resource } from "../resources/resources.js";
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

  // ---- Signatures: one, or overloads for options alone and for a route that streams if it is asked to

  /** Lists the signatures of a method. A compiler explains errors by the last one, so it is the most general. */
  #listSignatures(method: Method): readonly Signature[] {
    const { parameter, isOptional, takesOptions, item, stream, result } = method;
    const { call, listCall, stream: streamType, methodOptions, streamOptions } = this.#runtimeTypes;
    const { surface } = parameter;
    const data = onlyStreams(method.route) ? code`` : this.#references.nameOf(result);
    const resolved =
      item === undefined
        ? code`${call}<${data}>`
        : code`${listCall}<${data}, ${this.#references.nameOf(item)}>`;
    const optionsAlone = { isOptional, options: methodOptions, result: resolved };
    const withObject = { ...optionsAlone, object: this.#printObject(method) };
    if (stream === undefined) return [...(takesOptions ? [optionsAlone] : []), withObject];
    const items = code`${streamType}<${this.#references.nameOf(stream.item)}>`;
    const streamed = surface ? code`${call}<${items}>` : items;
    if (stream.when === undefined)
      return [{ ...withObject, options: streamOptions, result: streamed }];
    if (!isOverloaded(method)) return [withObject];
    const { asking, notAsking } = printChoices(parameter, stream.when, this.#refer);
    const dataOrItems =
      surface && item === undefined
        ? code`${call}<${data} | ${items}>`
        : code`${resolved} | ${streamed}`;
    return [
      ...(notAsking === undefined
        ? []
        : [{ ...withObject, object: code`${notAsking}${orNull(method)}` }]),
      { object: asking, isOptional: false, options: streamOptions, result: streamed },
      { ...withObject, result: dataOrItems },
    ];
  }

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

/** SDKs of Stainless take `null` for an object without required keys. */
function orNull({ parameter, isOptional }: Method): string {
  return parameter.surface && isOptional ? " | null" : "";
}

/** Parts in which the signatures of one method differ. */
interface Signature {
  /** The type of the object of parameters. Absent if options stand in its place. */
  readonly object?: Code;
  readonly isOptional: boolean;
  readonly options: Imported;
  readonly result: Code;
}
