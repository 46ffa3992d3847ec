/** Facts and steps that several workflows have. */

/** Actions by the commits of their releases, which nobody can move as they can a tag. */
export const ACTIONS = {
  checkout: "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1",
  node: "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0",
  upload: "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0",
  download: "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1",
} as const;

/** Steps of every job that runs the package. No job needs the credential that a checkout can leave behind. */
export function printSetUp(version: string): string {
  return `      - uses: ${ACTIONS.checkout}
        with:
          persist-credentials: false
      - uses: ${ACTIONS.node}
        with:
          node-version: ${version}
          package-manager-cache: false`;
}

/** Facts of a repository. */
export interface RepositoryFacts {
  readonly packageName: string;
  /** The branch that is released. */
  readonly branch: string;
  /** False for a package that was not made from a description. */
  readonly hasDescription: boolean;
}
