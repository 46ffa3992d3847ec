/** Output to a terminal or a pipe: colour, progress, and text in 80 columns. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shorten, showSeconds } from "../../scripts/start/generate.js";
import { createTerminal, truncate, wrap } from "../../cli/terminal/terminal.js";
import { printable } from "../../cli/terminal/visible-text.js";
import { createScreen } from "./screen.js";

const GREEN = "\u001b[32mok\u001b[39m";

describe("colour", () => {
  it.each([
    ["a terminal", true, {}, GREEN],
    ["a terminal with an empty NO_COLOR", true, { NO_COLOR: "" }, GREEN],
    ["a terminal with NO_COLOR", true, { NO_COLOR: "1" }, "ok"],
    ["a terminal with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, "ok"],
    ["a dumb terminal", true, { TERM: "dumb" }, "ok"],
    ["a pipe", false, {}, "ok"],
    ["a pipe with FORCE_COLOR", false, { FORCE_COLOR: "1" }, GREEN],
    ["a pipe with FORCE_COLOR and NO_COLOR", false, { FORCE_COLOR: "1", NO_COLOR: "1" }, GREEN],
  ])("on %s", (_, isTTY, environment, expected) => {
    const terminal = createTerminal(createScreen(isTTY), environment);
    expect(terminal.style("green", "ok")).toBe(expected);
  });
});

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([true, false])("says nothing of a step that is short (terminal: %s)", (isTTY) => {
    const screen = createScreen(isTTY);
    const end = showSeconds(createTerminal(screen, {}), "Working");
    vi.advanceTimersByTime(999);
    end();
    vi.advanceTimersByTime(5_000);
    expect(screen.written()).toBe("");
  });

  it("is one line on a terminal, which goes when the step ends", () => {
    const screen = createScreen(true);
    const terminal = createTerminal(screen, {});
    const end = showSeconds(terminal, "Working");
    for (let second = 1; second <= 12; second++) {
      vi.advanceTimersByTime(1_000);
      expect(screen.lines()).toEqual([`  Working: ${second} s so far`]);
    }
    end();
    terminal.line("Done.");
    expect(screen.lines()).toEqual(["Done."]);
    expect(screen.written()).not.toContain("\u001b");
  });

  it("gives way to a line that is written meanwhile", () => {
    const screen = createScreen(true);
    const terminal = createTerminal(screen, {});
    const end = showSeconds(terminal, "Working");
    vi.advanceTimersByTime(1_000);
    terminal.line("One.");
    vi.advanceTimersByTime(1_000);
    end();
    expect(screen.lines()).toEqual(["One.", ""]);
  });

  it("is a line now and then in a pipe", () => {
    const screen = createScreen(false);
    const end = showSeconds(createTerminal(screen, {}), "Working");
    vi.advanceTimersByTime(30_000);
    end();
    expect(screen.written()).toBe(
      "  Working: 1 s so far\n  Working: 5 s so far\n  Working: 25 s so far\n",
    );
  });
});

describe("text", () => {
  it("is wrapped between words", () => {
    expect(wrap("one two three four", 9)).toEqual(["one two", "three", "four"]);
    expect(wrap("one unbreakable two", 5)).toEqual(["one", "unbreakable", "two"]);
    expect(wrap("one two", 7)).toEqual(["one two"]);
  });

  it("is truncated with an ellipsis", () => {
    expect(truncate("exact", 5)).toBe("exact");
    expect(truncate("longer", 5)).toBe("long…");
  });

  it("steers no terminal", () => {
    expect(printable("a\u001b[31m\r\u009bb")).toBe("a�[31m��b");
  });

  it("of the generator is shortened to its first lines and its last", () => {
    const lines = ["1", "2", "3", "4", "5", "6", "7", "8"];
    expect(shorten(lines.slice(0, 6))).toEqual(lines.slice(0, 6));
    expect(shorten(lines)).toEqual(["1", "2", "3", "4", "… 3 more lines", "8"]);
  });
});
