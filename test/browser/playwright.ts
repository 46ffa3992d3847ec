/**
 * The part of Playwright that tests use, as its documentation describes it. It has no other types here, because
 * this folder installs it when a test in a browser first runs.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../scripts/install.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));

export function loadPlaywright(): Playwright {
  return createRequire(join(installPackages(HERE), "_"))("playwright-core") as Playwright;
}

/** Path of the script that judges how accessible a page is. */
export function findAxe(): string {
  return join(installPackages(HERE), "axe-core/axe.min.js");
}

interface Playwright {
  readonly chromium: {
    launch(options: {
      readonly executablePath: string;
      readonly args: readonly string[];
      readonly timeout: number;
    }): Promise<Browser>;
  };
}

export interface Browser {
  newPage(options?: PageOptions): Promise<Page>;
  contexts(): readonly BrowserContext[];
  close(): Promise<void>;
}

export interface PageOptions {
  readonly acceptDownloads?: boolean;
  readonly colorScheme?: "light" | "dark";
  readonly deviceScaleFactor?: number;
  readonly httpCredentials?: { readonly username: string; readonly password: string };
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface BrowserContext {
  grantPermissions(
    permissions: readonly string[],
    options?: { readonly origin: string },
  ): Promise<void>;
  setDefaultTimeout(milliseconds: number): void;
  setOffline(isOffline: boolean): Promise<void>;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** What finds elements of a page, or of a part of it. */
interface Finding {
  locator(selector: string, options?: TextOptions): Locator;
  getByLabel(text: string | RegExp, options?: ExactOption): Locator;
  getByRole(role: string, options?: ExactOption & { readonly name?: string | RegExp }): Locator;
  getByText(text: string | RegExp, options?: ExactOption): Locator;
}

interface ExactOption {
  readonly exact?: boolean;
}

interface TextOptions {
  readonly has?: Locator;
  readonly hasText?: string | RegExp;
}

export interface Page extends Finding {
  readonly clock: {
    install(options?: { readonly time?: number | string | Date }): Promise<void>;
    fastForward(ticks: number | string): Promise<void>;
    setFixedTime(time: number | string | Date): Promise<void>;
  };
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  readonly mouse: {
    move(x: number, y: number, options?: { readonly steps: number }): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  addScriptTag(options: { readonly path: string }): Promise<unknown>;
  click(selector: string): Promise<void>;
  close(): Promise<void>;
  content(): Promise<string>;
  context(): BrowserContext;
  evaluate<Result, Input>(call: (input: Input) => Result, input: Input): Promise<Awaited<Result>>;
  evaluate<Result>(call: string | (() => Result)): Promise<Awaited<Result>>;
  goBack(): Promise<unknown>;
  goForward(): Promise<unknown>;
  goto(url: string, options?: { readonly waitUntil?: "load" | "networkidle" }): Promise<unknown>;
  innerText(selector: string): Promise<string>;
  on(event: "console", listener: (message: ConsoleMessage) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "request", listener: (request: SentRequest) => void): void;
  reload(): Promise<unknown>;
  route(
    url: string | RegExp | ((url: URL) => boolean),
    handler: (route: Route) => unknown,
    options?: { readonly times: number },
  ): Promise<unknown>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  url(): string;
  waitForEvent(event: "popup"): Promise<Page>;
  waitForEvent(event: "download"): Promise<Download>;
  waitForTimeout(milliseconds: number): Promise<void>;
}

interface ConsoleMessage {
  type(): string;
  text(): string;
}

interface SentRequest {
  url(): string;
  method(): string;
}

interface Download {
  path(): Promise<string>;
  suggestedFilename(): string;
}

interface Route {
  request(): SentRequest;
  abort(): Promise<void>;
  continue(): Promise<void>;
  fulfill(response: {
    readonly body?: string | Buffer;
    readonly contentType?: string;
    readonly path?: string;
    readonly status?: number;
  }): Promise<void>;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Locator extends Finding {
  all(): Promise<readonly Locator[]>;
  boundingBox(): Promise<Box | null>;
  allInnerTexts(): Promise<string[]>;
  allTextContents(): Promise<string[]>;
  click(options?: {
    readonly modifiers?: readonly ("Alt" | "Control" | "Meta" | "Shift")[];
  }): Promise<void>;
  count(): Promise<number>;
  evaluate<Result>(call: (element: HTMLElement) => Result): Promise<Awaited<Result>>;
  evaluateAll<Result>(call: (elements: HTMLElement[]) => Result): Promise<Awaited<Result>>;
  fill(value: string): Promise<void>;
  filter(options: TextOptions): Locator;
  first(): Locator;
  focus(): Promise<void>;
  getAttribute(name: string): Promise<string | null>;
  hover(): Promise<void>;
  innerText(): Promise<string>;
  inputValue(): Promise<string>;
  isVisible(): Promise<boolean>;
  last(): Locator;
  nth(index: number): Locator;
  press(key: string): Promise<void>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string | null>;
  waitFor(options?: {
    readonly state?: "attached" | "detached" | "visible" | "hidden";
  }): Promise<void>;
}
