/**
 * Replaces `prettier` in the bundle of the command line: the same formatter, with only the languages that
 * are generated. The whole package has eleven megabytes.
 */
import type { Options } from "prettier";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import * as yaml from "prettier/plugins/yaml";
import { format as formatWith } from "prettier/standalone";

const PLUGINS = [babel, estree, markdown, yaml];

export function format(text: string, options: Options): Promise<string> {
  return formatWith(text, { ...options, plugins: PLUGINS });
}
