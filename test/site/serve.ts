/** A folder of files over HTTP, as static hosts serve it: compressed, with `index.html` for a folder. */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

export function serveFolder(folder: string): RequestListener {
  return ({ url = "/" }, response) => {
    const path = join(folder, normalize(decodeURI(new URL(url, "http://site").pathname)));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
    if (!resolve(file).startsWith(resolve(folder)) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-encoding": "gzip",
    });
    response.end(gzipSync(readFileSync(file)));
  };
}
