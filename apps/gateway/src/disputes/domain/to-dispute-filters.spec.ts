import { wireErrorOf } from '../../../test/wire-error';
import { filterOptions, toDisputeFilters, withinProfile } from './to-dispute-filters';

const noon = '2026-01-05T12:00:00.000Z';
const after = '2026-01-05T12:00:00.001Z';
const everything = {
  receivedFrom: null,
  receivedBefore: null,
  disputeId: null,
  paymentId: null,
  profileIds: null,
  statuses: null,
  stages: null,
  reason: null,
  connectors: null,
  currencies: null,
  merchantConnectorId: null,
};

it.each([
  [{}, {}],
  [{ received_time: noon }, { receivedFrom: noon, receivedBefore: after }],
  [{ 'received_time.gte': noon }, { receivedFrom: noon }],
  [{ 'received_time.gt': noon }, { receivedFrom: after }],
  [{ 'received_time.lte': noon }, { receivedBefore: after }],
  [{ 'received_time.lt': noon }, { receivedBefore: noon }],
  [
    { dispute_id: 'dp_1', payment_id: 'pay_1', merchant_connector_id: 'mca_1' },
    { disputeId: 'dp_1', paymentId: 'pay_1', merchantConnectorId: 'mca_1' },
  ],
  [
    { dispute_status: 'dispute_won' as const, dispute_stage: 'arbitration' as const },
    { statuses: ['dispute_won'], stages: ['arbitration'] },
  ],
  [
    { connector: 'stripe', currency: 'USD' as const, reason: 'fraudulent', profile_id: 'pro_1' },
    { connectors: ['stripe'], currencies: ['USD'], reason: 'fraudulent', profileIds: ['pro_1'] },
  ],
  // An empty text selects what has this text, which is nothing: it is no missing filter.
  [
    { connector: '', profile_id: '', reason: '' },
    { connectors: [''], profileIds: [''], reason: '' },
  ],
])('the query %j selects %j', (query, expected) =>
  expect(toDisputeFilters(query)).toEqual({ ...everything, ...expected }),
);

it.each(['dispute_id', 'payment_id', 'merchant_connector_id'])(
  'a %s that no object can have selects nothing',
  (name) => {
    expect(toDisputeFilters({ [name]: '' })).toBeUndefined();
    expect(toDisputeFilters({ [name]: 'x'.repeat(129) })).toBeUndefined();
    expect(toDisputeFilters({ [name]: 'x'.repeat(128) })).toBeDefined();
  },
);

describe('a caller that is limited to a profile', () => {
  it.each([
    ['everything', null, null, null],
    ['one profile', ['pro_1'], null, ['pro_1']],
    ['everything', null, 'pro_1', ['pro_1']],
    ['its own profile', ['pro_1'], 'pro_1', ['pro_1']],
  ])('asks for %s: %j within %j covers %j', (_, profileIds, own, covered) =>
    expect(withinProfile({ ...everything, profileIds }, own)).toEqual({ ...everything, profileIds: covered }),
  );

  it.each(['pro_2', 'pro_1 ', 'PRO_1', ''])('does not get the profile %j', (other) => {
    expect(wireErrorOf(withinProfile({ ...everything, profileIds: [other] }, 'pro_1'))).toEqual([
      ...[400, 'IR_16', `Access not available for the given profile_id ["${other}"]`],
    ]);
  });
});

it('the filter values are the accounts of payments, and every currency, status and stage', () => {
  const account = (connectorName: string, connectorType: string) => ({
    connectorName,
    connectorType,
    connectorLabel: `${connectorName}_1`,
    merchantConnectorId: `mca_${connectorName}`,
  });
  const accounts = [account('stripe', 'payment_processor'), account('wise', 'payout_processor')];
  expect(filterOptions(accounts as never)).toEqual({
    connector: { stripe: [expect.objectContaining({ merchant_connector_id: 'mca_stripe' })] },
    currency: expect.arrayContaining(['USD', 'EUR', 'JPY']),
    dispute_status: expect.arrayContaining(['dispute_opened', 'dispute_lost']),
    dispute_stage: expect.arrayContaining(['pre_dispute', 'dispute_reversal']),
  });
});
