/** The measure itself: it must refuse code whose cost grows with the square of the length, and no other. */
import { describe, expect, it } from "vitest";
import { MAX_COST, measureCost, SIZE } from "./growth.js";
import { isWhole } from "./sample.js";

const expressions = "{a}".repeat(SIZE / 3);

/** Takes seconds where `SIZE` would take minutes. What is refused here is refused there all the more. */
const LESS = SIZE / 4;

const quadratic: readonly Case[] = [
  ["a pattern that backtracks", `${" ".repeat(LESS)}x`, (text) => text.replace(/\s+$/, "")],
  ["a pattern that starts anew at each brace", "{".repeat(LESS), (text) => /\{[^}]*\}/.exec(text)],
  [
    "a scan of the rest for each expression",
    expressions.slice(0, LESS),
    (text) => {
      let count = 0;
      // The pattern begins like each expression, so that engines cannot search for its first character alone.
      for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1))
        if (/\}\{a\}x/.test(text.slice(at + 1))) count++;
      return count;
    },
  ],
  [
    "a text that is joined again for each expression",
    expressions,
    (text) => {
      let rest = text;
      for (let at = 0; (at = rest.indexOf("{", at)) >= 0; at++)
        rest = `${rest.slice(0, at)}1${rest.slice(at + 3)}`;
      return rest;
    },
  ],
  [
    "a list that is searched for each character",
    "x".repeat(LESS),
    (text) => {
      const seen: number[] = [];
      for (let index = 0; index < text.length; index++) if (!seen.includes(index)) seen.push(index);
      return seen;
    },
  ],
];

const linear: readonly Case[] = [
  ["the expansion of a template", expressions, (text) => text.replace(/\{(\w+)\}/g, expand)],
  [
    "the expansion of a template, part by part",
    expressions,
    (text) => {
      const parts: object[] = [];
      for (let at = 0; at < text.length;) {
        const end = text.indexOf("}", at);
        parts.push({ name: text.slice(at + 1, end), operator: text.charAt(at), rules: [] });
        at = end + 1;
      }
      return parts.map((part) => encodeURIComponent(JSON.stringify(part))).join("");
    },
  ],
  ["an encoder", "é".repeat(SIZE), (text) => encodeURIComponent(text)],
  [
    "an encoder of each character",
    "é/".repeat(SIZE / 2),
    (text) => Array.from(text, (character) => encodeURIComponent(character)).join(""),
  ],
  ["a pattern without backtracking", `${" ".repeat(SIZE)}x`, (text) => text.match(/\s/g)],
  ["a set that is searched for each character", "x".repeat(SIZE), (text) => new Set(toKeys(text))],
];

describe("the measure of cost", () => {
  // Each of them takes seconds, as it must, so that `npm test` takes the first two.
  it.each(isWhole ? quadratic : quadratic.slice(0, 2))("refuses %s", (_title, text, call) => {
    expect(measureCost(text, call)).toBeGreaterThan(MAX_COST);
  });

  it.each(linear)("accepts %s", (_title, text, call) => {
    expect(measureCost(text, call)).toBeLessThanOrEqual(MAX_COST);
  });
});

function expand(_expression: string, name: string): string {
  return encodeURIComponent(`${name}/é`);
}

function toKeys(text: string): string[] {
  return Array.from(text, (character, index) => `${character}${index}`);
}

type Case = readonly [title: string, text: string, call: (text: string) => unknown];
