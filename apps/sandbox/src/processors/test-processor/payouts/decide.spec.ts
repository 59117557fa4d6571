import { readFileSync } from 'node:fs';
import path from 'node:path';
import { amountOf, scenarioBy, scenarios } from './scenarios';
import { cancelPayout, createPayout, fulfillPayout, makeStep, settle, type MakingRequest } from './decide';
import type { Payout } from './payout';

const moment = { nowMs: 1_000, newId: (prefix: string) => `${prefix}_1` };
const request = (scenario: string | null = null): MakingRequest & { fulfill: boolean } => ({
  connector: 'stripe_test',
  account: 'digest',
  webhooks: null,
  scenario,
  merchantReference: 'payout_1',
  amount: 6540,
  currency: 'EUR',
  reference: 'op_create',
  fulfill: false,
});
const created = (scenario: string | null = null): Payout => createPayout(request(scenario), moment, {}).made as Payout;
const fulfilled = (scenario: string | null = null, variation = {}) =>
  fulfillPayout(created(scenario), 'op_fulfill', moment, variation);

it('a payout moves its money with its fulfilment, once', () => {
  const { made, effect } = fulfilled();
  expect(made).toMatchObject({ status: 'paid', pending: null });
  expect(effect).toEqual({ kind: 'payout', reference: 'op_fulfill', amount: 6540, currency: 'EUR' });
  const again = fulfillPayout(made as Payout, 'op_again', moment, {});
  expect(again).toMatchObject({ refusal: { code: 'DC_15' }, made: { status: 'paid' } });
  expect(again.effect).toBeUndefined();
});

it('a payout that is fulfilled at once is one operation', () => {
  const { made, effect } = createPayout({ ...request(), fulfill: true }, moment, {});
  expect(made).toMatchObject({ status: 'paid', operations: [{ reference: 'op_create', kind: 'payout_fulfill' }] });
  expect(effect?.reference).toBe('op_create');
});

it('a pending payout moves its money when it settles, and none when it fails or is cancelled', () => {
  const pending = (status: 'succeeded' | 'failed') => fulfilled(null, { settlesLater: { ms: 5, status } });
  expect(pending('succeeded')).toMatchObject({ made: { status: 'processing' } });
  expect(pending('succeeded').effect).toBeUndefined();
  expect(settle(pending('succeeded').made!)).toMatchObject({
    made: { status: 'paid', operations: [{}, { status: 'succeeded' }] },
    effect: { kind: 'payout', reference: 'op_fulfill' },
    event: 'payout.paid',
  });
  const failed = settle(pending('failed').made!);
  expect(failed).toMatchObject({ made: { status: 'failed', operations: [{}, { error: { code: 'DC_14' } }] } });
  expect(failed.effect).toBeUndefined();
  const cancelled = cancelPayout(pending('succeeded').made as Payout, 'op_cancel');
  expect(cancelled).toMatchObject({ made: { status: 'cancelled', pending: null }, event: 'payout.cancelled' });
  expect(settle(cancelled.made!)).toEqual({});
});

it('of a cancellation and a fulfilment one wins, and the other is refused', () => {
  const cancelled = cancelPayout(created(), 'op_cancel').made as Payout;
  expect(fulfillPayout(cancelled, 'op_fulfill', moment, {})).toMatchObject({
    refusal: { code: 'DC_15' },
    made: { status: 'cancelled', operations: [{}, {}, { reference: 'op_fulfill', status: 'failed' }] },
  });
  expect(cancelPayout(fulfilled().made as Payout, 'op_cancel')).toMatchObject({
    refusal: { code: 'DC_15' },
    made: { status: 'paid' },
  });
});

it('an initiated payout has moved its money, and a reversed one moves it back', () => {
  const initiated = fulfilled('initiated');
  expect(initiated).toMatchObject({ made: { status: 'in_transit' }, effect: { kind: 'payout' } });
  const paid = settle(initiated.made!);
  expect(paid).toMatchObject({ made: { status: 'paid' }, event: 'payout.paid' });
  expect(paid.effect).toBeUndefined();
  const reversed = settle(fulfilled('reversed').made!);
  expect(reversed).toMatchObject({
    made: { status: 'reversed' },
    effect: { kind: 'payout_return', reference: 'op_fulfill:return', amount: 6540 },
    event: 'payout.reversed',
  });
});

it.each(['declined', 'declined_here'])('the account %s is refused, and its payout is listed as failed', (scenario) => {
  const { made, refusal } = createPayout(request(scenario), moment, {});
  expect(refusal?.code).toBe('DC_14');
  expect(made).toMatchObject({ status: 'failed', operations: [{ status: 'failed', error: refusal }] });
});

it('a recipient that must verify itself is ready some time later, and one that cannot be paid never', () => {
  const { made } = makeStep('account', request('verification'), moment);
  expect(made).toMatchObject({ status: 'requires_verification', id: 'account_1' });
  expect(settle(made!)).toMatchObject({ made: { status: 'active' }, event: 'recipient_account.active' });
  expect(makeStep('recipient', request('verification'), moment).made).toMatchObject({ status: 'active' });
  expect(makeStep('eligibility', request('ineligible'), moment).made).toMatchObject({ status: 'ineligible' });
  expect(makeStep('eligibility', request(), moment).made).toMatchObject({ status: 'eligible' });
});

it.each(scenarios)(
  'the scenario $name is played by its digits, its address and its amount, and is documented',
  (one) => {
    expect(scenarioBy(`NL00TEST012345${one.digits}`, 1)).toBe(one);
    expect(scenarioBy(`${one.name}@example.com`, 1)).toBe(one);
    expect(scenarioBy('ada@example.com', amountOf(one))).toBe(one);
    const readme = readFileSync(path.join(__dirname, '../README.md'), 'utf8');
    expect(readme).toMatch(
      new RegExp(
        `\\| ${one.digits} +\\| \\d+${one.digits} +\\| NL\\w+${one.digits} +\\| ${one.name} +\\| ${amountOf(one)} +\\| ${one.meaning.replaceAll(/[()]/g, '\\$&')}`,
      ),
    );
  },
);

it('any other account is paid', () => {
  expect(scenarioBy('NL46TEST0136169112', 6540)).toBeUndefined();
  expect(scenarioBy('declined.not@example.com', 6540)).toBeUndefined();
});
