import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import {
  anAuthenticatingMerchant,
  answerChallenge,
  authenticatedPayment,
  issuers,
  requestAuthentication,
} from '../../support/external-authentication';
import { retrievePayment } from '../../support/ledger-check';
import { absent, merchantOnly, missing, statusAndBody } from '../../support/wire';
import { activeAlgorithm, comparison } from './algorithms';

const system = sharedSystem();
const path = '/routing/decision';
const json = { 'content-type': 'application/json' };

const program = (otherwise: object, ...rules: readonly [output: object, ...condition: object[]][]) => ({
  defaultSelection: otherwise,
  metadata: {},
  rules: rules.map(([connectorSelection, ...condition], index) => ({
    name: `rule ${index}`,
    connectorSelection,
    statements: [{ condition }],
  })),
});
const override = (override_3ds: string | null) => ({ override_3ds });
const isVisa = comparison('card_network', 'equal', 'enum_variant', 'Visa');
const below = (amount: number) => comparison('amount', 'less_than', 'number', amount);

describe('the 3DS decision manager', () => {
  let merchant: TestMerchant;
  beforeEach(async () => {
    merchant = await aMerchant(system);
  });

  const put = (body: object) => merchant.api.raw('PUT', path, JSON.stringify(body), json);
  const pay = async (more: object = {}): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody(more)));

  it('is set, shown, replaced and deleted', async () => {
    expect(statusAndBody(await merchant.api.get(path))).toEqual(absent('Resource ID does not exist in our records'));
    const algorithm = program(override('three_ds'));
    const record = ok(await put({ name: 'Ours', algorithm }));
    expect(record).toEqual({
      name: 'Ours',
      program: algorithm,
      created_at: expect.any(Number) as number,
      modified_at: record.created_at as number,
    });
    expect(ok(await merchant.api.get(path))).toEqual(record);
    const next = program(override('no_three_ds'));
    expect(ok(await put({ program: next }))).toMatchObject({
      name: 'Ours',
      program: next,
      created_at: record.created_at as number,
    });
    const deleted = await merchant.api.raw('DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    for (const answer of [await merchant.api.get(path), await merchant.api.raw('DELETE', path)])
      expect(statusAndBody(answer)).toEqual(absent('Resource ID does not exist in our records'));
  });

  it('everything that is wrong in its rules is listed by its path', async () => {
    expect(statusAndBody(await put({ name: 'Ours' }))).toEqual(missing('algorithm'));
    const wrong = program(
      override('perhaps'),
      [override('three_ds'), comparison('card_network', 'equal', 'enum_variant', 'Vista')],
      [override('three_ds'), comparison('amount', 'equal', 'number', -1)],
      [override('three_ds'), comparison('acquirer_country', 'equal', 'enum_variant', 'Germany')],
    );
    const { status, body } = await put({ algorithm: wrong });
    expect(status).toBe(422);
    expect((body.error.fields as Json[]).map(({ field }) => field as string)).toEqual([
      'algorithm.defaultSelection.override_3ds',
      'algorithm.rules[0].statements[0].condition[0].value.value',
      'algorithm.rules[1].statements[0].condition[0].value.value',
      'algorithm.rules[2].statements[0].condition[0].lhs',
      'name',
    ]);
  });

  it('decides for a payment whose request names no type, and no more once it is deleted', async () => {
    ok(
      await put({
        name: 'Ours',
        algorithm: program(override('no_three_ds'), [override('three_ds'), isVisa, below(7000)]),
      }),
    );
    const open = { authentication_type: undefined };
    expect(await pay(open)).toMatchObject({ authentication_type: 'three_ds' });
    expect(await pay({ ...open, amount: 7000 })).toMatchObject({ authentication_type: 'no_three_ds' });
    expect(await pay({ authentication_type: 'no_three_ds' })).toMatchObject({ authentication_type: 'no_three_ds' });
    expect(await pay({ amount: 7000, authentication_type: 'three_ds' })).toMatchObject({
      authentication_type: 'three_ds',
    });
    expect(await pay({ confirm: false })).toMatchObject({ authentication_type: 'no_three_ds' });
    ok(await merchant.api.raw('DELETE', path));
    expect((await pay(open)).authentication_type).not.toBe('three_ds');
  });

  it('decides for a browser, which asks for more and never for less', async () => {
    ok(await put({ name: 'Ours', algorithm: program(override('no_three_ds')) }));
    const payment = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', confirm: false }));
    const confirm = (authentication_type: string) =>
      merchant.client.post(`/payments/${payment.payment_id}/confirm`, {
        client_secret: payment.client_secret,
        authentication_type,
        ...cardFields(cards.succeeds),
      });
    expect(statusAndBody(await confirm('no_three_ds'))).toEqual(merchantOnly('authentication_type'));
    expect(ok(await confirm('three_ds'))).toMatchObject({ authentication_type: 'three_ds' });
  });

  it('does not decide for a charge without its customer', async () => {
    ok(await put({ name: 'Ours', algorithm: program(override('three_ds')) }));
    const payment = await pay({ off_session: true, authentication_type: undefined });
    expect(payment.authentication_type).not.toBe('three_ds');
  });
});

describe('a 3DS decision rule and an authentication outside the processor', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await anAuthenticatingMerchant(system);
    await activeAlgorithm(merchant, {
      type: 'three_ds_decision_rule',
      data: program(
        { decision: 'challenge_requested' },
        [{ decision: 'no_three_ds' }, below(3000)],
        [{ decision: 'three_ds_exemption_requested_tra' }, below(5000)],
      ),
    });
  });

  const pay = async (amount: number): Promise<Json> =>
    ok(
      await merchant.api.post(
        '/payments',
        authenticatedPayment(issuers.frictionless, { amount, authentication_type: undefined }),
      ),
    );

  it('a payment for which the rule decides so is charged without', async () => {
    const payment = await pay(2999);
    expect(payment).toMatchObject({
      status: 'succeeded',
      authentication_type: 'no_three_ds',
      external_3ds_authentication_attempted: null,
    });
  });

  it('the issuer is asked for a challenge, and the charge follows its answer', async () => {
    const payment = await pay(5000);
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      authentication_type: 'three_ds',
      force_3ds_challenge_trigger: true,
    });
    const challenge = ok(await requestAuthentication(merchant, payment));
    expect(challenge.trans_status).toBe('C');
    await answerChallenge(system, challenge, 'authorize');
    expect(await retrievePayment(merchant, payment.payment_id)).toMatchObject({
      status: 'succeeded',
      amount_received: 5000,
    });
  });

  it('the issuer is asked for no challenge where the rule asks for an exemption, whatever the profile asks for', async () => {
    const { merchantId, profileId, api } = merchant;
    const forces = (force_3ds_challenge: boolean) =>
      api.post(`/account/${merchantId}/business_profile/${profileId}`, { force_3ds_challenge });
    ok(await forces(true));
    const payment = await pay(4999);
    expect(payment).toMatchObject({ authentication_type: 'three_ds', force_3ds_challenge_trigger: false });
    expect(ok(await requestAuthentication(merchant, payment)).trans_status).toBe('Y');
    ok(await forces(false));
  });

  it('a requested authentication stays', async () => {
    const payment = ok(
      await merchant.api.post('/payments', authenticatedPayment(issuers.frictionless, { amount: 2000 })),
    );
    expect(payment).toMatchObject({ status: 'requires_customer_action', authentication_type: 'three_ds' });
  });
});
