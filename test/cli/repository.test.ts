/** Addresses of repositories, as git and npm have them, in the manifest of a package. */
import { describe, expect, it } from "vitest";
import { describeRepository, readRepositoryPage } from "../../cli/package/repository.js";

const GITHUB = "git+https://github.com/acme/sdk.git";

describe("an address", () => {
  it.each<[address: string, url: string | undefined, page: string | undefined]>([
    ["https://github.com/acme/sdk", GITHUB, "https://github.com/acme/sdk"],
    ["https://github.com/acme/sdk/", GITHUB, "https://github.com/acme/sdk"],
    ["https://github.com/acme/sdk.git", GITHUB, "https://github.com/acme/sdk"],
    ["git+https://github.com/acme/sdk.git", GITHUB, "https://github.com/acme/sdk"],
    ["git@github.com:acme/sdk.git", GITHUB, "https://github.com/acme/sdk"],
    ["ssh://git@github.com/acme/sdk.git", GITHUB, "https://github.com/acme/sdk"],
    ["git://github.com/acme/sdk.git", GITHUB, "https://github.com/acme/sdk"],
    ["github:acme/sdk", GITHUB, "https://github.com/acme/sdk"],
    ["https://me:key@github.com/acme/sdk.git", GITHUB, "https://github.com/acme/sdk"],
    ["gitlab:a/b/sdk", "git+https://gitlab.com/a/b/sdk.git", "https://gitlab.com/a/b/sdk"],
    ["https://me:key@git.example/x.git", "https://git.example/x.git", "https://git.example/x"],
    [
      "https://git.example:8443/x.git",
      "https://git.example:8443/x.git",
      "https://git.example:8443/x",
    ],
    ["git@git.example:a/x.git", "git+ssh://git@git.example/a/x.git", undefined],
    ["ssh://git@git.example:22/a/x.git", "ssh://git@git.example:22/a/x.git", undefined],
    ["git@work:acme/sdk.git", undefined, undefined],
    ["/srv/git/sdk.git", undefined, undefined],
    ["../sdk.git", undefined, undefined],
    ["C:\\git\\sdk.git", undefined, undefined],
    ["file:///srv/git/sdk.git", undefined, undefined],
    ["", undefined, undefined],
  ])("%s", (address, url, page) => {
    const keys = describeRepository(address);
    expect((keys.repository as { readonly url: string } | undefined)?.url).toBe(url);
    expect(readRepositoryPage({ repository: address })).toBe(page);
    expect(readRepositoryPage({ ...keys })).toBe(page);
  });

  it("may be short for one of GitHub in a manifest", () => {
    expect(readRepositoryPage({ repository: "acme/sdk" })).toBe("https://github.com/acme/sdk");
  });

  it("of a host that is not known says nothing about issues", () => {
    expect(Object.keys(describeRepository("https://git.example/x.git"))).toEqual(["repository"]);
  });
});
