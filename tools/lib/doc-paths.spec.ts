import { isPage, missingIn } from './doc-paths';

const files = [
  'README.md',
  'package.json',
  'api/openapi.json',
  'apps/payments/README.md',
  'apps/payments/src/domain/decide/create-payment.ts',
  'apps/payments/src/machines.ts',
  'apps/refunds/src/refund.machine.ts',
  'docs/adr/0001-first.md',
  'docs/operating.md',
  'tools/check.mjs',
];
const operating = '# Operating\n\n## Why the gateway answers 503\n\n## `npm start`, and *more*\n';

const missing = (page: string, text: string) =>
  missingIn(page, {
    files,
    scripts: ['check', 'check:api', 'stop'],
    ignored: ['dist', '.payorch'],
    textOf: (file) => (file === page ? text : operating),
  });

it.each([
  ['a file from the root', '`apps/payments/src/machines.ts`'],
  ['a folder from the root', '`apps/payments/src` and `apps/payments/src/`'],
  ['a file by its last names', '`domain/decide/create-payment.ts`, `create-payment.ts`'],
  ['a placeholder', '`apps/<app>/src/machines.ts`, `apps/{app}/src/machines.ts`'],
  ['a choice', '`apps/{payments,refunds}/src/`'],
  ['globs', '`apps/*/src/machines.ts`, `apps/**/*.ts`, `docs/adr/0001-….md`'],
  ['the folder of an example', '`apps/acmepay/src/machines.ts`'],
  ['a command', '`node tools/check.mjs`, `npm run check:api -- --seed 1`, `npm run --silent stop`'],
  ['what a run writes', '`dist/payments/main.cjs`, `.payorch/run/`'],
  [
    'a route, a package, a media type, a key, a host',
    '`/apps/none`, `@apps/none`, `text/plain`, `merchant/id`, `a.example`',
  ],
  ['a path that is said to be gone', '`apps/payments/src/none.ts` (gone)'],
  ['a path in a fenced block', '```sh\ncat `apps/none.ts`\n```'],
  ['links', '[a](operating.md), [b](adr/), [c](https://a.example/none), [d](operating.md#why-the-gateway-answers-503)'],
  ['a heading with code', '[a](operating.md#npm-start-and-more)'],
])('%s in a page is found', (_, text) => expect(missing('docs/page.md', text)).toEqual([]));

it.each([
  ['`apps/payments/src/none.ts`', 'there is no apps/payments/src/none.ts'],
  ['`apps/payments/sr`', 'there is no apps/payments/sr'],
  ['`tools/<name>/check.mjs`', 'there is no tools/<name>/check.mjs'],
  ['`apps/{payments,refunds}/src/domain/none/`', 'there is no apps/{payments,refunds}/src/domain/none/'],
  ['`none.ts`', 'there is no none.ts'],
  ['`domain/none/`', 'there is no domain/none/'],
  ['`oxfmt docs/none.md`', 'there is no docs/none.md'],
  ['`npm run none`', 'there is no script none'],
  ['```sh\nnpm run none\n```', 'there is no script none'],
  ['```console\nnode tools/none.mjs\n```', 'there is no tools/none.mjs'],
  ['[a](none.md)', 'the link leads to no file: none.md'],
  ['[a](operating.md#none)', 'the link leads to no heading: operating.md#none'],
  ['[a](#none)', 'the link leads to no heading: #none'],
])('%s in a page is reported', (text, what) =>
  expect(missing('docs/page.md', text)).toEqual([expect.stringContaining(what)]),
);

it('a report names the page and the line, also below a fenced block', () =>
  expect(missing('docs/page.md', '# Page\n\n```sh\nls\n```\n\nSee `none.ts`.\n')).toEqual([
    'docs/page.md:7: there is no none.ts',
  ]));

it.each([
  ['`src/machines.ts`, `domain/decide/`, `apps/refunds/src/`', []],
  ['`src/refund.machine.ts`', ['apps/payments/README.md:1: there is no src/refund.machine.ts']],
])('in the README of a folder, %s is below that folder or from the root', (text, expected) =>
  expect(missing('apps/payments/README.md', text)).toEqual(expected),
);

it('the pages are docs with the decisions, and the README of every folder', () =>
  expect(files.filter(isPage)).toEqual([
    'README.md',
    'apps/payments/README.md',
    'docs/adr/0001-first.md',
    'docs/operating.md',
  ]));
