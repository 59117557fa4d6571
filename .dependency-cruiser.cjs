const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { inside, projectsIn } = require('./tools/lib/projects.cjs');

/**
 * Who may import whom. Between projects the tags in project.json decide: `type:` says what a project is, and the table below
 * what such a project may import; `uses:` adds one library, or one entry point of it (`uses:connectors/catalogue`). The rules at
 * the end draw the finer lines inside a project. Each rule says why it exists: a rule whose reason is gone should go with it.
 */
const types = {
  kernel: {
    why: 'The kernel is what everything stands on: it depends on nothing, so it can be read and tested alone.',
    imports: [],
    packages: [],
    isPure: true,
  },
  values: {
    why: 'The values of which operations and messages are made: money, cards, accounts, outcomes. They know neither.',
    imports: ['kernel'],
    packages: ['zod'],
    isPure: true,
  },
  operations: {
    why: 'An operation is declared once, and what an outcome does to it is the same in every service: it knows no row and no service.',
    imports: ['values', 'kernel'],
    packages: ['zod'],
    isPure: true,
  },
  contracts: {
    why: 'A message is declared for every language and service: nothing of any service may leak into it.',
    imports: ['operations', 'values', 'kernel'],
    packages: ['zod'],
    isPure: true,
  },
  interface: { why: 'The published interface is a document: nothing in it can import.', imports: [] },
  rest: {
    why: 'The DTO classes are the published interface as it is: generated, with validators and nothing else.',
    imports: ['kernel'],
    packages: ['class-validator', 'class-transformer', 'reflect-metadata'],
    isPure: true,
  },
  kit: {
    why: 'What a connector is: pure types and helpers, so that a connector is tested without a network.',
    imports: ['kernel', 'values', 'operations', 'contracts'],
    packages: ['zod'],
    isPure: true,
  },
  connector: {
    why: 'A connector is a pure mapping: it does no I/O, and one that reaches into another breaks when that one changes.',
    imports: ['kit', 'kernel', 'contracts'],
    packages: ['zod'],
    isPure: true,
  },
  connectors: {
    why: 'The catalogue and the registry list the connectors; they do nothing themselves.',
    imports: ['connector', 'kit', 'kernel', 'contracts'],
    packages: ['zod'],
    isPure: true,
  },
  rules: {
    why: 'A program of rules decides the same in every service and in the tools, and years later: it is pure.',
    imports: ['contracts', 'kernel'],
    packages: [],
    isPure: true,
  },
  platform: {
    why: 'The platform serves every app alike: it knows messages and the kernel, never a service or a connector.',
    imports: ['contracts', 'kernel'],
  },
  page: {
    why: 'A page is a text made of what it shows: it knows no service, no database and no network, and a browser runs its script.',
    imports: ['rest', 'platform', 'contracts', 'kernel'],
    packages: [],
    isPure: true,
  },
  provisioning: {
    why: 'What a system needs before its apps start follows from the contracts and the catalogue, never from an app.',
    imports: ['connectors', 'platform', 'contracts', 'kernel'],
  },
  app: {
    why: 'Services talk over Kafka only: an import would be a call around the broker. A library of few is named by `uses:`.',
    imports: ['platform', 'contracts', 'kernel'],
  },
  harness: {
    why: 'The harness runs built apps as processes: it knows how to start them, never their code.',
    imports: ['provisioning', 'connectors', 'platform', 'contracts', 'kernel'],
  },
  journeys: {
    why: 'A journey sees a system from outside: what its clients and processors see, and its stored rows. It knows of the rules where a volume split sends an attempt.',
    imports: [
      'harness',
      'rest',
      'connectors',
      'kit',
      'interface',
      'provisioning',
      'rules',
      'platform',
      'contracts',
      'kernel',
    ],
  },
  tools: {
    why: 'The tools stand on top of the libraries. They know no code of an app but the entry points that an app names.',
    imports: [
      'journeys',
      'harness',
      'provisioning',
      'rest',
      'interface',
      'connectors',
      'kit',
      'rules',
      'platform',
      'contracts',
      'kernel',
    ],
  },
};

const projects = projectsIn(__dirname);
const aliases = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8')).compilerOptions.paths;

const fail = (text) => {
  throw new Error(text);
};

const escaped = (text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** The files of a project, without those of the projects inside it. */
function filesOf(project) {
  const others = inside(projects, project).map(({ folder }) => escaped(folder.slice(project.folder.length + 1)));
  return `^${escaped(project.folder)}/${others.length > 0 ? `(?!(${others.join('|')})/)` : ''}`;
}

const valuesOf = ({ tags }, kind) =>
  tags.flatMap((tag) => (tag.startsWith(`${kind}:`) ? [tag.slice(kind.length + 1)] : []));

function typeOf(project) {
  const [type] = valuesOf(project, 'type');
  return type in types ? type : fail(`${project.name} has no tag type:… of ${Object.keys(types).join(', ')}`);
}

/** The files behind `uses:<name>`: one entry point of tsconfig.base.json, or a whole project. */
function filesUsed(used) {
  const [entry] = aliases[`@payorch/${used}`] ?? [];
  if (entry) return `^${escaped(entry.replace('./', ''))}$`;
  return filesOf(
    projects.find(({ name }) => name === used) ?? fail(`uses:${used} names no project and no entry point`),
  );
}

const outside = 'node_modules/';
/** Node's own modules, but for arithmetic on bytes: files, network, processes. */
const machine = { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer|util)$' };
const everyProject = '^(api|apps|libs|tools)/';

/** Specs, builders and fakes may use test libraries and the harness; the types above are about what ships. */
const specs = ['\\.spec\\.ts$', '/test/', '\\.contract\\.ts$', '/conformance/'];

/** The rules for the files of a project that ship, from its tags. */
function rulesOf(project) {
  const { why, imports, packages, isPure } = types[typeOf(project)];
  const allowed = projects.filter((other) => other === project || imports.includes(typeOf(other))).map(filesOf);
  const from = { path: filesOf(project), pathNot: specs };
  const rule = (name, to) => ({ name: `${project.name}-${name}`, comment: why, severity: 'error', from, to });
  return [
    rule('workspace', { path: everyProject, pathNot: [...allowed, ...valuesOf(project, 'uses').map(filesUsed)] }),
    ...(packages ? [rule('packages', { path: outside, pathNot: packages.map((one) => `${outside}${one}/`) })] : []),
    ...(isPure ? [rule('machine', machine)] : []),
  ];
}

/** Only itself and projects of these types may import a project of `type`, in specs too. */
const closed = (type, { but = [], comment }) =>
  projects
    .filter((project) => typeOf(project) === type)
    .map((project) => ({
      name: `${project.name}-is-closed`,
      comment,
      severity: 'error',
      from: {
        path: everyProject,
        pathNot: [project, ...projects.filter((other) => but.includes(typeOf(other)))].map(filesOf),
      },
      to: { path: filesOf(project) },
    }));

/** The folders of an app, the lowest first: a folder imports those before it, and its own files. What composes them is above all. */
const layered = (app, why, layers) =>
  layers.map((layer, place) => ({
    name: `${app}-${layer}-layer`,
    comment: why,
    severity: 'error',
    from: { path: `^apps/${app}/src/${layer}/`, pathNot: ['\\.(module|providers)\\.ts$', ...specs] },
    to: {
      path: `^apps/${app}/src/`,
      pathNot: [`^apps/${app}/src/(${layers.slice(0, place + 1).join('|')})/`, `^apps/${app}/src/config\\.ts$`],
    },
  }));

/** Folders of pure decisions; the features of the gateway have rules of their own below. */
const decisions = ['^apps/[^/]+/src/domain/', '^apps/payments/src/[^/]+/domain/'];
/** The gateway's basics: every feature may use them, and they know no feature. */
const gatewayBasics =
  '(auth|data-keys|errors|fields|idempotency|limits|owners|persistence|request|server|settings|validation)';
const gatewayDoor = '^apps/gateway/src/[^/]+/index\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file in two places, and their order of loading is chance.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment:
        'An import that resolves to nothing is found here, not at the first start. The build makes `docs?pages` and `openapi.json?reference`.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(/docs\\?pages|/openapi\\.json\\?reference)$' },
    },
    ...projects.flatMap(rulesOf),
    ...layered('connector-worker', 'A call knows no message that caused it: what it reports is published above it.', [
      'domain',
      'persistence',
      'sealed',
      'presence',
      'calls',
      'accounts',
      'network-tokens',
      'apple-pay',
      'admission',
      'operations',
      'disputes',
      'records',
      'webhooks',
      'lanes',
      'messages',
      'ops',
    ]),
    ...layered('routing', 'The evaluation of a route knows no message, and a decision knows no row.', [
      'domain',
      'persistence',
      'queries',
      'messages',
    ]),
    ...layered('refunds', 'A decision knows no row, and a row no message.', [
      'domain',
      'persistence',
      'queries',
      'messages',
      'ops',
    ]),
    ...layered('payouts', 'A decision knows no row, and a row no message.', [
      'domain',
      'persistence',
      'queries',
      'messages',
      'ops',
    ]),
    ...layered('webhooks', 'What is delivered is known to rows and messages, which it does not know.', [
      'domain',
      'persistence',
      'delivery',
      'messages',
      'ops',
    ]),
    ...closed('app', { comment: 'An import would be a call around the broker, and a deployment in lockstep.' }),
    ...closed('connector', {
      but: ['connectors'],
      comment: 'A connector that reaches into another breaks when that one changes: what is common belongs in the kit.',
    }),
    ...closed('tools', { comment: 'What builds, starts and tests the product is no part of it.' }),
    {
      name: 'outsider-has-no-code-of-ours',
      comment: 'The consumer in the test stands for another team: it knows the topics and the published schemas alone.',
      severity: 'error',
      from: { path: '^libs/harness/e2e/support/outsider\\.ts$' },
      to: { path: everyProject },
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
      to: { path: '^libs/connectors/src/generated/webhook-readers\\.ts$' },
    },
    {
      name: 'webhook-readers-without-flows',
      comment: 'What the gateway loads of a connector builds no call: flows and credentials stay with the worker.',
      severity: 'error',
      from: { path: '^libs/connectors/(src/generated/webhook-readers|[^/]+/webhooks)\\.ts$' },
      to: { path: '^libs/connectors/[^/]+/(flows|requests)/', reachable: true },
    },
    {
      name: 'definitions-are-data',
      comment:
        'Services that may not run connector code load the definitions: a definition that imported a flow would bring it along.',
      severity: 'error',
      from: {
        path: '^libs/connectors/(?!src/)[^/]+/(definition|capabilities|credentials|required-fields|bank-names|countries|payouts)\\.ts$',
      },
      to: {
        path: '^libs/connectors/',
        pathNot:
          '^libs/connectors/[^/]+/(definition|capabilities|credentials|required-fields|bank-names|countries|payouts)\\.ts$',
      },
    },
    {
      name: 'catalogue-is-data',
      comment: 'The same for the catalogue: of a connector it knows the definition alone.',
      severity: 'error',
      from: { path: '^libs/connectors/src/(generated/)?catalogue\\.ts$' },
      to: {
        path: '^libs/connectors/',
        pathNot: ['^libs/connectors/src/generated/catalogue\\.ts$', '^libs/connectors/[^/]+/definition\\.ts$'],
      },
    },
    {
      name: 'sandbox-processors-apart',
      comment: 'A simulated processor uses the kit and nothing else: what two processors need belongs in the kit.',
      severity: 'error',
      from: { path: '^apps/sandbox/src/processors/([^/]+)/', pathNot: specs },
      to: { path: '^apps/sandbox/', pathNot: ['^apps/sandbox/src/processors/$1/', '^apps/sandbox/src/kit/'] },
    },
    {
      name: 'sandbox-kit-knows-no-processor',
      comment: 'A kit that knows one processor fits the next one badly: processors register with the kit.',
      severity: 'error',
      from: { path: '^apps/sandbox/src/kit/', pathNot: specs },
      to: { path: '^apps/sandbox/', pathNot: '^apps/sandbox/src/kit/' },
    },
    {
      name: 'sandbox-processors-have-one-door',
      comment: 'The list of processors reads the index of each folder; what is behind it can change freely.',
      severity: 'error',
      from: { path: '^apps/sandbox/', pathNot: ['^apps/sandbox/src/processors/[^/]+/', ...specs] },
      to: { path: '^apps/sandbox/src/processors/[^/]+/', pathNot: '^apps/sandbox/src/processors/[^/]+/index\\.ts$' },
    },
    {
      name: 'typeorm-in-persistence',
      comment:
        'Rows are known in persistence/ alone (the module and its providers list them): elsewhere a table would leak into decisions.',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['/persistence/', '/migrations/', '\\.(module|providers)\\.ts$', ...specs] },
      to: { path: `${outside}(typeorm|pg)/` },
    },
    {
      name: 'migrations-are-frozen',
      comment:
        'A migration that has run elsewhere must never change: a constant that it imports would change its SQL. What several services run alike is frozen with them.',
      severity: 'error',
      from: { path: '/migrations/' },
      to: { path: '^(apps|libs)/', pathNot: '^libs/platform/migrations/' },
    },
    {
      name: 'domain-workspace',
      comment: 'Decisions are pure: they see money, ids and messages, and their own neighbours, nothing that acts.',
      severity: 'error',
      from: { path: ['^apps/([^/]+)/src/domain/', '^apps/(payments)/src/[^/]+/domain/'], pathNot: specs },
      to: {
        path: '^(apps|libs)/',
        pathNot: [
          '^apps/$1/src/domain/',
          // A payment decides about what it saves: it knows the domain of customers, payment methods and mandates.
          '^apps/payments/src/[^/]+/domain/',
          '^libs/(kernel|contracts|operations|routing-rules)/',
          '^libs/connectors/src/catalogue\\.ts$',
        ],
      },
    },
    {
      name: 'domain-packages',
      comment: 'No clock, no file, no framework in a decision: time and ids come in as arguments.',
      severity: 'error',
      from: { path: decisions, pathNot: specs },
      to: { path: outside },
    },
    {
      name: 'domain-machine',
      comment: 'A decision that opens a file or a socket is no decision: it could not be replayed.',
      severity: 'error',
      from: { path: decisions, pathNot: specs },
      to: machine,
    },
    {
      name: 'payments-one-way',
      comment:
        'A payment saves customers, payment methods and mandates; these know no payment. Operators read all of them.',
      severity: 'error',
      from: {
        path: '^apps/payments/src/[^/]+/',
        pathNot: ['^apps/payments/src/(payments|aggregates|ops|persistence)/', ...specs],
      },
      to: { path: '^apps/payments/src/payments/' },
    },
    ...[
      ['outcomes', 'decide'],
      ['authorization', 'outcomes|decide'],
      ['(?!authorization|outcomes|decide)[^/]+', 'authorization|outcomes|decide'],
    ].map(([lower, upper]) => ({
      name: `payments-domain-below-${upper.replaceAll('|', '-')}`,
      comment:
        'The parts of a payment stand below its authorization, that below what outcomes do, and the commands on top: what a capture is can be read without them.',
      severity: 'error',
      from: { path: `^apps/payments/src/payments/domain/${lower}(/|\\.ts$)`, pathNot: specs },
      to: { path: `^apps/payments/src/payments/domain/(${upper})/` },
    })),
    {
      name: 'payments-rows-know-no-message',
      comment: 'What stores or shows an object is the same whatever message asks for it.',
      severity: 'error',
      from: { path: '^apps/payments/src/[^/]+/(persistence|queries)/', pathNot: specs },
      to: { path: '^apps/payments/src/[^/]+/messages/' },
    },
    {
      name: 'gateway-doors',
      comment:
        'A folder of the gateway is used through its index.ts: what stands behind it changes without its neighbours.',
      severity: 'error',
      from: { path: '^apps/gateway/src/([^/]+)', pathNot: specs },
      to: {
        path: '^apps/gateway/src/[^/]+/',
        pathNot: ['^apps/gateway/src/$1/', '^apps/gateway/src/migrations/', gatewayDoor],
      },
    },
    {
      name: 'gateway-basics',
      comment: 'Arrows point down: authentication or idempotency that knew a feature would change with it.',
      severity: 'error',
      from: { path: `^apps/gateway/src/${gatewayBasics}/`, pathNot: specs },
      to: { path: '^apps/gateway/src/[^/]+/', pathNot: `^apps/gateway/src/${gatewayBasics}/` },
    },
    {
      name: 'gateway-composition',
      comment:
        'The files beside the folders put the gateway together; a folder knows the configuration and tokens only.',
      severity: 'error',
      from: { path: '^apps/gateway/src/[^/]+/', pathNot: specs },
      to: { path: '^apps/gateway/src/[^/]+\\.ts$', pathNot: '^apps/gateway/src/(config|tokens)\\.ts$' },
    },
    {
      name: 'gateway-one-way',
      comment: 'Two features that use each other, be it for a type, are one feature in two folders.',
      severity: 'error',
      from: { path: '^apps/gateway/src/' },
      to: { circular: true, via: { path: gatewayDoor } },
    },
    {
      name: 'accounts-know-no-page',
      comment:
        'An account stores what its pages may look like: it knows the rules of a style, and no page stands beneath it.',
      severity: 'error',
      from: { path: '^apps/gateway/src/(accounts|payment-links)/' },
      to: { path: '^libs/checkout-page/', pathNot: '^libs/checkout-page/src/style/' },
    },
    {
      name: 'gateway-domain-packages',
      comment: 'The rules of a feature run without framework, database and network.',
      severity: 'error',
      from: { path: '^apps/gateway/src/[^/]+/domain/', pathNot: specs },
      to: { path: outside, pathNot: `${outside}zod/` },
    },
    {
      name: 'gateway-domain-machine',
      comment: 'As in every domain: a decision that opens a file or a socket could not be repeated.',
      severity: 'error',
      from: { path: '^apps/gateway/src/[^/]+/domain/', pathNot: specs },
      to: machine,
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
