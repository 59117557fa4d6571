// The document of the interface that the gateway serves: `import document from '../../../../api/openapi.json?reference'`, made when
// the app is built (reference-document.mjs). The same for the build (bundle.mjs) and for Jest (jest.config.cjs, `process` and
// `getCacheKey`).
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const path = require('node:path');

let printed;
/** Made by another process, since a transform of Jest cannot wait for the modules that make it. */
function documentText() {
  printed ??= execFileSync(process.execPath, [path.join(__dirname, '../reference.mjs')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return printed;
}

module.exports = {
  /** esbuild plugin. */
  referenceDocument: {
    name: 'reference-document',
    setup(build) {
      build.onResolve({ filter: /\/openapi\.json\?reference$/ }, () => ({ path: 'reference', namespace: 'reference' }));
      build.onLoad({ filter: /.*/, namespace: 'reference' }, () => ({ contents: documentText(), loader: 'json' }));
    },
  },
  process: () => ({ code: `module.exports = { __esModule: true, default: ${documentText()} };` }),
  getCacheKey: () => createHash('sha256').update(documentText()).digest('hex'),
};
