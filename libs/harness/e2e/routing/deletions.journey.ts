import { setTimeout as pause } from 'node:timers/promises';
import { aMerchant, connectorBody, ok, paymentBody, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import { accountAt, algorithmBody } from '../shared/routing/algorithms';
import { sentTwice } from '../support/ledger-check';
import { notAllowed, statusAndBody } from '../support/wire';
import { atBothGateways, system } from './fault-system';
import { attemptsOf, expectOneCharge } from './known-algorithms';

/** The second request is sent this many ms after the first one, or after the answer to it. */
const gaps = [0, 1, 2, 4, 8, 12, 16, 24, 32, 'answer'] as const;

/** Sends both requests, the second one after the gap; their answers. */
async function race(
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
  gap: (typeof gaps)[number],
): Promise<readonly [Answer, Answer]> {
  const begun = first();
  await (gap === 'answer' ? begun : pause(gap));
  return Promise.all([begun, second()]);
}

/** Each gateway is the one that activates in every second race. */
const races = gaps.flatMap((gap, index) =>
  ['activation', 'deletion'].map((first) => ({
    gap,
    first,
    activatingGateway: index % 2,
    then: gap === 'answer' ? 'after its answer' : `after ${gap} ms`,
  })),
);

/** An algorithm in force whose account is deleted. */
interface Lost {
  readonly algorithmId: string;
  readonly account: object;
}

describe('an activation beside the deletion of the account that it names', () => {
  let merchant: TestMerchant;
  let lost: Lost | undefined;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });

  const adyen = async (label: string): Promise<{ connector: string; merchant_connector_id: string }> => {
    const body = connectorBody('adyen_test', { profile_id: merchant.profileId, connector_label: label });
    const { merchant_connector_id } = ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, body));
    return { connector: 'adyen_test', merchant_connector_id: merchant_connector_id as string };
  };

  const eligible = () => ({
    ...accountAt(merchant, 'stripe_test'),
    filter: null,
    health: null,
    place: null,
    score: null,
  });
  /** The decision that takes the only account that is left, and names the deleted one. */
  const decision = (): object =>
    lost
      ? {
          source: 'active',
          algorithm_id: lost.algorithmId,
          fell_back: true,
          candidates: [{ ...lost.account, filter: 'deleted', health: null, place: null, score: null }, eligible()],
        }
      : { source: 'default', algorithm_id: null, fell_back: false, candidates: [eligible()] };

  it.each(races)('leaves payments to the other account: $first first, the other one $then', async (setting) => {
    const { gap, first, activatingGateway: here } = setting;
    const label = `${gap}_${first}`;
    const account = await adyen(label);
    const id = account.merchant_connector_id;
    const stored = ok(await merchant.api.post('/routing', algorithmBody(merchant, { type: 'single', data: account })));
    const gateways = atBothGateways(merchant.apiKey);
    const operator = atBothGateways(system.adminKey)[1 - here]!;
    const activate = () => gateways[here]!.post(`/routing/${stored.id}/activate`);
    const remove = () => operator.raw('DELETE', `/account/${merchant.merchantId}/connectors/${id}`);

    const isActivationFirst = first === 'activation';
    const beside = merchant.api.post('/payments', paymentBody({ payment_id: `beside_${label}` }));
    const answers = await (isActivationFirst ? race(activate, remove, gap) : race(remove, activate, gap));
    const [activation, deletion] = isActivationFirst ? answers : ([answers[1], answers[0]] as const);
    expect(deletion).toMatchObject({ status: 200, body: { deleted: true } });
    if (activation.status === 200) lost = { algorithmId: stored.id as string, account };
    else
      expect(statusAndBody(activation)).toEqual(
        notAllowed(
          `connector with name 'adyen_test' and merchant connector account id '${id}' not found for the given profile`,
        ),
      );
    const { status, connector } = ok(await beside);
    expect(status).toBe('succeeded');
    expectOneCharge(`beside_${label}`, connector as string);
    if (gap === 'answer') expect(activation.status).toBe(isActivationFirst ? 200 : 422);

    for (const [number, api] of gateways.entries()) {
      // The gateway reads the account again for this answer: its next payment knows both changes.
      const active = ok(await api.get(`/routing/active?profile_id=${merchant.profileId}`)) as Json[];
      expect(active.map((record) => record.id as string)).toEqual(lost ? [lost.algorithmId] : []);
      const payment_id = `deleted_${label}_${number}`;
      expect(ok(await api.post('/payments', paymentBody({ payment_id })))).toMatchObject({
        status: 'succeeded',
        attempt_count: 1,
        ...accountAt(merchant, 'stripe_test'),
      });
      expect(await attemptsOf(merchant, payment_id)).toMatchObject([
        { taken: accountAt(merchant, 'stripe_test'), fallbacks: [], decision: decision() },
      ]);
      expectOneCharge(payment_id, 'stripe_test');
    }
    expect(sentTwice(system)).toEqual([]);
  });
});
