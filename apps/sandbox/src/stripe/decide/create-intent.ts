import type { Refusal } from '../errors';
import { invalidRequest, noSuch, unexpectedState } from '../errors';
import { methods } from '../methods';
import type { Intent } from '../objects/records';
import { amountProblem, currencyProblem } from '../params/amounts';
import type { CreateIntent, UpdateIntent } from '../params/intent-params';
import { confirmIntent } from './confirm-intent';
import type { Bench, StripeDecision } from './decision';
import { changedMetadata, followedBy, kept, refused, secondsOf } from './decision';
import { chosenMethod } from './make-method';
import type { NamedTypes } from './named-types';
import { namedTypes } from './named-types';

/** From this version on an intent that names no types takes whatever the account has switched on. */
const automaticSince = '2023-08-16';

type Types = Pick<Intent, 'methodTypes' | 'automaticMethods'>;

/** The types that an intent of this currency is open to. */
export function typesOf(
  given: NamedTypes & Pick<CreateIntent, 'automatic_payment_methods'>,
  currency: string | null,
  { apiVersion }: Bench,
): Types {
  const { automatic_payment_methods: automatic } = given;
  const types = namedTypes(given);
  if (types && types.length > 0) return { methodTypes: types, automaticMethods: null };
  const enabled = automatic?.enabled ?? apiVersion >= automaticSince;
  if (!enabled) return { methodTypes: ['card'], automaticMethods: null };
  const open = Object.entries(methods).filter(
    ([, { currencies }]) => currency === null || !currencies || currencies.includes(currency),
  );
  return {
    methodTypes: open.map(([type]) => type),
    automaticMethods: { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' },
  };
}

export function customerProblem(customer: string | null | undefined, { objects, account }: Bench): Refusal | undefined {
  if (customer === undefined || customer === null) return undefined;
  const known = objects.find('customer', account, customer);
  return known && !known.deleted ? undefined : noSuch('customer', customer, 'customer');
}

function begin(given: CreateIntent, bench: Bench): Intent {
  const { moment, account, variation } = bench;
  const id = moment.newId('pi');
  return {
    object: 'payment_intent',
    id,
    account,
    created: secondsOf(moment.nowMs),
    status: 'requires_payment_method',
    amount: given.amount + (variation.amountDelta ?? 0),
    amountCapturable: 0,
    amountReceived: 0,
    currency: given.currency,
    captureMethod: given.capture_method ?? (bench.apiVersion >= '2024-04-10' ? 'automatic_async' : 'automatic'),
    confirmationMethod: given.confirmation_method ?? 'automatic',
    setupFutureUsage: given.setup_future_usage ?? null,
    shipping: given.shipping ?? null,
    receiptEmail: given.receipt_email ?? null,
    statementDescriptor: given.statement_descriptor ?? null,
    statementDescriptorSuffix: given.statement_descriptor_suffix ?? null,
    transferGroup: given.transfer_group ?? null,
    latestCharge: null,
    canceledAt: null,
    pending: null,
    funded: 0,
    customer: given.customer ?? null,
    description: given.description ?? null,
    metadata: changedMetadata({}, given.metadata),
    clientSecret: `${id}_secret_${moment.newId('s').slice(2)}`,
    paymentMethod: null,
    ...typesOf(given, given.currency, bench),
    methodOptions: given.payment_method_options ?? {},
    returnUrl: given.return_url ?? null,
    nextAction: null,
    lastError: null,
    cancellationReason: null,
    reference: bench.reference,
    delivery: bench.delivery,
  };
}

/** What only makes sense together with `confirm`. */
function confirmOnly(given: CreateIntent): Refusal | undefined {
  const early = (['return_url', 'off_session', 'mandate_data', 'error_on_requires_action'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (given.confirm || early === undefined) return undefined;
  return invalidRequest(
    `The parameter \`${early}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    {
      param: early,
    },
  );
}

/** A new intent, confirmed at once where that is asked for. */
export function createIntent(given: CreateIntent, bench: Bench): StripeDecision {
  const { currency } = given;
  const problem =
    currencyProblem(currency) ??
    amountProblem(given.amount, currency) ??
    customerProblem(given.customer, bench) ??
    confirmOnly(given);
  if (problem) return refused(problem);
  const intent = begin(given, bench);
  const created = kept(intent, 'payment_intent.created');
  if (given.confirm) {
    const confirmed = confirmIntent(intent, given, bench);
    return followedBy(created, confirmed);
  }
  const read = chosenMethod(given, bench);
  if ('refusal' in read) return refused(read.refusal);
  if (!read.value) return created;
  const ready: Intent = { ...intent, paymentMethod: read.value.id, status: 'requires_confirmation' };
  return { ...kept(ready, 'payment_intent.created'), changed: [read.value, ready] };
}

const openStates: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Changes an intent; most of it only as long as nothing was paid. */
export function updateIntent(intent: Intent, given: UpdateIntent, bench: Bench): StripeDecision {
  const open = openStates.includes(intent.status);
  const locked = (['amount', 'currency', 'payment_method', 'customer'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (locked && !open) {
    return refused(
      unexpectedState(
        `This PaymentIntent's ${locked} could not be updated because it has a status of ${intent.status}. You may only update the ${locked} of a PaymentIntent with one of the following statuses: ${openStates.join(', ')}.`,
        intent.id,
      ),
    );
  }
  const { amount = intent.amount, currency = intent.currency } = given;
  const problem =
    currencyProblem(currency) ?? amountProblem(amount, currency) ?? customerProblem(given.customer, bench);
  if (problem) return refused(problem);
  const read = chosenMethod(given, bench);
  if ('refusal' in read) return refused(read.refusal);
  const updated: Intent = {
    ...intent,
    amount,
    currency,
    customer: given.customer ?? intent.customer,
    description: given.description === undefined ? intent.description : given.description,
    metadata: changedMetadata(intent.metadata, given.metadata),
    methodTypes: namedTypes(given) ?? intent.methodTypes,
    methodOptions: { ...intent.methodOptions, ...given.payment_method_options },
    captureMethod: given.capture_method ?? intent.captureMethod,
    setupFutureUsage: given.setup_future_usage === undefined ? intent.setupFutureUsage : given.setup_future_usage,
    receiptEmail: given.receipt_email === undefined ? intent.receiptEmail : given.receipt_email,
    shipping: given.shipping === undefined ? intent.shipping : given.shipping,
    statementDescriptor: given.statement_descriptor ?? intent.statementDescriptor,
    statementDescriptorSuffix: given.statement_descriptor_suffix ?? intent.statementDescriptorSuffix,
    transferGroup: given.transfer_group ?? intent.transferGroup,
    ...(read.value
      ? { paymentMethod: read.value.id, status: 'requires_confirmation' as const, nextAction: null, lastError: null }
      : {}),
  };
  return { shown: updated, changed: read.value ? [read.value, updated] : [updated], events: [] };
}
