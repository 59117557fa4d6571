/**
 * Who may import whom. Nx tags say it per project (project.json); this file enforces it, and the finer lines inside a
 * project too. Each rule says why it exists: a rule whose reason is gone should go with it.
 */
const outside = 'node_modules/';
/** Node's own modules, but for arithmetic on bytes: files, network, processes. */
const machine = { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer|util)$' };

/** `from` may import only what `may` lists (and itself). `node:` and packages are spelled out in `packages`. */
const only = ({ name, comment, from, may, packages = [] }) => [
  {
    name: `${name}-workspace`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: specs },
    to: { path: '^(apps|libs)/', pathNot: may },
  },
  {
    name: `${name}-packages`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: specs },
    to: { path: outside, pathNot: packages.map((one) => `${outside}${one}/`) },
  },
  {
    name: `${name}-machine`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: specs },
    to: machine,
  },
];

/** Specs, builders and fakes may use test libraries and the harness; the tables below are about what ships. */
const specs = ['\\.spec\\.ts$', '^libs/harness/', '/test/', '\\.contract\\.ts$', '/conformance/'];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file in two places, and their order of loading is chance.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing is found here, not at the first start.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...only({
      name: 'kernel',
      comment: 'The kernel is what everything stands on: it depends on nothing, so it can be read and tested alone.',
      from: '^libs/kernel/',
      may: ['^libs/kernel/'],
    }),
    ...only({
      name: 'contracts',
      comment: 'A message is declared for every language and service: nothing of any service may leak into it.',
      from: '^libs/contracts/',
      may: ['^libs/contracts/', '^libs/kernel/'],
      packages: ['zod'],
    }),
    ...only({
      name: 'rest',
      comment: 'The DTO classes are the published interface as it is: generated, with validators and nothing else.',
      from: '^libs/rest/',
      may: ['^libs/rest/', '^libs/kernel/'],
      packages: ['class-validator', 'class-transformer', 'reflect-metadata'],
    }),
    ...only({
      name: 'connector-kit',
      comment: 'What a connector is: pure types and helpers, so that a connector is tested without a network.',
      from: '^libs/connector-kit/',
      may: ['^libs/connector-kit/', '^libs/kernel/', '^libs/contracts/'],
      packages: ['zod'],
    }),
    ...only({
      name: 'connectors',
      comment: 'A connector is a pure mapping: without Nest, HTTP client and database there is no way to do I/O in it.',
      from: '^libs/connectors/',
      may: ['^libs/connectors/', '^libs/connector-kit/', '^libs/kernel/', '^libs/contracts/'],
      packages: ['zod'],
    }),
    {
      name: 'connectors-apart',
      comment: 'A connector that reaches into another breaks when that one changes: what is common belongs in the kit.',
      severity: 'error',
      from: { path: '^libs/connectors/src/([^/]+)/' },
      to: { path: '^libs/connectors/src/[^/]+/', pathNot: '^libs/connectors/src/$1/' },
    },
    {
      name: 'platform',
      comment: 'The platform serves every app alike: it knows messages and the kernel, never a service or a connector.',
      severity: 'error',
      from: { path: '^libs/platform/', pathNot: specs },
      to: { path: '^(apps|libs)/', pathNot: ['^libs/platform/', '^libs/contracts/', '^libs/kernel/'] },
    },
    {
      name: 'apps-apart',
      comment:
        'Services talk over Kafka only. An import would be a call around the broker, and a deployment in lockstep.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/[^/]+/', pathNot: '^apps/$1/' },
    },
    {
      name: 'rest-is-the-gateways',
      comment: 'Only the edge speaks the published interface; behind it there are messages.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: ['^apps/gateway/', '^libs/rest/', ...specs] },
      to: { path: '^libs/rest/' },
    },
    {
      name: 'connectors-are-the-workers',
      comment:
        'Only the worker runs connector code, beside the keys that open cards. Others may read the catalogue, as data.',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['^apps/connector-worker/', ...specs] },
      to: { path: '^libs/connectors/', pathNot: '^libs/connectors/src/(catalogue|webhook-readers)\\.ts$' },
    },
    {
      name: 'webhook-readers-at-the-edge',
      comment:
        'The gateway judges the signature of a webhook before it stores it. That is pure and moves no money; no other app has a reason to read one.',
      severity: 'error',
      from: {
        path: '^apps/',
        pathNot: ['^apps/gateway/src/processor-webhooks/', '^apps/connector-worker/', ...specs],
      },
      to: { path: '^libs/connectors/src/webhook-readers\\.ts$' },
    },
    {
      name: 'webhook-readers-without-flows',
      comment: 'What the gateway loads of a connector builds no call: flows and credentials stay with the worker.',
      severity: 'error',
      from: { path: '^libs/connectors/src/webhook-readers\\.ts$' },
      to: { path: '^libs/connectors/src/(?!catalogue\\.ts$|[^/]+/webhook\\.ts$)' },
    },
    {
      name: 'catalogue-readers',
      comment:
        'The catalogue is for those who choose or check an account, or what can be given back there, and the worker itself.',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['^apps/(gateway|routing|refunds|connector-worker)/', ...specs] },
      to: { path: '^libs/connectors/src/catalogue\\.ts$' },
    },
    {
      name: 'kit-is-for-connectors',
      comment: 'The kit words what a connector can do; an app that needs that is the worker, or routing by its offers.',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['^apps/(gateway|routing|connector-worker)/', ...specs] },
      to: { path: '^libs/connector-kit/' },
    },
    {
      name: 'typeorm-in-persistence',
      comment:
        'Rows are known in persistence/ alone (the module lists them): elsewhere a table would leak into decisions.',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['/persistence/', '\\.module\\.ts$', ...specs] },
      to: { path: `${outside}(typeorm|pg)/` },
    },
    {
      name: 'migrations-are-frozen',
      comment: 'A migration that has run elsewhere must never change: a constant that it imports would change its SQL.',
      severity: 'error',
      from: { path: '/migrations/' },
      to: { path: '^(apps|libs)/' },
    },
    {
      name: 'domain-workspace',
      comment: 'Decisions are pure: they see money, ids and messages, and their own neighbours, nothing that acts.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/domain/', pathNot: specs },
      to: {
        path: '^(apps|libs)/',
        pathNot: ['^apps/$1/src/domain/', '^libs/kernel/', '^libs/contracts/', '^libs/connectors/src/catalogue\\.ts$'],
      },
    },
    {
      name: 'domain-packages',
      comment: 'No clock, no file, no framework in a decision: time and ids come in as arguments.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/domain/', pathNot: specs },
      to: { path: outside },
    },
    {
      name: 'domain-machine',
      comment: 'A decision that opens a file or a socket is no decision: it could not be replayed.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/domain/', pathNot: specs },
      to: machine,
    },
    {
      name: 'harness-is-for-tests',
      comment: 'The harness starts databases and kills services: nothing that ships may reach it.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: specs },
      to: { path: '^libs/harness/' },
    },
    {
      name: 'no-tools-in-the-product',
      comment: 'What builds and starts the product is no part of it.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: specs },
      to: { path: '^tools/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.payorch|\\.nx)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'require', 'default'] },
    moduleSystems: ['es6', 'cjs'],
  },
};
