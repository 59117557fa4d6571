import type { CallDetails } from '../../../kit/calls/call-pipeline';
import { faultOfCard } from '../../../kit/faults/fault-cards';
import { pick } from '../../../kit/objects/decision';
import { Expansion } from '../../../kit/objects/expansion';
import { platformAccount } from '../account';
import { numberOfTestMethod } from '../cards/test-cards';
import { cancelIntent, captureIntent, incrementIntent } from '../decide/capture-intent';
import { confirmIntent } from '../decide/confirm-intent';
import { createIntent, updateIntent } from '../decide/create-intent';
import { stored, updated } from '../decide/decision';
import type { RequestedPaymentMethod } from '../decide/payment-methods';
import { cancelRefund, createRefund, updateRefund } from '../decide/refunds';
import { verifyMicrodeposits } from '../decide/settle-intent';
import { cancelSetup, confirmSetup, createSetup, updateSetup } from '../decide/setup-intent';
import { invalidRequest, noSuch } from '../errors';
import type { Charge, Intent, Refund } from '../objects/records';
import * as params from '../params/intent-params';
import * as others from '../params/other-params';
import { chargeIdOf, feeView, listView, transferView } from '../views/charge.view';
import { viewOf } from '../views/view';
import type { At, StripeEndpoint } from './endpoint';
import { on, rowsOf, shown } from './endpoint';
import { matchesClauses, readQuery } from './search';

/** The card data of the request that fault rules and the sandbox's own cards use. */
export function cardDetailsOf(
  { payment_method: id, payment_method_data: data }: RequestedPaymentMethod,
  { call: { account }, service: { objects } }: At<unknown>,
): Partial<CallDetails> {
  const card = data && 'card' in data ? data.card : undefined;
  if (card && 'number' in card) return { card: card.number, cardFault: faultOfCard(card.number) };
  if (card) return { cardFault: objects.find('token', account, card.token)?.card.fault ?? null };
  if (id === undefined || numberOfTestMethod(id) !== undefined) return {};
  return { cardFault: objects.find('payment_method', account, id)?.card?.fault ?? null };
}

const ofIntent = ({ id, currency }: Intent): Partial<CallDetails> => ({ paymentId: id, currency });
const ofPayment = ({ payment_intent }: Charge | Refund): Partial<CallDetails> => ({ paymentId: payment_intent });

const search = on('GET payment_intents/search', 'lookup', others.search, ({ input, call, service }) => {
  const { query, limit = 10, expand = [] } = input;
  const { objects, viewContext } = service;
  const clauses = readQuery(query);
  if (!clauses) return { refusal: invalidRequest('We were unable to parse your search query.', { param: 'query' }) };
  const order = clauses.find(({ path, negated }) => !negated && path.join('.') === 'metadata.order_id')?.value;
  const candidates =
    order === undefined ? objects.all('payment_intent', call.account) : objects.intentsOfOrder(call.account, order);
  const found = candidates
    .filter((intent) => matchesClauses(viewOf(intent, viewContext, Expansion.none), clauses))
    .reverse();
  const data = found.slice(0, limit);
  const expansion = new Expansion(expand.map((path) => path.replace(/^data\./, '')));
  const result = (views: readonly object[], has_more: boolean) => ({
    ...listView('/v1/payment_intents/search', views, has_more),
    object: 'search_result',
    next_page: null,
  });
  const views = () => data.map((intent) => viewOf(intent, viewContext, expansion));
  return {
    details: { paymentId: data[0]?.id ?? null, reference: order ?? null },
    show: () => result(views(), found.length > data.length),
    hidden: () => result([], false),
  };
});

/** The fees and transfers of split payments, and the transfers to recipients. They belong to the platform, also those of its connected accounts' charges. */
const split = (
  path: string,
  noun: string,
  view: (charge: Charge, refunds: readonly Refund[]) => object | undefined,
): StripeEndpoint =>
  on(`GET ${path}/:id`, 'lookup', others.nothing, (at) => {
    const { call, service } = at;
    const { id, account } = call;
    const { objects } = service;
    const transfer = objects.find('transfer', account, id);
    if (transfer) return shown(transfer, at);
    const charge = account === platformAccount && objects.all('charge').find((one) => one.id === chargeIdOf(id));
    const show = () => (charge ? view(charge, objects.refundsOf(charge.id)) : undefined);
    return show() ? { show: () => show() ?? {} } : { refusal: noSuch(noun, id, 'id', 404) };
  });

const intents = rowsOf('payment_intent', 'payment_intents');
const setups = rowsOf('setup_intent', 'setup_intents');
const charges = rowsOf('charge', 'charges');
const refunds = rowsOf('refund', 'refunds');

export const paymentEndpoints: readonly StripeEndpoint[] = [
  on('POST payment_intents', 'payment', params.createIntent, (at) => ({
    details: { ...pick(at.input, 'amount', 'currency'), ...cardDetailsOf(at.input, at) },
    decide: (context) => createIntent(at.input, context),
  })),
  intents.list('lookup', others.lists.payment_intent),
  search,
  intents.retrieve('lookup', others.withSecret),
  intents.change('', 'account', params.updateIntent, updateIntent, ofIntent),
  intents.change('confirm', 'payment', params.confirmIntent, confirmIntent, (intent, at) => {
    const named = { ...at.input, payment_method: at.input.payment_method ?? intent.payment_method ?? undefined };
    const reference = intent.metadata['order_id'] ?? at.call.reference;
    return { ...ofIntent(intent), amount: intent.amount, reference, ...cardDetailsOf(named, at) };
  }),
  intents.change('capture', 'capture', params.captureIntent, captureIntent, (intent, { input }) => {
    return { ...ofIntent(intent), amount: input.amount_to_capture ?? intent.amount_capturable };
  }),
  intents.change('cancel', 'void', params.cancelIntent, cancelIntent, ofIntent),
  intents.change('increment_authorization', 'incremental', params.incrementIntent, incrementIntent, (intent, at) => {
    return { ...ofIntent(intent), amount: at.input.amount };
  }),
  intents.change('verify_microdeposits', 'payment', params.verifyMicrodeposits, verifyMicrodeposits, (intent) => {
    return { ...ofIntent(intent), reference: intent.reference };
  }),

  setups.create('setup', params.createSetup, createSetup),
  setups.list('lookup', others.lists.setup_intent),
  setups.retrieve('lookup', others.withSecret),
  setups.change('', 'setup', params.updateSetup, updateSetup),
  setups.change('confirm', 'setup', params.confirmSetup, confirmSetup),
  setups.change('cancel', 'setup', params.cancelSetup, cancelSetup),

  charges.list('lookup', others.lists.charge),
  charges.retrieve('lookup', others.nothing),
  charges.change(
    '',
    'account',
    others.updateCharge,
    (charge, input) => stored(updated(charge, input, 'description'), 'charge.updated'),
    ofPayment,
  ),
  split('application_fees', 'application fee', feeView),
  split('transfers', 'transfer', transferView),

  on('POST refunds', 'refund', others.createRefund, ({ input, call, service }) => {
    const { payment_intent: intent, charge: id, amount = null } = input;
    const charge = id === undefined ? undefined : service.objects.find('charge', call.account, id);
    return {
      details: { paymentId: intent ?? charge?.payment_intent ?? null, amount },
      decide: (context) => createRefund(input, context),
    };
  }),
  refunds.list('refund_lookup', others.lists.refund),
  refunds.retrieve('refund_lookup', others.nothing),
  refunds.change('', 'account', others.onlyMetadata, updateRefund, ofPayment),
  refunds.change('cancel', 'account', others.nothing, cancelRefund, ofPayment),
];
