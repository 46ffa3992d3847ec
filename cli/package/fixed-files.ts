/** Files of a made package whose text is the same for all packages. */
import { FOLDERS } from "../io/tool.js";

/**
 * Compiles the client with its tests, which import it by the name of the package, as users do. There are no
 * maps: a debugger steps through the code as it is, which keeps its lines, names and comments, and an editor
 * goes to declarations, which have all types and texts. Maps with the sources would double the package.
 */
export const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    "module": "nodenext",
    "moduleDetection": "force",
    "types": ["node"],
    "rootDir": ".",
    "outDir": "dist",
    "declaration": true,
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true
  },
  "include": ["src", "test"]
}
`;

export const GITIGNORE = `node_modules/
dist/
*.tgz
`;

/** Settings of editors: those of the formatter that the generated files have. */
export const EDITORCONFIG = `root = true

[*]
charset = utf-8
end_of_line = lf
indent_size = 2
indent_style = space
insert_final_newline = true
trim_trailing_whitespace = true
`;

/** Tells `attw --pack` that the package has ES modules alone, which `require()` loads in the Node that it needs. */
export const ATTW_SETTINGS = `{ "profile": "esm-only" }
`;

/** Lets code hosts fold generated files in a diff. */
export const GITATTRIBUTES = `${FOLDERS.out}/** linguist-generated
`;
