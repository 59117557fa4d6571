import { writeFileSync } from 'node:fs';
import { ScratchCopy } from './lib/scratch-copy';
import { addField, proveField } from './lib/trials/field';
import { addOperation } from './lib/trials/operation';
import { proveOperation } from './lib/trials/operation-proof';
import { addPayoutStep, provePayoutStep } from './lib/trials/payout-step';
import { addState, proveState } from './lib/trials/state';
import { Trial } from './lib/trials/trial';

jest.setTimeout(300_000);

/**
 * What a change costs, counted in files that a person writes: code and the interface's document. Specs, journeys, recordings, golden
 * messages and what a command generates are not counted.
 */
let copy: ScratchCopy;
const files: Record<'operation' | 'field' | 'state' | 'payoutStep', readonly string[]> = {
  operation: [],
  field: [],
  state: [],
  payoutStep: [],
};

const made = (add: (trial: Trial) => unknown): readonly string[] => {
  const trial = new Trial(copy);
  add(trial);
  return [...trial.files];
};

beforeAll(async () => {
  copy = new ScratchCopy('trial-changes');
  expect(await copy.run('tools/new.mjs', 'operation', 'confirm-receipt')).toMatchObject({ status: 0 });
  files.operation = made(addOperation);
  files.field = made(addField);
  files.state = made(addState);
  files.payoutStep = made(addPayoutStep);
  for (const prove of [proveOperation, proveField, proveState, provePayoutStep]) made(prove);
  expect(await copy.run('tools/generate-rest.mjs')).toMatchObject({ status: 0 });
});
afterAll(() => copy.remove());

it('an operation from the interface to a simulated processor takes at most 12 files', () => {
  expect(files.operation.length).toBeLessThanOrEqual(12);
});

it('a field of an authorization from the interface to the request of a connector takes at most 5 files', () => {
  expect(files.field.length).toBeLessThanOrEqual(5);
});

it('a state in which an attempt ends takes at most 5 files', () => {
  expect(files.state.length).toBeLessThanOrEqual(5);
});

it('a step of a payout from its state to a simulated processor takes at most 12 files', () => {
  expect(files.payoutStep.length).toBeLessThanOrEqual(12);
});

it('the changed product passes the compiler', async () => {
  const apps = ['gateway', 'payments', 'payouts', 'routing', 'connector-worker', 'sandbox'].map(
    (app) => `apps/${app}/src/main.ts`,
  );
  const journeys = ['captures', 'payouts'].map((group) => `libs/harness/e2e/shared/${group}/*.ts`);
  const include = [
    'apps/**/*.d.ts',
    'libs/**/*.d.ts',
    ...apps,
    'apps/payments/src/**/*.spec.ts',
    'apps/payouts/src/**/*.spec.ts',
    ...journeys,
  ];
  writeFileSync(copy.path('tsconfig.trial.json'), JSON.stringify({ extends: './tsconfig.base.json', include }));
  const compiled = await copy.run('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.trial.json');
  expect(compiled).toMatchObject({ status: 0, output: '' });
});

it('the changes do what they say', async () => {
  const specs = [
    'confirm-receipt.spec',
    'sales-channel.spec',
    'lapsed.spec',
    'screening.spec',
    'messages/catalogue.spec',
    'connectors/test-processor',
    'tools/operations.spec',
  ];
  const tested = await copy.run('node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--', ...specs);
  expect(tested).toMatchObject({ status: 0 });
});
