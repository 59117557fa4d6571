import { aMerchant, sharedSystem } from '@payorch/harness';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { differences, operatorCommandsOf, readGuide, runGuide, sectionOf, stepDifferences } from '../../support/guides';

const system = sharedSystem();
const root = path.resolve(__dirname, '../../../../..');
const folder = path.join(root, 'docs/guides');
const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const operating = readFileSync(path.join(root, 'docs/operating.md'), 'utf8');

/** The processor of the merchant that a guide begins with; the other guides make their own merchant. */
const processorOf: Readonly<Record<string, string>> = {
  'cards.md': 'stripe_test',
  'saved-cards.md': 'stripe',
  'disputes.md': 'stripe',
  'webhooks.md': 'stripe_test',
  'moving.md': 'stripe',
  'payment-links.md': 'stripe_test',
  'payouts.md': 'stripe_test',
  'routing.md': 'stripe_test',
  'testing.md': 'stripe_test',
  'going-live.md': 'stripe_test',
};

async function variablesFor(file: string): Promise<Record<string, string>> {
  // The compiler of the tools needs a home.
  const reader = { CHECKOUT: root, HOME: process.env['HOME'] ?? root };
  const operators = { BASE_URL: system.baseUrl('gateway'), ADMIN_KEY: system.adminKey, ...reader };
  const connector = processorOf[file];
  if (connector === undefined) return operators;
  const connector_account_details = { auth_type: 'HeaderKey', api_key: 'sk_test_sandbox' };
  const merchant = await aMerchant(system, { connectors: [connector], connector: { connector_account_details } });
  const { merchantId: MERCHANT, profileId: PROFILE, apiKey: API_KEY } = merchant;
  return { ...operators, MERCHANT, PROFILE, API_KEY };
}

async function differencesOf(file: string, text: string): Promise<readonly string[]> {
  const guide = readGuide(text);
  const outputs = await runGuide(guide, await variablesFor(file));
  return guide.steps.flatMap((step, at) =>
    stepDifferences(step, outputs[at] ?? '').map((difference) => `${step.commands}: ${difference}`),
  );
}

it.each(files)('the commands of docs/guides/%s work, and answer as the guide shows', async (file) => {
  expect(await differencesOf(file, textOf(file))).toEqual([]);
});

describe('docs/operating.md', () => {
  const sections = ['Health'];
  /** Its commands stop and restart services: the journey of `npm start` runs them on a system of its own. */
  const ownSystem = 'Scaling, upgrades and backups';

  it.each(sections)('the commands of the section %s work, and answer as the page shows', async (section) => {
    expect(await differencesOf('operating.md', sectionOf(operating, section))).toEqual([]);
  });

  it('no section has commands that no test runs', () => {
    const run = [...sections, ownSystem].map((section) => sectionOf(operating, section));
    const others = run.reduce((text, section) => text.replace(section, ''), operating);
    expect(others).not.toMatch(/^```sh$/m);
  });
});

it('every script and option of the operator commands exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const toolsIn = (names: readonly string[]) =>
    names.map((name) => readFileSync(path.join(root, 'tools', name), 'utf8'));
  const tools = [
    ...toolsIn(readdirSync(path.join(root, 'tools')).filter((name) => name.endsWith('.mjs'))),
    ...toolsIn(
      readdirSync(path.join(root, 'tools/lib'))
        .filter((name) => name.endsWith('.mjs'))
        .map((name) => `lib/${name}`),
    ),
  ].join('\n');
  const missing = [operating, ...files.map(textOf)]
    .flatMap(operatorCommandsOf)
    .filter((command) => /^npm (run )?\w/.test(command))
    .filter((command) => {
      const [, name = ''] = /^npm (?:run )?([\w:]+)/.exec(command) ?? [];
      const options = command.match(/--[a-z]+/g) ?? [];
      return !(name in scripts) || !options.every((option) => option === '--' || tools.includes(option.slice(2)));
    });
  expect(missing).toEqual([]);
});

it('the links between guides and to other pages lead to files', () => {
  const broken = files.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(path.join(folder, target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

describe('the comparison with what a guide shows', () => {
  it.each<[unknown, unknown, number]>([
    [{ status: 'succeeded' }, { status: 'succeeded', amount: 1 }, 0],
    [{ status: 'succeeded' }, { status: 'failed' }, 1],
    [{ id: 'pay_…' }, { id: 'pay_1' }, 0],
    [{ id: 'pay_…' }, { id: 'ref_1' }, 1],
    [{ a: { b: [1] } }, { a: { b: [2] } }, 1],
    [{ a: null }, {}, 1],
    [{ a: 1 }, 'no JSON', 1],
  ])('%j and %j have %i differences', (shown, actual, count) => expect(differences(shown, actual)).toHaveLength(count));

  it('a failed command fails the guide', async () => {
    await expect(runGuide(readGuide('```sh\nfalse\n```\n'), {})).rejects.toThrow('the shell ended with 1');
  });
});
