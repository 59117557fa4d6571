// Scripts for browsers: `import text from './browser/main?script'` is the text of main.ts with all that it imports, as one file
// that a page can load. The same for the build of an app (bundle.mjs) and for Jest (jest.config.cjs, `process` and `getCacheKey`).
const { createHash } = require('node:crypto');
const path = require('node:path');

const settings = (entry) => ({
  entryPoints: [entry],
  bundle: true,
  write: false,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  charset: 'utf8',
  logLevel: 'silent',
  // Not the workspace's: its options are Node's, and the script has no decorators.
  tsconfigRaw: '{}',
});

function scriptText(entry) {
  return require('esbuild').buildSync(settings(entry)).outputFiles[0].text;
}

const asModule = (text) => `module.exports = { __esModule: true, default: ${JSON.stringify(text)} };`;

module.exports = {
  /** esbuild plugin. */
  browserScripts: {
    name: 'browser-scripts',
    setup(build) {
      build.onResolve({ filter: /\?script$/ }, ({ path: specifier, resolveDir }) => ({
        path: path.resolve(resolveDir, specifier.replace(/\?script$/, '.ts')),
        namespace: 'script',
      }));
      build.onLoad({ filter: /.*/, namespace: 'script' }, ({ path: entry }) => ({
        contents: scriptText(entry),
        loader: 'text',
      }));
    },
  },
  process: (_source, file) => ({ code: asModule(scriptText(file)) }),
  // The bundle changes with every imported file, so its content is its own key.
  getCacheKey: (_source, file) => createHash('sha256').update(scriptText(file)).digest('hex'),
};
