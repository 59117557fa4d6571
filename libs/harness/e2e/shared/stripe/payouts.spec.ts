import { registry } from '@payorch/connectors';
import type { FlowName } from '@payorch/connector-kit';
import { eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { createdPayout, payoutBody, retrievePayout, toCard, toIban, untilPayoutIs } from '../../support/payouts';
import {
  achOf,
  bacs,
  callsAbout,
  debitCard,
  identity,
  movesAtStripe,
  onboard,
  payoutsAtStripe,
  paysOutAtStripe,
  recipientAtStripe,
  recipientsOf,
  rejectRecipient,
  reverseAtStripe,
  transfersAtStripe,
} from './payouts-at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
/** A merchant without webhooks: outcomes come only from answers and syncs. */
let withoutWebhooks: TestMerchant;
/** The system's operator knows the first digits as those of debit cards. */
const debitCards = { card_iin: debitCard.slice(0, 6), card_type: 'DEBIT', card_network: 'Mastercard' };
beforeAll(async () => {
  ok(await system.admin.post('/cards/create', debitCards));
  merchant = await paysOutAtStripe(system);
  withoutWebhooks = await paysOutAtStripe(system, { listens: false });
});
afterEach(() => system.sandbox.raw('DELETE', '/control/faults'));

const sepa = { currency: 'EUR', ...toIban('DE89370400440532013000') };
const billing = { address: { first_name: 'Ada', last_name: 'Lovelace' } };
/** To a recipient of whom Stripe has what it requires, unless `more` says otherwise. */
const payOut = (more: object = {}, by = merchant): Promise<Json> =>
  createdPayout(by, { billing, metadata: { ...identity, order: 'A-7' }, ...sepa, ...more });
const post = async ({ payout_id }: Json, action: 'cancel' | 'fulfill', by = merchant): Promise<Json> =>
  ok(await by.api.post(`/payouts/${payout_id}/${action}`, { payout_id }));
const untilIs = ({ payout_id }: Json, status: string, by = merchant): Promise<Json> =>
  untilPayoutIs(by, payout_id, status);
const moves = ({ payout_id }: Json): string[] => movesAtStripe(system, payout_id);
const setFault = async (kind: string, fault: string, more: object = {}): Promise<void> =>
  void ok(await system.sandbox.post('/control/faults', { match: { connector: 'stripe', kind }, fault, ...more }));

/** A journey through each flow to its final status, and the kind of request that Stripe's ledger must contain. */
const journeys: Readonly<Partial<Record<FlowName, { readonly call: string; readonly go: () => Promise<Json> }>>> = {
  payoutRecipient: {
    call: 'payout_recipient',
    async go() {
      const payout = await payOut({ entity_type: 'Company', metadata: { ...identity, company_tax_id: '000000000' } });
      expect(await recipientAtStripe(system, payout.payout_id)).toMatchObject({
        country: 'DE',
        business_type: 'company',
        capabilities: { transfers: 'active' },
        payouts_enabled: true,
      });
      return untilIs(payout, 'success');
    },
  },
  payoutRecipientAccount: {
    call: 'payout_recipient_account',
    async go() {
      const payout = await payOut();
      const { external_accounts } = await recipientAtStripe(system, payout.payout_id);
      expect(external_accounts.data).toEqual([
        expect.objectContaining({ object: 'bank_account', country: 'DE', currency: 'eur', last4: '3000' }),
      ]);
      return untilIs(payout, 'success');
    },
  },
  payoutCreate: {
    call: 'payout_create',
    async go() {
      const payout = await payOut({ auto_fulfill: false });
      expect(payout).toMatchObject({ status: 'requires_fulfillment', connector: 'stripe' });
      expect(payout.connector_transaction_id).toMatch(/^tr_/);
      expect(moves(payout)).toEqual(['transfer 6540 eur']);
      expect(await payoutsAtStripe(system, payout.payout_id)).toEqual([]);
      return payout;
    },
  },
  payoutFulfill: {
    call: 'payout_fulfill',
    async go() {
      const waiting = await payOut({ auto_fulfill: false });
      const payout = await post(waiting, 'fulfill');
      expect(payout).toMatchObject({ status: 'initiated' });
      expect(payout.connector_transaction_id).toMatch(/^po_/);
      return untilIs(payout, 'success');
    },
  },
  payoutCancel: {
    call: 'payout_cancel',
    async go() {
      const payout = await post(await payOut({ auto_fulfill: false }), 'cancel');
      expect(payout).toMatchObject({ status: 'cancelled', error_message: 'Cancelled by user' });
      expect(await transfersAtStripe(system, payout.payout_id)).toMatchObject([
        { amount: 6540, amount_reversed: 6540, reversed: true },
      ]);
      expect(moves(payout)).toEqual(['transfer 6540 eur', 'transfer_return 6540 eur']);
      return payout;
    },
  },
  payoutSync: {
    call: 'payout_lookup',
    async go() {
      const payout = await payOut({}, withoutWebhooks);
      expect(payout.status).toBe('initiated');
      return untilIs(payout, 'success', withoutWebhooks);
    },
  },
};

it('every flow of a payout has a journey, and no other flow', () => {
  const ofPayouts = [...registry.stripe.flows].filter((flow) => flow.startsWith('payout'));
  expect(Object.keys(journeys).sort()).toEqual(ofPayouts.sort());
});

it.each(Object.entries(journeys))('%s reaches its final status by its own request', async (_, { call, go }) => {
  const { payout_id } = await go();
  expect(callsAbout(system, payout_id)).toContain(call);
});

describe('a payout', () => {
  it.each([
    ['to an IBAN', sepa, 'eur', 'bank_account', 'standard'],
    ['to an account in the United States', achOf(), 'usd', 'bank_account', 'standard'],
    ['to an account in the United Kingdom', bacs, 'gbp', 'bank_account', 'standard'],
    ['to a debit card', { currency: 'USD', ...toCard(debitCard) }, 'usd', 'card', 'standard'],
    [
      'to a debit card at once',
      { currency: 'USD', ...toCard(debitCard), priority: 'instant' },
      'usd',
      'card',
      'instant',
    ],
  ])('%s is initiated, then paid from the recipient’s own account', async (_, destination, currency, type, method) => {
    const payout = await payOut(destination);
    expect(payout).toMatchObject({ status: 'initiated', amount: 6540, error_code: null });
    const paid = await untilIs(payout, 'success');
    expect(paid).toMatchObject({ connector: 'stripe', connector_transaction_id: payout.connector_transaction_id });
    expect(moves(paid)).toEqual([`transfer 6540 ${currency}`, `payout 6540 ${currency}`]);

    const named = { order_id: payout.payout_id, operation_id: expect.any(String) as string, order: 'A-7' };
    const [transfers, payouts] = await Promise.all([
      transfersAtStripe(system, payout.payout_id),
      payoutsAtStripe(system, payout.payout_id),
    ]);
    expect(transfers).toMatchObject([{ amount: 6540, currency, reversed: false }]);
    expect(payouts).toMatchObject([
      { id: paid.connector_transaction_id, amount: 6540, currency, status: 'paid', type, method },
    ]);
    // Who the recipient is goes to the recipient's account alone.
    expect([transfers[0].metadata, payouts[0].metadata]).toEqual([named, named]);
  });

  it('is paid by the webhook alone', async () => {
    await setFault('payout_lookup', 'fail_500');
    const payout = await payOut();
    expect(payout.status).toBe('initiated');
    await untilIs(payout, 'success');
    expect(moves(payout)).toEqual(['transfer 6540 eur', 'payout 6540 eur']);
  });

  it.each([
    ['000111111116', 'no_account'],
    ['000111111113', 'account_closed'],
  ])('to the account %s fails, and its money stays with the recipient at Stripe', async (account, error_code) => {
    const payout = await payOut(achOf(account));
    expect(payout.status).toBe('initiated');
    expect(await untilIs(payout, 'failed')).toMatchObject({ error_code, error_message: expect.any(String) as string });
    expect(moves(payout)).toEqual(['transfer 6540 usd']);
    expect(await payoutsAtStripe(system, payout.payout_id)).toMatchObject([
      { status: 'failed', failure_code: error_code },
    ]);
  });

  it('fails also without webhooks', async () => {
    const payout = await payOut(achOf('000111111116'), withoutWebhooks);
    expect(await untilIs(payout, 'failed', withoutWebhooks)).toMatchObject({ error_code: 'no_account' });
  });

  it('that Stripe refuses to fulfil is not tried again', async () => {
    const payout = await payOut({ ...achOf(), priority: 'instant' });
    expect(payout).toMatchObject({ status: 'failed', error_code: 'instant_payouts_unsupported' });
    expect(moves(payout)).toEqual(['transfer 6540 usd']);
    expect(callsAbout(system, payout.payout_id).filter((kind) => kind === 'payout_fulfill')).toHaveLength(1);
  });

  it('to a credit card is refused before any call: Stripe pays to none', async () => {
    const body = payoutBody({ currency: 'USD', ...toCard() });
    expect(await merchant.api.post('/payouts/create', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_39' } },
    });
  });

  it('that the bank gives back is reversed', async () => {
    await setFault('payout_lookup', 'fail_500');
    const paid = await untilIs(await payOut(), 'success');
    const back = await reverseAtStripe(system, paid);
    expect(back).toMatchObject({ amount: -6540 });
    expect(await untilIs(paid, 'reversed')).toMatchObject({ connector_transaction_id: paid.connector_transaction_id });
    expect(moves(paid)).toEqual(['transfer 6540 eur', 'payout 6540 eur', 'payout_return 6540 eur']);
  });
});

describe('a recipient of whom Stripe requires more', () => {
  const unknown = { metadata: { order: 'A-7' } };
  const required = { status: 'requires_vendor_account_creation', error_code: null };

  it('is paid once it has given that, by the webhook alone', async () => {
    await setFault('payout_lookup', 'fail_500');
    const payout = await payOut(unknown);
    expect(payout).toMatchObject(required);
    expect(moves(payout)).toEqual([]);
    await onboard(system, payout.payout_id);
    await untilIs(payout, 'success');
    expect(moves(payout)).toEqual(['transfer 6540 eur', 'payout 6540 eur']);
    expect(recipientsOf(system, payout.payout_id)).toHaveLength(1);
  });

  it('is ready by a sync, and waits for the fulfilment', async () => {
    const payout = await payOut({ ...unknown, auto_fulfill: false }, withoutWebhooks);
    expect(payout).toMatchObject(required);
    await onboard(system, payout.payout_id);
    await untilIs(payout, 'requires_fulfillment', withoutWebhooks);
    expect(moves(payout)).toEqual(['transfer 6540 eur']);
  });

  it('is not paid when Stripe rejects it', async () => {
    const payout = await payOut(unknown);
    expect(payout).toMatchObject(required);
    await rejectRecipient(system, payout.payout_id);
    expect(await untilIs(payout, 'failed')).toMatchObject({ error_code: 'rejected.fraud' });
    expect(moves(payout)).toEqual([]);
  });

  it('is not paid after a cancellation', async () => {
    const payout = await payOut(unknown);
    expect(await post(payout, 'cancel')).toMatchObject({ status: 'cancelled', error_message: 'Cancelled by user' });
    await onboard(system, payout.payout_id);
    await delivered(payout);
    expect(await retrievePayout(merchant, payout.payout_id)).toMatchObject({ status: 'cancelled' });
    expect(moves(payout)).toEqual([]);
  });

  /** Until the gateway has the event of the recipient's last change. */
  const delivered = ({ payout_id }: Json): Promise<boolean> =>
    eventually(() => {
      const [recipient] = recipientsOf(system, payout_id);
      const entries = system.ledger();
      const sent = entries.filter(({ entry, webhook }) => entry === 'webhook' && webhook.account === recipient).at(-1);
      return entries.some(
        ({ entry, outcome, webhook_id }) =>
          entry === 'delivery' && outcome === 'delivered' && webhook_id === sent?.webhook.id,
      );
    });
});

describe('a cancellation', () => {
  it('after the fulfilment is refused by Stripe, and the payout is paid', async () => {
    const payout = await payOut();
    expect(payout.status).toBe('initiated');
    await post(payout, 'cancel');
    await untilIs(payout, 'success');
    expect(callsAbout(system, payout.payout_id)).toContain('payout_cancel');
    expect(moves(payout)).toEqual(['transfer 6540 eur', 'payout 6540 eur']);
  });

  it('whose answer is lost reverses the transfer once', async () => {
    await setFault('payout_cancel', 'execute_then_drop', { times: 1 });
    const payout = await payOut({ auto_fulfill: false }, withoutWebhooks);
    await post(payout, 'cancel', withoutWebhooks);
    await untilIs(payout, 'cancelled', withoutWebhooks);
    expect(moves(payout)).toEqual(['transfer 6540 eur', 'transfer_return 6540 eur']);
  });
});

it.each(['payout_recipient', 'payout_recipient_account', 'payout_create', 'payout_fulfill'])(
  'a lost answer of %s pays once',
  async (kind) => {
    await setFault(kind, 'execute_then_drop', { times: 1 });
    const payout = await payOut({}, withoutWebhooks);
    await untilIs(payout, 'success', withoutWebhooks);
    expect(moves(payout)).toEqual(['transfer 6540 eur', 'payout 6540 eur']);
  },
);
