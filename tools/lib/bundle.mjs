import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

/** Our own packages, as tsconfig.base.json names them. */
function workspaceAliases() {
  const { paths } = JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')).compilerOptions;
  const targets = Object.entries(paths).map(([alias, [target]]) => [alias, path.join(root, target)]);
  return (specifier) => {
    for (const [alias, target] of targets) {
      if (alias === specifier) return target;
      const stem = alias.endsWith('*') ? alias.slice(0, -1) : undefined;
      if (stem && specifier.startsWith(stem)) return target.replace('*', specifier.slice(stem.length));
    }
    return undefined;
  };
}

/** Read from their folder at run time: they are files to serve, not modules. */
const served = /^swagger-ui-dist/;

/**
 * Packages come along where a program starts alone: one file loads in a third of the time that a thousand take. Elsewhere they
 * stay in node_modules. What a package would use if it were there (Nest's other transports) stays a `require` that fails.
 */
const workspace = (withPackages) => ({
  name: 'workspace',
  setup(build) {
    const resolve = workspaceAliases();
    const asked = Symbol('asked');
    build.onResolve({ filter: /./ }, async ({ path: specifier, kind, pluginData, ...from }) => {
      if (kind === 'entry-point' || pluginData === asked) return undefined;
      const target = resolve(specifier);
      if (target) return { path: target };
      if (served.test(specifier)) return { path: specifier, external: true };
      const isPackage = /^[^./]/.test(specifier);
      if (isPackage && !withPackages) return { path: specifier, external: true };
      if (kind === 'import-statement') return undefined;
      const found = await build.resolve(specifier, { kind, pluginData: asked, ...from });
      return found.errors.length > 0 ? { path: specifier, external: true } : found;
    });
  },
});

/** esbuild knows no decorator metadata, which Nest and TypeORM live by: swc makes it, file by file. */
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
 * TypeScript entries, each to one file; what they share is read once. Names are not "kept" by wrapping every function, as
 * esbuild offers: that costs time on every closure, and swc keeps the class names that matter.
 */
async function bundleAll(entries, { format, withPackages = false }) {
  const [{ build }, { default: swc }] = await Promise.all([import('esbuild'), import('@swc/core')]);
  const settings = JSON.parse(readFileSync(path.join(root, '.swcrc'), 'utf8'));
  const { outputFiles } = await build({
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
    // A package that asks for its own address (it would load more from there) is told that of the bundle.
    ...(format === 'cjs' && {
      define: { 'import.meta.url': 'bundleUrl' },
      banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    }),
    logLevel: 'silent',
    write: false,
    plugins: [workspace(withPackages), decorators(swc, settings)],
  });
  await Promise.all(outputFiles.map(({ path: file, contents }) => replaceFile(file, contents)));
}

export const bundle = ({ entry, outfile, format }) => bundleAll([{ entry, outfile }], { format });

/** Programs that start alone, with all that they need. */
export const bundlePrograms = (entries) => bundleAll(entries, { format: 'cjs', withPackages: true });

/** Another process may be starting from this file: it finds the old one or the new one, never half of one. */
async function replaceFile(file, contents) {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, contents);
  await rename(fresh, file);
}

let typed;

/** The typed part of these tools (typed.ts, shared with the test harness), compiled once a process. */
export function loadTyped() {
  typed ??= (async () => {
    const outfile = path.join(root, `dist/tools/typed.${process.pid}.mjs`);
    await bundle({ entry: 'tools/lib/typed.ts', outfile, format: 'esm' });
    try {
      return await import(pathToFileURL(outfile).href);
    } finally {
      await Promise.all([rm(outfile, { force: true }), rm(`${outfile}.map`, { force: true })]);
    }
  })();
  return typed;
}
