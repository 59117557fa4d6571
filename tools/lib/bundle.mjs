import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import browserScript from './browser-script.cjs';
import docPages from './doc-pages.cjs';
import { root } from './paths.mjs';
import reference from './reference-document.cjs';

/** Resolves the workspace packages of tsconfig.base.json; of two patterns the longer one counts, as for the compiler. */
function workspaceAliases() {
  const { paths } = JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')).compilerOptions;
  const targets = Object.entries(paths)
    .map(([alias, [target]]) => [alias, path.join(root, target)])
    .sort(([one], [other]) => other.length - one.length);
  return (specifier) => {
    for (const [alias, target] of targets) {
      if (alias === specifier) return target;
      const stem = alias.endsWith('*') ? alias.slice(0, -1) : undefined;
      if (stem && specifier.startsWith(stem)) return target.replace('*', specifier.slice(stem.length));
    }
    return undefined;
  };
}

/** Packages that are read from their folder at run time: files to serve, not modules. */
const served = /^@scalar\/fastify-api-reference/;

/**
 * A stand-alone program includes its packages: one file loads in a third of the time of a thousand files. Otherwise packages stay
 * in node_modules. Optional dependencies that are not installed (Nest's other transports) stay a `require` that fails.
 */
const workspace = (withPackages) => ({
  name: 'workspace',
  setup(build) {
    const resolve = workspaceAliases();
    const resolving = Symbol('resolving');
    // Not for relative imports, which are most of them: esbuild resolves those alone in half the time.
    build.onResolve({ filter: /^[^.]/ }, async ({ path: specifier, kind, pluginData, ...from }) => {
      if (kind === 'entry-point' || pluginData === resolving) return undefined;
      const target = resolve(specifier);
      if (target) return { path: target };
      if (served.test(specifier)) return { path: specifier, external: true };
      const isPackage = /^[^./]/.test(specifier);
      if (isPackage && !withPackages) return { path: specifier, external: true };
      if (kind === 'import-statement') return undefined;
      const found = await build.resolve(specifier, { kind, pluginData: resolving, ...from });
      return found.errors.length > 0 ? { path: specifier, external: true } : found;
    });
  },
});

const runtimeRequire =
  /import \{ createRequire \} from 'node:module';\s+const require = createRequire\(import\.meta\.url\);/;

/**
 * `@nestjs/typeorm` looks for what older versions of TypeORM export, by a `require` at run time: a program would load all of TypeORM
 * a second time, from node_modules, which is a tenth of the CPU time of its start. It looks in the TypeORM of the bundle instead.
 */
const oneTypeOrm = {
  name: 'one-typeorm',
  setup(build) {
    build.onLoad({ filter: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source.replace(
        runtimeRequire,
        "import * as typeorm from 'typeorm';\nconst require = () => typeorm;",
      );
      if (contents === source) throw new Error(`${file} has changed: does it load TypeORM at run time?`);
      return { contents, loader: 'js' };
    });
  },
};
/** A file beside the program, which loads it only when it needs it: no other program pays for what it imports. */
const lateModules = (late) => ({
  name: 'late-modules',
  setup(build) {
    for (const { importedAs, file } of late)
      build.onResolve({ filter: new RegExp(`^${importedAs.replaceAll('.', '\\.')}$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: file, external: true } : undefined,
      );
  },
});

/** esbuild emits no decorator metadata, which Nest and TypeORM require: swc compiles each file first. */
const decorators = (swc, settings) => ({
  name: 'decorators',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: filename }) => {
      const { code } = await swc.transform(await readFile(filename, 'utf8'), {
        filename,
        swcrc: false,
        sourceMaps: 'inline',
        jsc: settings.jsc,
        module: { type: 'es6' },
      });
      return { contents: code, loader: 'js', resolveDir: path.dirname(filename) };
    });
  },
});

/**
 * Bundles each TypeScript entry into one file; shared modules are read once. Returns the paths below the root of what it has read. esbuild's `keepNames` is off: it wraps every function,
 * which costs time on every closure, and swc preserves the class names.
 */
async function bundleAll(entries, { format, withPackages = false, late = [] }) {
  const [{ build }, { default: swc }] = await Promise.all([import('esbuild'), import('@swc/core')]);
  const settings = JSON.parse(readFileSync(path.join(root, '.swcrc'), 'utf8'));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(({ entry, outfile }) => ({ in: entry, out: outfile.replace(/\.[cm]?js$/, '') })),
    outdir: root,
    outExtension: { '.js': path.extname(entries[0].outfile) },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format,
    sourcemap: true,
    sourcesContent: false,
    // In a CommonJS bundle `import.meta.url` is the address of the bundle.
    ...(format === 'cjs' && {
      // `import()` becomes `require`: a program that runs from V8's code cache has no loader of modules (`code-cache.cjs`).
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'bundleUrl' },
      banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    }),
    logLevel: 'silent',
    write: false,
    metafile: true,
    plugins: [
      ...[browserScript.browserScripts, docPages.docPages, reference.referenceDocument],
      ...[lateModules(late), workspace(withPackages), oneTypeOrm, decorators(swc, settings)],
    ],
  });
  await Promise.all(outputFiles.map(({ path: file, contents }) => replaceFile(file, contents)));
  return Object.keys(metafile.inputs);
}

export const bundle = ({ entry, outfile, format }) => bundleAll([{ entry, outfile }], { format });

/** Bundles several modules of one format at once: a module that some of them share is compiled once. */
export const bundleModules = (entries, format) => bundleAll(entries, { format });

/** Bundles stand-alone programs with their packages. `late`: modules that are files of their own, by the name under which they are imported. */
export const bundlePrograms = (entries, late) => bundleAll(entries, { format: 'cjs', withPackages: true, late });

/** Replaces a file atomically: a process that starts from it meanwhile reads the old file or the new one. */
export async function replaceFile(file, contents) {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, contents);
  await rename(fresh, file);
}
