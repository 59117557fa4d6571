import { randomBytes } from 'node:crypto';
import {
  aMerchant,
  eventually,
  ok,
  type Json,
  type MerchantOptions,
  type RunningSystem,
  type System,
  type SystemOptions,
  type TestMerchant,
} from '@payorch/harness';
import { paymentApps, spawnQuick } from './quick-system';
import { rowsOf } from './rows';

/** The apps of `spawnQuick` with the payouts service, which syncs as quickly. */
export const spawnQuickWithPayouts = ({ appEnv = {}, ...options }: SystemOptions = {}): Promise<System> =>
  spawnQuick({
    apps: [...paymentApps.filter((name) => name !== 'refunds'), 'payouts'],
    ...options,
    appEnv: {
      ...appEnv,
      payouts: {
        SYNC_PACE_PERCENT: '5',
        SWEEP_EVERY: '1s',
        SWEEP_AFTER: '5s',
        JOB_POLL: '100ms',
        PAYOUT_OUTCOME_TIMEOUT: '5s',
        ...appEnv.payouts,
      },
    },
  });

/** A merchant whose accounts, at stripe_test unless `connectors` names others, are for payouts. */
export const aPayoutMerchant = (
  system: Pick<RunningSystem, 'admin' | 'baseUrl'>,
  { connector, ...options }: MerchantOptions = {},
): Promise<TestMerchant> =>
  aMerchant(system, {
    ...options,
    connector: { connector_type: 'payout_processor', payment_methods_enabled: null, ...connector },
  });

/** A payout merchant to whose accounts the test processors report later outcomes by signed webhooks. */
export async function aReportedPayoutMerchant(system: RunningSystem, options: MerchantOptions): Promise<TestMerchant> {
  const [api_key, secret] = [
    `sk_payouts_${randomBytes(6).toString('hex')}`,
    `whsec_${randomBytes(12).toString('hex')}`,
  ];
  ok(await system.sandbox.post('/control/webhooks', { api_key, secret }));
  const connector = {
    connector_account_details: { auth_type: 'HeaderKey', api_key },
    connector_webhook_details: { merchant_secret: secret },
  };
  return aPayoutMerchant(system, { ...options, connector });
}

/** `payout_method_data` of each kind; the numbers say what the test processors do. */
export const toCard = (card_number = '4242424242424242') => ({
  payout_type: 'card',
  payout_method_data: { card: { card_number, expiry_month: '10', expiry_year: '35', card_holder_name: 'Joseph Doe' } },
});
export const toIban = (iban: string) => ({
  payout_type: 'bank',
  payout_method_data: { bank: { iban, bic: 'ABNANL2A', bank_country_code: 'NL' } },
});

export const toBank = (bank: object) => ({ payout_type: 'bank', payout_method_data: { bank } });
export const toWallet = (wallet: object) => ({ payout_type: 'wallet', payout_method_data: { wallet } });
const expiring = { expiry_month: '10', expiry_year: '35', card_holder_name: 'Joseph Doe' };

/** The Dutch IBAN of a bank's four letters and ten digits, with its check digits. */
export function ibanOf(account: string): string {
  const asNumber = [...`${account}NL00`].map((one) => parseInt(one, 36)).join('');
  return `NL${String(98n - (BigInt(asNumber) % 97n)).padStart(2, '0')}${account}`;
}

/** A destination of each kind that plays a scenario of the test processors: by last digits, or by its name before an `@`. */
export const destinationsOf: Readonly<Record<string, (scenario: PayoutScenario) => object>> = {
  card: ({ digits }) => toCard(`400000000000${digits}`),
  ach: ({ digits }) => toBank({ bank_account_number: `00012345${digits}`, bank_routing_number: '110000000' }),
  bacs: ({ digits }) => toBank({ bank_account_number: `1234${digits}`, bank_sort_code: '200000' }),
  sepa: ({ digits }) => toIban(ibanOf(`TEST012345${digits}`)),
  pix: ({ name }) => toBank({ pix_key: `${name}@example.com` }),
  paypal: ({ name }) => toWallet({ paypal: { email: `${name}@example.com` } }),
  venmo: ({ digits }) => toWallet({ venmo: { telephone_number: `+1555010${digits}` } }),
  apple_pay: ({ digits }) => toWallet({ apple_pay_decrypt: { dpan: `400000000000${digits}`, ...expiring } }),
  google_pay: ({ digits }) =>
    toWallet({ google_pay_decrypt: { application_primary_account_number: `400000000000${digits}`, ...expiring } }),
};

export interface PayoutScenario {
  readonly name: string;
  /** Four digits. */
  readonly digits: string;
}

/** The body of POST /payouts/create: by default to a card, confirmed and fulfilled at once. */
export const payoutBody = (more: object = {}) => ({
  amount: 6540,
  currency: 'EUR',
  confirm: true,
  auto_fulfill: true,
  customer_id: 'customer_of_payouts',
  ...toCard(),
  ...more,
});

export const createdPayout = async ({ api }: TestMerchant, more: object = {}): Promise<Json> =>
  ok(await api.post('/payouts/create', payoutBody(more)));

export const retrievePayout = async ({ api }: TestMerchant, payoutId: string): Promise<Json> =>
  ok(await api.get(`/payouts/${payoutId}`));

export const untilPayoutIs = (merchant: TestMerchant, payoutId: string, status: string, withinMs = 20_000) =>
  eventually(
    async () => {
      const payout = await retrievePayout(merchant, payoutId);
      if (payout.status !== status) throw new Error(`${payoutId} is ${payout.status}, not ${status}`);
      return payout;
    },
    { withinMs },
  );

/** Our id of the payout that an entry is about, which the test processors get as the merchant's reference. */
export const payoutOf = ({ payout }: Json): string => String(payout?.merchantReference);

/** The effects of one payout in the processors' ledger, as labels such as `payout 6540`. */
export const payoutEffects = (system: RunningSystem, payoutId: string): string[] =>
  system
    .ledger()
    .filter((entry) => entry.entry === 'effect' && payoutOf(entry) === payoutId)
    .map(({ effect, amount }) => `${effect} ${amount}`);

/** The statuses of payouts whose money the recipient has, had, or will have without another call of ours. */
const paidOut = new Set(['success', 'initiated', 'reversed', 'pending']);

interface StoredPayout {
  readonly payout_id: string;
  readonly state: string;
  readonly amount: string;
}

/**
 * One line for each payout that differs from the processors' ledger: paid twice, paid with another amount, paid although it shows
 * that no money moved, or not paid although it shows that it was. Must be empty when no work is unfinished.
 */
export async function payoutDifferences(system: RunningSystem, ofMerchant = '%'): Promise<string[]> {
  const payouts = await rowsOf<StoredPayout>(
    system,
    'SELECT payout_id, state, amount FROM payouts.payouts WHERE merchant_id LIKE $1',
    [ofMerchant],
  );
  const paid = new Map<string, string[]>();
  for (const entry of system.ledger()) {
    if (entry.entry !== 'effect' || entry.effect !== 'payout') continue;
    const id = payoutOf(entry);
    paid.set(id, [...(paid.get(id) ?? []), String(entry.amount)]);
  }
  return payouts.flatMap(({ payout_id: id, state, amount }) => {
    const amounts = paid.get(id) ?? [];
    if (amounts.length > 1) return [`${id} was paid ${amounts.length} times`];
    if (amounts.length === 1 && amounts[0] !== amount) return [`${id} of ${amount} was paid with ${amounts[0]}`];
    if (amounts.length === 1 && !paidOut.has(state)) return [`${id} is ${state}, and was paid`];
    const isPaid = state === 'success' || state === 'reversed';
    return amounts.length === 0 && isPaid ? [`${id} is ${state}, and was not paid`] : [];
  });
}

const unfinished = `
  SELECT 'payout ' || payout_id || ' is ' || state AS what FROM payouts.payouts
  WHERE state NOT LIKE 'requires_%' AND state NOT IN ('success', 'failed', 'ineligible', 'cancelled', 'expired', 'reversed')
    AND merchant_id LIKE $1
  UNION ALL SELECT 'outbox ' || id FROM payouts.outbox`;

/** Waits until no payout is under way, then compares all payouts with the processors' ledger. */
export async function expectPayoutLedgerAgreement(
  system: RunningSystem,
  { withinMs = 40_000, ofMerchant = '%' }: { readonly withinMs?: number; readonly ofMerchant?: string } = {},
): Promise<void> {
  await eventually(
    async () => {
      const left = await rowsOf<{ what: string }>(system, unfinished, [ofMerchant]);
      if (left.length > 0) throw new Error(`${left.length} unfinished, such as ${left[0]!.what}`);
      return true;
    },
    { withinMs, everyMs: 200 },
  );
  expect(await payoutDifferences(system, ofMerchant)).toEqual([]);
}
