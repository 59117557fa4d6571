import type { Trial } from './trial';

const attempts = 'apps/payments/src/payments/domain/attempts';
const persistence = 'apps/payments/src/persistence';
const name = 'LapsedAuthorizations9999999999999';

const migration = `import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = [
  'payment_method_awaited', 'confirmation_awaited', 'authentication_initiated', 'authenticating', 'authorizing', 'pending',
  'authentication_pending', 'cancellation_initiated', 'authorized', 'increment_initiated', 'capture_initiated', 'void_initiated',
  'multiple_capture_initiated', 'partial_charged_and_chargeable', 'further_capture_initiated', 'remainder_void_initiated',
  'charged', 'partial_charged', 'capture_review', 'voided_post_charge', 'voided', 'failure', 'capture_failed', 'void_failed',
  'expired', 'integrity_failure',
];
const listOf = (states: readonly string[]): string => states.map((state) => \`'\${state}'::text\`).join(', ');

/** An authorization of which its processor knows no more. */
export class ${name} implements MigrationInterface {
  name = '${name}';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts DROP CONSTRAINT attempts_state');
    await runner.query(
      \`ALTER TABLE attempts ADD CONSTRAINT attempts_state CHECK (state = ANY (ARRAY[\${listOf([...before, 'lapsed'])}]))\`,
    );
  }

  /** Lapsed authorizations have no other state. */
  async down(): Promise<void> {}
}
`;

/** A state in which an attempt ends: an authorization of which its processor knows no more. */
export const addState = (trial: Trial): Trial =>
  trial
    .insert(
      attempts,
      'attempt.machine.ts',
      { after: "      increment_sent: 'increment_initiated',\n" },
      "      lapsed: 'lapsed',\n",
    )
    // A sync that finds nothing proves it.
    .replace(
      attempts,
      'attempt.machine.ts',
      'outcomes: onSettlement,',
      "outcomes: { ...onSettlement, absent: 'lapsed' },",
    )
    .insert(
      attempts,
      'attempt.machine.ts',
      { before: "  integrity_failure: {\n    status: 'integrity_failure'," },
      "  lapsed: {\n    status: 'expired',\n    outcomes: givenUp,\n  },\n",
    )
    .insert(
      attempts,
      'attempts/attempt.ts',
      { before: '  readonly integrity_failure: AtProcessor' },
      "  readonly lapsed: Facts['expired'];\n",
    )
    .insert(
      attempts,
      'outcome-facts.ts',
      { before: '  integrity_failure: (known)' },
      "  lapsed: ({ account, reference }) => ({ account, reference: needed(reference, 'reference') }),\n",
    )
    .write(`${persistence}/migrations/9999999999999-lapsed-authorizations.ts`, migration)
    .insert(
      persistence,
      'persistence/database.ts',
      { before: 'import { Extensions1764460000000 }' },
      `import { ${name} } from './migrations/9999999999999-lapsed-authorizations';\n`,
    )
    .insert(persistence, 'persistence/database.ts', { before: '    Extensions1764460000000,\n' }, `    ${name},\n`);

export const proveState = (trial: Trial): Trial =>
  trial
    .insert(
      'apps/payments/test',
      'attempt-states.ts',
      { before: '  increment_initiated: aPayment.incrementing,' },
      "  lapsed: () => paymentOf(receive(aPayment.authorized(), { kind: 'absent' })),\n",
    )
    .write(`${attempts}/lapsed.spec.ts`, spec);

const spec = `import { aPayment, paymentOf, receive } from '../../../../test/builders';
import { shownPayment } from '../../../../test/replies';
import { activeAttempt } from '../payment';

it('an authorization of which the processor knows no more has lapsed, and can be captured no more', () => {
  const lapsed = paymentOf(receive(aPayment.authorized(), { kind: 'absent' }, { source: 'sync' }));
  expect(activeAttempt(lapsed).state).toBe('lapsed');
  expect(shownPayment(lapsed)).toMatchObject({ status: 'expired', amount_capturable: 0 });
});
`;
