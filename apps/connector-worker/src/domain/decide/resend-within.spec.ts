import { anAccount, anOperation, captured, unknownOutcome } from '../../../test/operations';
import { resendWithinMs } from './resend-within';

const idempotencyKeys = { validForMs: 1_000 };
const known = { pin: 'pin', connector: { guarantees: { idempotencyKeys } } };

describe('resendWithinMs', () => {
  it.each([
    ['a claim without an answer', anOperation({}), anAccount, known, 1_000],
    ['a call without an answer', anOperation({ state: 'unknown', outcome: unknownOutcome }), anAccount, known, 1_000],
    ['an answer', anOperation({ state: 'answered', outcome: captured }), anAccount, known, undefined],
    ['a forbidden operation', anOperation({ state: 'never' }), anAccount, known, undefined],
    [
      'a connector without the guarantee',
      anOperation({}),
      anAccount,
      { ...known, connector: { guarantees: {} } },
      undefined,
    ],
    ['a deleted account', anOperation({}), anAccount, undefined, undefined],
    ['an account with other settings', anOperation({}), anAccount, { ...known, pin: 'other' }, undefined],
    ['a row without a pin', anOperation({ accountPin: null }), anAccount, known, undefined],
    [
      'a command with another account',
      anOperation({}),
      { ...anAccount, merchantConnectorId: 'mca_2' as never },
      known,
      undefined,
    ],
  ])('resendWithinMs of %s', (_, row, account, known, within) => {
    expect(resendWithinMs(row, { flow: row.flow, account }, known)).toBe(within);
  });

  it('a claimed step of a payout is not sent again as another step', () => {
    const row = anOperation({ flow: 'payout_recipient' });
    expect(resendWithinMs(row, { flow: 'payout_recipient', account: anAccount }, known)).toBe(1_000);
    expect(resendWithinMs(row, { flow: 'payout_create', account: anAccount }, known)).toBeUndefined();
  });
});
