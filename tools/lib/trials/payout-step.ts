import type { Trial } from './trial';

const connector = 'libs/connectors/test-processor';
const domain = 'apps/payouts/src/domain';
const ofPayouts = 'apps/payouts/src/persistence';
const ofWorkers = 'apps/connector-worker/src/persistence';
const simulator = 'apps/sandbox/src/processors/test-processor/payouts';
const name = 'PayoutScreening9999999999999';

/** Adds a name to the list in the CHECK of a column, and to that of the index of open rows where there is one. */
const migration = (
  { table, check, added }: { readonly table: string; readonly check: string; readonly added: string },
  more = '',
): string => `import type { MigrationInterface, QueryRunner } from 'typeorm';

const withName = (list: string): string => list.replace('ARRAY[', "ARRAY['${added}'::text, ");

/** The processor screens who receives the money. */
export class ${name} implements MigrationInterface {
  name = '${name}';

  async up(runner: QueryRunner): Promise<void> {
    const [{ list }] = await runner.query(
      "SELECT pg_get_constraintdef(oid) AS list FROM pg_constraint WHERE conname = '${check}'",
    );
    await runner.query('ALTER TABLE ${table} DROP CONSTRAINT ${check}');
    await runner.query(\`ALTER TABLE ${table} ADD CONSTRAINT ${check} \${withName(list)}\`);
${more}  }

  /** What is being screened has no other state. */
  async down(): Promise<void> {}
}
`;

const openIndex = `    const [{ open }] = await runner.query(
      "SELECT pg_get_expr(indpred, indrelid) AS open FROM pg_index WHERE indexrelid = 'payouts_open'::regclass",
    );
    await runner.query('DROP INDEX payouts_open');
    await runner.query(\`CREATE INDEX payouts_open ON payouts (modified_at) WHERE \${withName(open)}\`);
`;

const state = `  screening: {
    ...preparing,
    underWay: 'payout_screening',
    moves: { ...onDeclaration, ...preparation, cancelled: 'cancelled' },
    outcomes: onPreparation,
  },
`;

/** What the step is, when it is sent, and the state in which its outcome is awaited. */
const declaration = (trial: Trial): Trial =>
  trial
    .insert(
      'libs/operations/src/declared',
      'payouts.ts',
      { before: '/** Creates the recipient at the processor.' },
      `/** Has the processor screen who receives the money. Nothing is created. */
export const payoutScreening = step('payout_screening', { lookup: null, cases: ['success', 'refusal', 'fault'] });

`,
    )
    .insert(
      'libs/operations/src/declared',
      'payouts.ts',
      { after: "export const payoutSteps = [\n  'payout_eligibility',\n" },
      "  'payout_screening',\n",
    )
    .insert(
      domain,
      'payout.machine.ts',
      { before: "  payout_recipient: 'creating_recipient'," },
      "  payout_screening: 'screening',\n",
    )
    .insert(domain, 'payout.machine.ts', { before: '  creating_recipient: {' }, state);

/** The rows of the owner and of the workers may name them. */
const rows = (trial: Trial): Trial =>
  trial
    .write(
      `${ofPayouts}/migrations/9999999999999-payout-screening.ts`,
      migration({ table: 'payouts', check: 'payouts_state', added: 'screening' }, openIndex),
    )
    .insert(
      ofPayouts,
      'persistence/database.ts',
      { before: 'import { IncidentRow, PayoutRow }' },
      `import { ${name} } from './migrations/9999999999999-payout-screening';\n`,
    )
    .insert(ofPayouts, 'persistence/database.ts', { after: '    SealWalk1795700000206,\n' }, `    ${name},\n`)
    .write(
      `${ofWorkers}/migrations/9999999999999-payout-screening.ts`,
      migration({ table: 'operations', check: 'operations_flow', added: 'payout_screening' }),
    )
    .insert(
      ofWorkers,
      'persistence/schema.ts',
      { before: 'import { Payouts1795820000029 }' },
      `import { ${name} } from './migrations/9999999999999-payout-screening';\n`,
    )
    .insert(ofWorkers, 'persistence/schema.ts', { after: '  Payouts1795820000029,\n' }, `  ${name},\n`);

/** One connector's flow, and which of its payouts have the step. */
const flowOfConnector = (trial: Trial): Trial =>
  trial
    .insert(connector, 'flows/payouts.ts', { after: "type Step = 'payoutEligibility'" }, " | 'payoutScreening'")
    .insert(
      connector,
      'flows/payouts.ts',
      { before: 'export const payoutRecipient = before(' },
      "export const payoutScreening = before(() => ['payouts', 'screening']);\n",
    )
    .insert(
      connector,
      'test-processor/index.ts',
      { before: "  payoutSync,\n} from './flows/payouts';" },
      '  payoutScreening,\n',
    )
    .insert(connector, 'test-processor/index.ts', { before: '    payoutRecipient,\n' }, '    payoutScreening,\n')
    .insert(
      connector,
      'test-processor/payouts.ts',
      { after: "steps: ['payout_eligibility', " },
      "'payout_screening', ",
    );

/** The simulated processor, without which no journey runs. */
const processor = (trial: Trial): Trial =>
  trial
    .insert(
      'apps/sandbox/src/kit/faults',
      'fault-registry.ts',
      { before: "  'payout_recipient',\n" },
      "  'payout_screening',\n",
    )
    .insert(
      simulator,
      'endpoints.ts',
      { before: "  makes('recipients', 'payout_recipient'," },
      "  makes('payouts/screening', 'payout_screening', (request, now) => makeStep('eligibility', request, now)),\n",
    );

/** A step of a payout, from its state to one processor. */
export const addPayoutStep = (trial: Trial): Trial =>
  [declaration, rows, flowOfConnector, processor].reduce((made, add) => add(made), trial);

const eligibility = 'libs/connectors/test-processor/fixtures/payouts/eligibility.json';
const command = 'libs/contracts/src/golden/connector.payout_eligibility.v1.json';
const golden = 'libs/contracts/src/golden/connector.payout_screening.v1.json';

/** What proves it: the golden message of its command, its recorded exchanges, the state in the builders of tests, a spec, a journey. */
export const provePayoutStep = (trial: Trial): Trial =>
  trial
    .write(golden, trial.read(command))
    .write(
      `${connector}/fixtures/payouts/screening.json`,
      trial
        .read(eligibility)
        .replaceAll('payoutEligibility', 'payoutScreening')
        .replaceAll('payouts/eligibility', 'payouts/screening'),
    )
    .insert(
      connector,
      'test-processor/conformance.spec.ts',
      { before: "import payoutFulfill from './fixtures/payouts/fulfill.json';" },
      "import payoutScreening from './fixtures/payouts/screening.json';\n",
    )
    .insert(
      connector,
      'test-processor/conformance.spec.ts',
      { before: '      payoutRecipient,\n' },
      '      payoutScreening,\n',
    )
    .insert(
      'apps/payouts/test',
      'builders.ts',
      { before: "    if (connector === 'stubborn')" },
      "    if (connector === 'screening')\n      return { steps: ['payout_eligibility', 'payout_screening', 'payout_fulfill'], cancels: false };\n",
    )
    .insert(
      'apps/payouts/test',
      'builders.ts',
      { before: '  creating_recipient: () => atRecipient(),' },
      "  screening: () => next(routing(), outcomes.prepared, routedTo('payout_eligibility', [], account('mca_4', 'screening'))),\n",
    )
    .write(`${domain}/screening.spec.ts`, spec)
    .write('libs/harness/e2e/shared/payouts/payout-screening.spec.ts', journey);

const spec = `import { after, inState, outcomes, receive } from '../../test/builders';
import { statusOf } from './payout.status';

it('a recipient is screened after the eligibility: an unknown answer is asked for again, a refusal ends the payout', () => {
  const screening = inState('screening');
  expect(screening).toMatchObject({ facts: { attempt: { step: 'payout_screening' } } });
  expect(statusOf(screening)).toBe('requires_creation');
  expect(after(receive(screening, outcomes.unknown), screening)).toMatchObject({
    state: 'screening',
    facts: { attempt: { tries: 2 } },
  });
  expect(after(receive(screening, outcomes.prepared), screening).state).toBe('fulfilling');
  expect(after(receive(screening, outcomes.declined), screening).state).toBe('failed');
});
`;

const journey = `import { aMerchant, ok, sharedSystem } from '@payorch/harness';
import { payoutBody } from '../../support/payouts';

const system = sharedSystem();

it('a card is paid after the screening of its holder: payout_screening', async () => {
  const merchant = await aMerchant(system, { connectors: ['adyen_test'] });
  const payout = ok(await merchant.api.post('/payouts/create', payoutBody({})));
  expect(payout).toMatchObject({ status: 'success' });
});
`;
