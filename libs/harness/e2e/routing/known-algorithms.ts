import { ok, type Json, type TestMerchant } from '@payorch/harness';
import { placeOf, shareAt } from '@payorch/routing-rules';
import { effectsOf } from '../support/ledger-check';
import { rowsOf } from '../support/rows';
import { accountAt, activeAlgorithm, algorithmBody, comparison } from '../shared/routing/algorithms';
import { system } from './fault-system';

type Account = ReturnType<typeof accountAt>;

interface Choice {
  readonly order: readonly Account[];
  /** The fields of the decision that explain this order. */
  readonly why: { readonly rule: object | null; readonly draw: number | null; readonly facts: object };
}

/** An algorithm whose choice for every attempt is known without the system. */
export interface KnownAlgorithm {
  readonly sent: object;
  readonly choiceFor: (attemptId: string) => Choice;
}

/** Sends half of the attempts to each account. */
export function halves(merchant: TestMerchant): KnownAlgorithm {
  const [stripe, adyen] = [accountAt(merchant, 'stripe_test'), accountAt(merchant, 'adyen_test')];
  const data = [stripe, adyen].map((connector) => ({ connector, split: 50 }));
  return {
    sent: { type: 'volume_split', data },
    choiceFor: (attemptId) => {
      const draw = placeOf(attemptId);
      const order = shareAt(data, draw) === 0 ? [stripe, adyen] : [adyen, stripe];
      return { order, why: { rule: null, draw, facts: { values: {}, metadata: null } } };
    },
  };
}

/** Sends all dollars to Adyen, by a rule. */
export function dollarsToAdyen(merchant: TestMerchant): KnownAlgorithm {
  const [stripe, adyen] = [accountAt(merchant, 'stripe_test'), accountAt(merchant, 'adyen_test')];
  const condition = [comparison('currency', 'equal', 'enum_variant', 'USD')];
  const rule = {
    name: 'dollars',
    connectorSelection: { type: 'priority', data: [adyen, stripe] },
    statements: [{ condition, nested: null }],
  };
  const data = { defaultSelection: { type: 'priority', data: [stripe] }, rules: [rule], metadata: {} };
  const facts = { values: { currency: 'USD' }, metadata: null };
  const choice = { order: [adyen, stripe], why: { rule: { index: 0, name: 'dollars' }, draw: null, facts } };
  return { sent: { type: 'advanced', data }, choiceFor: () => choice };
}

/** Sends every attempt to this account. */
export function only(merchant: TestMerchant, connector: string): KnownAlgorithm {
  const account = accountAt(merchant, connector);
  const why = { rule: null, draw: null, facts: { values: {}, metadata: null } };
  return { sent: { type: 'single', data: account }, choiceFor: () => ({ order: [account], why }) };
}

/** An algorithm from the version of the merchant's settings on. */
export interface Activation {
  readonly algorithm: KnownAlgorithm;
  readonly id: string;
  readonly version: number;
}

export const store = async (merchant: TestMerchant, { sent }: KnownAlgorithm): Promise<string> =>
  ok(await merchant.api.post('/routing', algorithmBody(merchant, sent))).id as string;

/** The version from which the routing settings of the merchant's profile hold. */
export async function routingVersionOf({ profileId }: TestMerchant): Promise<number> {
  const sql = 'SELECT account_version AS version FROM gateway.routing_settings WHERE profile_id = $1';
  const [row] = await rowsOf<{ version: number }>(system, sql, [profileId]);
  return row!.version;
}

/** Stores an algorithm and activates it. */
export async function activated(merchant: TestMerchant, algorithm: KnownAlgorithm): Promise<Activation> {
  const { id } = await activeAlgorithm(merchant, algorithm.sent);
  return { algorithm, id: id as string, version: await routingVersionOf(merchant) };
}

const eligible = (account: Account) => ({ ...account, filter: null, health: null, place: null, score: null });

/** The attempt as the routing of its payment shows it, if this activation and nothing else has routed it. */
export function attemptRoutedBy({ algorithm, id, version }: Activation, attempt_id: string): object {
  const { order, why } = algorithm.choiceFor(attempt_id);
  const [taken, ...fallbacks] = order;
  return {
    attempt_id,
    fallback_of: null,
    taken,
    fallbacks,
    decision: {
      source: 'active',
      algorithm_id: id,
      fell_back: false,
      ...why,
      routing_version: version,
      account_version: expect.any(Number) as number,
      candidates: order.map(eligible),
      more_candidates: 0,
      dynamic: null,
    },
  };
}

export const firstAttemptOf = (paymentId: string): string => `${paymentId}_1`;

/** The attempts of a payment, with the decision about each. */
export const attemptsOf = async ({ api }: TestMerchant, paymentId: string): Promise<Json[]> =>
  ok(await api.get(`/payments/${paymentId}/routing`)).attempts as Json[];

/** The payment is charged once, at this processor. */
export const expectOneCharge = (paymentId: string, connector: string): void =>
  expect(effectsOf(system, paymentId)).toMatchObject([{ effect: 'charge', amount: 6540, connector }]);
