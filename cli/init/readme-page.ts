/** What the sections of the README of a made package share. */
import type { SchemaModel } from "../../codegen/model/model.js";
import type { Examples } from "./examples.js";

/** What the pages of a made package are written from. */
export interface PageFacts {
  readonly packageName: string;
  readonly model: SchemaModel;
  readonly examples: Examples;
  /** Whether the client has a module, such as `testing`. */
  readonly has: (module: string) => boolean;
}

export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}

/** The guides of the project, which explain what all clients have in common. */
export const GUIDES = "https://github.com/typewire/typewire/blob/main/docs";
