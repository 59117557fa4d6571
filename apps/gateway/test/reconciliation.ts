import type { ReconciliationFinding, ReconciliationRequest } from '@payorch/rest';

const createdAt = '2026-01-01T10:00:00.000Z';
const sums = { state: 'succeeded', amount: 1_000, moved: 1_000, currency: 'EUR', created_at: createdAt } as const;

/** A finding about the payment `pay_<name>`. */
export function aFinding(finding: ReconciliationFinding['finding'], name: string): ReconciliationFinding {
  const isHere = finding !== 'missing_here';
  return {
    finding,
    kind: 'payment',
    reference: `ch_${name}`,
    our_id: isHere ? `pay_${name}_1` : null,
    object_id: isHere ? `pay_${name}` : null,
    payment_id: isHere ? `pay_${name}` : null,
    ours: isHere ? { ...sums, internal_state: 'charged' } : null,
    theirs: finding === 'missing_there' ? null : sums,
  };
}

export const aReport = (changes: Partial<ReconciliationRequest> = {}): ReconciliationRequest => ({
  run_id: 'run_1',
  connector: 'stripe_test',
  merchant_id: 'merchant_a',
  merchant_connector_id: 'mca_1',
  source: 'list',
  kinds: ['payment', 'refund'],
  from: '2026-01-01T00:00:00Z',
  till: '2026-01-02T00:00:00Z',
  by: 'ada',
  counts: {
    matched: 7,
    double: 0,
    missing_here: 0,
    missing_there: 0,
    different_sums: 0,
    different_states: 0,
    waiting: 0,
  },
  findings: [],
  is_last: true,
  ...changes,
});
