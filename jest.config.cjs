const fs = require('node:fs');
const path = require('node:path');
const { timeoutMs } = require('./tools/lib/specs-in-turn.cjs');

const root = __dirname;
const swcrc = JSON.parse(fs.readFileSync(path.join(root, '.swcrc'), 'utf8'));
/**
 * `lazy`: a package is loaded at its first use. A spec uses few of the packages that the libraries behind it import; loading all
 * of them takes most of a second. Integration tests load them before they begin: a first call of the code under test would
 * otherwise load its client within its timeout.
 */
const typescript = ({ lazy }) => ['@swc/jest', { ...swcrc, swcrc: false, module: { ...swcrc.module, lazy } }];

// Nest 12 and others are ESM only, and jest on Node 20 cannot require ESM: those packages alone become CommonJS (cached).
const modules = path.join(root, 'node_modules');
const packages = fs
  .readdirSync(modules)
  .filter((name) => !name.startsWith('.'))
  .flatMap((name) =>
    name.startsWith('@') ? fs.readdirSync(path.join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
const isEsm = (name) => {
  const manifest = path.join(modules, name, 'package.json');
  return fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).type === 'module';
};
const esmOnly = packages.filter(isEsm).join('|');
const esmToCommonJs = [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: false,
    jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
    module: { type: 'commonjs', importInterop: 'swc', ignoreDynamic: false },
  },
];

const project = (displayName, testMatch, { lazy = false } = {}) => ({
  displayName,
  // One id for all projects: what one has transformed is there for the others that transform it alike.
  id: 'payorch',
  rootDir: root,
  // Without the packages, which are ten times as many files.
  roots: ['apps', 'libs', 'tools'].map((name) => path.join(root, name)),
  testEnvironment: '<rootDir>/tools/lib/test-environment.cjs',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  testMatch,
  transform: {
    '/browser/(?:main|collect|payout|notice)\\.ts$': '<rootDir>/tools/lib/browser-script.cjs',
    '/tools/lib/doc-pages\\.cjs$': '<rootDir>/tools/lib/doc-pages.cjs',
    '/tools/lib/reference-document\\.cjs$': '<rootDir>/tools/lib/reference-document.cjs',
    '\\.ts$': typescript({ lazy }),
    [`node_modules/(${esmOnly})/.+\\.m?js$`]: esmToCommonJs,
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
  moduleNameMapper: {
    '^(\\..*)\\?script$': '$1',
    '/docs\\?pages$': '<rootDir>/tools/lib/doc-pages.cjs',
    '/openapi\\.json\\?reference$': '<rootDir>/tools/lib/reference-document.cjs',
    '^@payorch/checkout-page/style$': '<rootDir>/libs/checkout-page/src/style/index.ts',
    '^@payorch/connector-kit/conformance$': '<rootDir>/libs/connector-kit/src/conformance/index.ts',
    '^@payorch/connectors/catalogue$': '<rootDir>/libs/connectors/src/catalogue.ts',
    '^@payorch/connectors/webhook-readers$': '<rootDir>/libs/connectors/src/generated/webhook-readers.ts',
    '^@payorch/rest/reference$': '<rootDir>/libs/rest/src/reference.ts',
    '^@payorch/platform/([^/]+)$': '<rootDir>/libs/platform/$1/index.ts',
    '^@payorch/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  cacheDirectory: path.join(modules, '.cache/jest'),
});

/**
 * unit: no I/O. integration: real Postgres, Kafka, Redis (see libs/harness). journeys: all built apps as child processes, in
 * e2e/shared one system for all specs, elsewhere one for each, which may import several journeys. faults: full-length runs, by
 * `npm run faults` alone.
 */
module.exports = {
  testTimeout: timeoutMs,
  projects: [
    project('unit', ['<rootDir>/{apps,libs,tools}/**/*.spec.ts', '!**/*.int.spec.ts', '!**/e2e/**'], { lazy: true }),
    project('integration', ['<rootDir>/{apps,libs,tools}/**/*.int.spec.ts']),
    project('journeys', ['<rootDir>/libs/harness/e2e/**/*.spec.ts', '!**/e2e/shared/**'], { lazy: true }),
    project('shared-journeys', ['<rootDir>/libs/harness/e2e/shared/**/*.spec.ts'], { lazy: true }),
    project('faults', ['<rootDir>/tools/faults/*.fault.ts']),
  ],
};
