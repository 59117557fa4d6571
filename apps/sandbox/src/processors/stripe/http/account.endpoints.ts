import { pick } from '../../../kit/objects/decision';
import { filtered } from '../../../kit/objects/object-endpoints';
import { pageOf } from '../../../kit/objects/paging';
import { cardDetails, cardProblem, testCardDetails } from '../cards/card-details';
import { attachMethod, createCustomer, deleteCustomer, detachMethod, updateCustomer } from '../decide/customers';
import { reading, refused, stored, updated } from '../decide/decision';
import { newEndpoint } from '../decide/endpoints';
import { createPaymentMethod, newToken } from '../decide/payment-methods';
import { fundIntent } from '../decide/settle-intent';
import { invalidRequest, missingParam, noSuch } from '../errors';
import * as params from '../params/method-params';
import * as others from '../params/other-params';
import { listView } from '../views/charge.view';
import type { StripeEndpoint } from './endpoint';
import { missing, on, page, rowsOf, shown } from './endpoint';
import { cardDetailsOf } from './payment.endpoints';

/** The card of every wallet payload: the sandbox cannot decrypt payloads. */
const walletNumber = '4242424242424242';

/** `payment_intent.*` matches every type with that prefix. */
const isOf = (type: string, matching: string): boolean =>
  matching.endsWith('*') ? type.startsWith(matching.slice(0, -1)) : type === matching;

const nothing = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }];
const balance = { object: 'balance', available: nothing, livemode: false, pending: nothing };
const account = {
  object: 'account',
  business_type: null,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'sandbox@example.com',
  payouts_enabled: true,
  type: 'standard',
};

const webhooks = rowsOf('webhook_endpoint', 'webhook_endpoints');
const customers = rowsOf('customer', 'customers');
const methods = rowsOf('payment_method', 'payment_methods');

/** Endpoints of the account: its customers and their payment methods, its balance, events, webhook endpoints and bank transfers. */
export const accountEndpoints: readonly StripeEndpoint[] = [
  customers.create('customer', others.createCustomer, createCustomer),
  customers.list('customer', others.lists.customer, ({ deleted }) => !deleted),
  /** A deleted customer is still returned, marked as deleted. */
  on('GET customers/:id', 'customer', others.nothing, (at) => {
    const customer = at.service.objects.find('customer', at.call.account, at.call.id);
    return customer ? shown(customer, at) : missing('customer', at.call.id);
  }),
  customers.change('', 'customer', others.updateCustomer, updateCustomer),
  customers.remove('customer', others.ignored, deleteCustomer),
  customers.onObject('GET', 'payment_methods', 'customer', others.lists.payment_method, ({ id }, at) => {
    const own = at.service.objects.all('payment_method', at.call.account).filter(({ customer }) => customer === id);
    const { customer: _, ...filters } = at.input;
    return page(filtered(own, filters), `customers/${id}/payment_methods`, at);
  }),

  on('POST payment_methods', 'tokenize', params.createMethod, (at) => ({
    details: cardDetailsOf({ payment_method_data: at.input }, at),
    decide: (context) => reading(createPaymentMethod(at.input, context), stored),
  })),
  methods.list('customer', others.lists.payment_method, ({ customer }) => customer !== null),
  methods.retrieve('customer', others.nothing),
  methods.change('', 'customer', params.updateMethod, (method, input) => {
    const dates = input.card && pick(input.card, 'exp_month', 'exp_year');
    const card = method.card && { ...method.card, ...dates };
    return stored({ ...updated(method, input, 'billing_details'), card }, 'payment_method.updated');
  }),
  on('POST payment_methods/:id/attach', 'customer', params.attachMethod, ({ input, call }) => ({
    decide: (context) => attachMethod(call.id, input.customer, context),
  })),
  methods.change('detach', 'customer', others.nothing, detachMethod),

  on('POST tokens', 'tokenize', params.createToken, ({ input: { card, pk_token: sealed } }) => ({
    details: card ? { card: card.number } : {},
    decide: (context) => {
      const { nowMs } = context.moment;
      if (sealed !== undefined) {
        const details = { ...testCardDetails(walletNumber, nowMs), wallet: 'apple_pay' as const, hasCvc: false };
        return stored(newToken(details, null, context));
      }
      if (!card) return refused(missingParam('card'));
      const wallet = card.tokenization_method === 'android_pay' ? 'google_pay' : (card.tokenization_method ?? null);
      const problem = cardProblem(card, nowMs);
      return problem ? refused(problem) : stored(newToken(cardDetails(card, wallet), card.name ?? null, context));
    },
  })),

  on('GET balance', 'account', others.ignored, () => ({ show: () => balance })),
  on('GET account', 'account', others.ignored, ({ call }) => ({ show: () => ({ id: call.account, ...account }) })),

  on('GET events/:id', 'lookup', others.ignored, ({ call: { id, account: owner }, service }) => {
    const position = service.memory.events.find(owner, id);
    return position ? { show: () => service.eventAt(position) } : { refusal: noSuch('event', id, 'id', 404) };
  }),
  on('GET events', 'lookup', others.listEvents, ({ input, call, service }) => {
    const matching = input.types ?? [input.type ?? '*'];
    const events = service.memory.events.of(call.account);
    const found = events.filter(({ type }) => matching.some((one) => isOf(type, one)));
    const { data, has_more } = pageOf(found, input);
    const bodies = () => Promise.all(data.map((position) => service.eventAt(position)));
    return { show: async () => listView('/v1/events', await bodies(), has_more) };
  }),

  on('POST webhook_endpoints', 'account', others.createEndpoint, ({ input }) => ({
    decide: (context) => stored(newEndpoint(input, context)),
    extra: (shown) => (shown?.object === 'webhook_endpoint' ? { secret: shown.secret } : {}),
  })),
  webhooks.list('account', others.lists.webhook_endpoint, ({ deleted }) => !deleted),
  webhooks.retrieve('account', others.ignored),
  webhooks.change('', 'account', others.updateEndpoint, (endpoint, input) => {
    const { disabled = endpoint.status === 'disabled' } = input;
    const changed = updated(endpoint, input, 'url', 'enabled_events', 'description');
    return stored({ ...changed, status: disabled ? 'disabled' : 'enabled' });
  }),
  webhooks.remove('account', others.ignored, (endpoint) => stored({ ...endpoint, deleted: true })),

  /** Stripe's own test helper for bank transfers: pays the oldest open intent first. */
  rowsOf('customer', 'test_helpers/customers').onObject(
    'POST',
    'fund_cash_balance',
    'payment',
    others.fundCustomer,
    ({ id }, { input: { amount, currency }, call, service }) => {
      const intents = service.objects.all('payment_intent', call.account);
      const open = intents.find(
        (intent) =>
          intent.customer === id &&
          intent.currency === currency &&
          intent.nextAction?.type === 'display_bank_transfer_instructions',
      );
      if (!open) return { refusal: invalidRequest('This customer has no open bank transfer.') };
      return {
        details: { paymentId: open.id, reference: open.reference, amount, currency },
        decide: (context) => fundIntent(open, amount, context),
      };
    },
  ),
];
