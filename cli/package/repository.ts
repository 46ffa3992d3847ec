/** Addresses of the version control of a package, as the manifest, the pages and the site have them. */
import { isMap, type JsonMap } from "../../codegen/model/json.js";

/**
 * Makes the keys of `package.json` that lead to a repository. An address is what git or npm takes: a URL,
 * `git@host:owner/name.git`, `github:owner/name`. Nothing follows from a path on this computer, which means nothing
 * to users of a package, and nothing about issues from a host that is not known.
 *
 * @param directory The folder of the package in the repository; empty if it is the repository.
 */
export function describeRepository(address: string, directory = ""): RepositoryKeys {
  const place = directory === "" ? {} : { directory };
  const parts = readAddress(address);
  if (parts === undefined) return {};
  const { host, path, url } = parts;
  const known = HOSTS.get(host);
  if (known === undefined) return { repository: { type: "git", url, ...place } };
  const page = `https://${host}/${path}`;
  const folder = directory === "" ? "" : `${known.folder}/${directory}`;
  return {
    homepage: `${page}${folder}#readme`,
    bugs: { url: page + known.issues },
    repository: { type: "git", url: `git+${page}.git`, ...place },
  };
}

/** Keys of `package.json`. */
export interface RepositoryKeys {
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
  readonly repository?: object;
}

/** Hosts whose addresses of issues and folders are known. */
const HOSTS: ReadonlyMap<string, { readonly issues: string; readonly folder: string }> = new Map([
  ["github.com", { issues: "/issues", folder: "/tree/HEAD" }],
  ["gitlab.com", { issues: "/-/issues", folder: "/-/tree/HEAD" }],
]);

/** The address of the repository's page on the web, of a manifest. npm has it as a text or an object. */
export function readRepositoryPage({ repository }: JsonMap): string | undefined {
  const address = isMap(repository) ? repository["url"] : repository;
  if (typeof address !== "string") return undefined;
  const isShort = /^\w[\w.-]*\/[\w.-]+$/.test(address);
  const parts = readAddress(isShort ? `github:${address}` : address);
  if (parts === undefined) return undefined;
  const { host, path, url } = parts;
  if (HOSTS.has(host)) return `https://${host}/${path}`;
  const page = url.replace(/^git\+/, "").replace(/\.git$/, "");
  return /^https?:/.test(page) ? page : undefined;
}

interface Address {
  readonly host: string;
  /** `owner/name`, without `.git`. */
  readonly path: string;
  /** The whole address as a URL, without credentials. */
  readonly url: string;
}

const SHORT = /^(github|gitlab):([\w.-]+(?:\/[\w.-]+)+)$/;
const URL_FORM = /^((?:git\+)?(?:https?|ssh|git):\/\/)([^/@\s]*@)?([^/:@\s]+)((?::\d+)?)\/(\S+)$/;
/** The form of `scp`. A host without a dot is a name that only one computer knows. */
const SCP = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):([^\s/]\S*)$/;

function readAddress(address: string): Address | undefined {
  const [, short, shortPath] = SHORT.exec(address) ?? [];
  if (short !== undefined && shortPath !== undefined)
    return toAddress(`${short}.com`, shortPath, `https://${short}.com/${shortPath}`);
  const [, scheme, user = "", host, port = "", path] = URL_FORM.exec(address) ?? [];
  if (scheme !== undefined && host !== undefined && path !== undefined) {
    const sender = scheme.includes("ssh") ? user : ""; // a password is no part of an SSH address
    return toAddress(host, path, `${scheme}${sender}${host}${port}/${path}`);
  }
  const [, scpHost, scpPath] = SCP.exec(address) ?? [];
  if (scpHost === undefined || scpPath === undefined) return undefined;
  return toAddress(scpHost, scpPath, `git+ssh://git@${scpHost}/${scpPath}`);
}

function toAddress(host: string, path: string, url: string): Address {
  return { host, path: path.replace(/\/$/, "").replace(/\.git$/, ""), url };
}
