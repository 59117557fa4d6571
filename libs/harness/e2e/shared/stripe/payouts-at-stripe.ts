import { randomBytes } from 'node:crypto';
import { ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { aPayoutMerchant } from '../../support/payouts';
import { objectAt, secretKey, sendEvents } from './at-stripe';

/** A merchant that pays out at Stripe; with `listens` Stripe sends webhooks of the merchant's account and of its recipients'. */
export async function paysOutAtStripe(system: RunningSystem, { listens = true } = {}): Promise<TestMerchant> {
  const secret = `whsec_${randomBytes(8).toString('hex')}`;
  const merchant = await aPayoutMerchant(system, {
    connectors: ['stripe'],
    connector: {
      connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey },
      connector_webhook_details: { merchant_secret: secret },
    },
  });
  if (listens) {
    await sendEvents(system, merchant, secret);
    await sendEvents(system, merchant, secret, { connect: true });
  }
  return merchant;
}

/** What Stripe requires of a person before it pays them, as the payout's metadata. */
export const identity = {
  business_profile_mcc: '7994',
  business_profile_url: 'https://games.example',
  tos_acceptance_date: '1793520000',
  tos_acceptance_ip: '192.0.2.7',
  individual_dob_day: '10',
  individual_dob_month: '12',
  individual_dob_year: '1985',
};

/** The same, as the recipient gives it at Stripe. */
const onboarding = {
  'business_profile[mcc]': '7994',
  'business_profile[url]': 'https://games.example',
  'tos_acceptance[date]': '1793520000',
  'tos_acceptance[ip]': '192.0.2.7',
  'individual[dob][day]': '10',
  'individual[dob][month]': '12',
  'individual[dob][year]': '1985',
};

const toAch = (bank_account_number: string) => ({
  payout_type: 'bank',
  payout_method_data: { bank: { bank_account_number, bank_routing_number: '110000000' } },
});
const toBacs = {
  payout_type: 'bank',
  payout_method_data: { bank: { bank_account_number: '00012345', bank_sort_code: '108800' } },
};

/** An account in the United States; others, whose payouts fail, are Stripe's published ones. */
export const achOf = (account = '000123456789') => ({ currency: 'USD', ...toAch(account) });
export const bacs = { currency: 'GBP', ...toBacs };
/** Stripe's debit card of which no other spec assumes that the system does not know it. */
export const debitCard = '5200828282828210';

const asForm = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${secretKey}` };
const postAt = async (system: RunningSystem, path: string, form: Record<string, string>, account?: string) =>
  ok(
    await system.sandbox.raw('POST', path, new URLSearchParams(form).toString(), {
      ...asForm,
      ...(account !== undefined && { 'stripe-account': account }),
    }),
  );

/** Stripe's records of a kind that a payout made, by the ledger, oldest first. */
function recordsOf(system: RunningSystem, object: string, payoutId: string): Json[] {
  const written = system.ledger().flatMap((entry) => (entry.objects ?? []) as Json[]);
  const own = written.filter((record) => record.object === object && record.metadata?.order_id === payoutId);
  return [...new Map(own.map((record) => [record.id, record])).values()];
}

/** The connected accounts that a payout made: one for each time that the step was sent. */
export const recipientsOf = (system: RunningSystem, payoutId: string): string[] =>
  recordsOf(system, 'account', payoutId).map(({ id }) => id as string);

function recipientOf(system: RunningSystem, payoutId: string): string {
  const [id, ...others] = recipientsOf(system, payoutId);
  if (id === undefined || others.length > 0) throw new Error(`${payoutId} has not one recipient at Stripe`);
  return id;
}

/** The recipient gives Stripe what it requires. */
export const onboard = (system: RunningSystem, payoutId: string): Promise<Json> =>
  postAt(system, `/v1/accounts/${recipientOf(system, payoutId)}`, onboarding);

export const rejectRecipient = (system: RunningSystem, payoutId: string): Promise<Json> =>
  postAt(system, `/v1/accounts/${recipientOf(system, payoutId)}/reject`, { reason: 'fraud' });

/** The bank gives a paid payout back. */
export const reverseAtStripe = (system: RunningSystem, { payout_id, connector_transaction_id }: Json): Promise<Json> =>
  postAt(system, `/v1/payouts/${connector_transaction_id}/reverse`, {}, recipientOf(system, payout_id));

export const recipientAtStripe = async (system: RunningSystem, payoutId: string): Promise<Json> =>
  ok(await objectAt(system, `/v1/accounts/${recipientOf(system, payoutId)}`));

export async function transfersAtStripe(system: RunningSystem, payoutId: string): Promise<Json[]> {
  return ok(await objectAt(system, `/v1/transfers?transfer_group=${payoutId}`)).data;
}

/** The payouts of the recipient's own account at Stripe. */
export async function payoutsAtStripe(system: RunningSystem, payoutId: string): Promise<Json[]> {
  return ok(await objectAt(system, '/v1/payouts', recipientOf(system, payoutId))).data;
}

/** The effects of a payout in Stripe's ledger, as labels such as `transfer 6540 eur`. */
export const movesAtStripe = (system: RunningSystem, payoutId: string): string[] =>
  system
    .ledger()
    .filter(({ entry, reference }) => entry === 'effect' && reference === payoutId)
    .map(({ effect, amount, currency }) => `${effect} ${amount} ${String(currency).toLowerCase()}`);

/** The kinds of requests about a payout in Stripe's ledger, but for lists, which name no payout. */
export const callsAbout = (system: RunningSystem, payoutId: string): string[] =>
  system
    .ledger()
    .filter(({ entry, reference }) => entry === 'request' && reference === payoutId)
    .map(({ kind }) => kind as string);
