import type { Step } from "./corrections.js";

/** Reads `labels[].name`, where `[]` is any item of a list and `{}` any further property. */
export function parsePropertyPath(text: string): readonly Step[] {
  const steps = text.matchAll(/\[\]|\{\}|[^.[\]{}]+/g);
  return [...steps].map(([step]): Step => {
    if (step === "[]") return "items";
    return step === "{}" ? "others" : { property: step };
  });
}

/** The text that {@link parsePropertyPath} reads. */
export function formatPropertyPath(path: readonly Step[]): string {
  return path.reduce<string>((text, step) => {
    if (step === "items") return `${text}[]`;
    if (step === "others") return `${text}{}`;
    return text === "" ? step.property : `${text}.${step.property}`;
  }, "");
}

/** A path whose property names the text form cannot hold has no text. */
export function isWritable(path: readonly Step[]): boolean {
  return path.every((step) => typeof step === "string" || /^[^.[\]{}]+$/.test(step.property));
}
