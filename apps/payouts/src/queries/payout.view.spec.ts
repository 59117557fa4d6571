import {
  aContext,
  aCreate,
  after,
  aPayout,
  error,
  inState,
  instant,
  noRule,
  outcomes,
  payoutId,
  receive,
  routedTo,
  someFields,
} from '../../test/builders';
import { createPayout } from '../domain/decide/create-payout';
import { payoutObject } from './payout.view';

const view = (payout = aPayout.success(), expandAttempts = false) =>
  payoutObject(payout, { gsmRule: noRule, expandAttempts });

/** The whole table of the closed object. */
const properties = [
  ...['payout_id', 'merchant_id', 'amount', 'currency', 'connector', 'payout_type', 'payout_method_data', 'billing'],
  ...['auto_fulfill', 'customer_id', 'customer', 'client_secret', 'return_url', 'business_country', 'business_label'],
  ...['description', 'entity_type', 'recurring', 'metadata', 'merchant_connector_id', 'status', 'error_message'],
  ...['error_code', 'profile_id', 'created', 'connector_transaction_id', 'priority', 'attempts', 'payout_link'],
  ...['email', 'name', 'phone', 'phone_country_code', 'unified_code', 'unified_message', 'payout_method_id'],
];

it('has the properties of the closed object, in every state, and no other', () => {
  for (const state of ['requires_payout_method_data', 'routing', 'success', 'failed', 'cancelled'] as const)
    expect(Object.keys(view(inState(state))).sort()).toEqual([...properties].sort());
});

it('shows amounts, the account and the recipient as the interface does', () =>
  expect(view()).toMatchObject({
    payout_id: payoutId,
    amount: 6540,
    currency: 'EUR',
    status: 'success',
    connector: 'full',
    merchant_connector_id: 'mca_1',
    connector_transaction_id: 'po_1',
    payout_method_data: { bank: { iban: 'NL46*********0000' } },
    customer: { id: 'customer_1', name: 'Ada Lovelace', email: 'ada@example.com', phone: null },
    email: 'ada@example.com',
    error_code: null,
    attempts: null,
  }));

it('names the error of the processor and the unified one', () => {
  const gsmRule = ({ flow, code }: { flow: string; code: string }) =>
    flow === 'payout_flow' && code === 'closed'
      ? ({ unifiedCode: 'UE_3000', unifiedMessage: 'Account closed' } as never)
      : undefined;
  expect(payoutObject(inState('failed'), { gsmRule, expandAttempts: false })).toMatchObject({
    error_code: 'closed',
    error_message: 'Refused',
    unified_code: 'UE_3000',
    unified_message: 'Account closed',
  });
});

it('a payout that its merchant cancelled has a text, and no code', () =>
  expect(view(inState('cancelled'))).toMatchObject({ error_code: null, error_message: 'Cancelled by user' }));

it('lists the attempts on request, in their order, each with its account and its error', () => {
  const payout = after(createPayout(undefined, aCreate(), aContext()));
  const decline = { ...outcomes.declined, retry: 'another_account' } as const;
  const next = after(receive(payout, decline, routedTo('payout_create', [instant])), payout);
  expect(view(next, true)['attempts']).toMatchObject([
    { attempt_id: `${payoutId}_1`, status: 'failed', connector: 'full', error_code: error.code, amount: 6540 },
    { attempt_id: `${payoutId}_2`, status: 'pending', connector: 'instant', error_code: null },
  ]);
});

it('without a return URL and a customer the required texts are empty, and an unknown country is null', () => {
  const fields = someFields({ returnUrl: null, businessCountry: null, customerId: null });
  const payout = after(createPayout(undefined, aCreate({ fields }), aContext()));
  expect(view(payout)).toMatchObject({ return_url: '', business_country: null, customer_id: '' });
});
