import type { Refusal } from '../errors';
import { noSuch } from '../errors';
import { paymentMethodTypes } from '../payment-method-types';
import type { Intent, PaymentMethod, SetupIntent } from '../objects/records';
import type { CreateIntent, CreateSetup, UpdateIntent, UpdateSetup } from '../params/intent-params';
import type { Read } from '../params/read-params';
import type { DecisionContext, StripeDecision } from './decision';
import { changedMetadata, followedBy, stored, refused, secondsOf } from './decision';
import { requestedPaymentMethod } from './payment-methods';
import type { NamedTypes } from './named-types';
import { namedTypes } from './named-types';

/** What payment intents and set-up intents share when they are created and updated. */
type AnyIntent = Intent | SetupIntent;
type Creation = CreateIntent | CreateSetup;

/** From this version on an intent without types accepts all types that the account has enabled. */
const automaticSince = '2023-08-16';

/** The payment method types that an intent of this currency accepts. */
function typesOf(
  input: NamedTypes & Pick<Creation, 'automatic_payment_methods'>,
  currency: string | null,
  { apiVersion }: DecisionContext,
): Pick<AnyIntent, 'methodTypes' | 'automaticMethods'> {
  const { automatic_payment_methods: automatic } = input;
  const types = namedTypes(input);
  if (types && types.length > 0) return { methodTypes: types, automaticMethods: null };
  const enabled = automatic?.enabled ?? apiVersion >= automaticSince;
  if (!enabled) return { methodTypes: ['card'], automaticMethods: null };
  const open = Object.entries(paymentMethodTypes).filter(
    ([, { currencies }]) => currency === null || !currencies || currencies.includes(currency),
  );
  return {
    methodTypes: open.map(([type]) => type),
    automaticMethods: { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' },
  };
}

export function customerProblem(
  customer: string | null | undefined,
  { objects, account }: DecisionContext,
): Refusal | undefined {
  if (customer === undefined || customer === null) return undefined;
  const known = objects.find('customer', account, customer);
  return known && !known.deleted ? undefined : noSuch('customer', customer, 'customer');
}

/** The fields of a new intent before any attempt. A set-up has no currency. */
export function initialFields(
  input: Creation,
  prefix: 'pi' | 'seti',
  currency: string | null,
  context: DecisionContext,
) {
  const { moment, account } = context;
  const id = moment.newId(prefix);
  return {
    id,
    account,
    created: secondsOf(moment.nowMs),
    status: 'requires_payment_method',
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: changedMetadata({}, input.metadata),
    clientSecret: `${id}_secret_${moment.newId('s').slice(2)}`,
    paymentMethod: null,
    ...typesOf(input, currency, context),
    methodOptions: input.payment_method_options ?? {},
    returnUrl: input.return_url ?? null,
    nextAction: null,
    lastError: null,
    cancellationReason: null,
    reference: context.reference,
    delivery: context.delivery,
  } as const;
}

/** Creates an intent: confirmed at once if `confirm` is set, else requiring a confirmation or a payment method. */
export function creationDecision(
  intent: AnyIntent,
  input: Creation,
  context: DecisionContext,
  confirm: () => StripeDecision,
): StripeDecision {
  const created = stored(intent, `${intent.object}.created`);
  if (input.confirm) return followedBy(created, confirm());
  const read = requestedPaymentMethod(input, context);
  if ('refusal' in read) return refused(read.refusal);
  if (!read.value) return created;
  const ready: AnyIntent = { ...intent, paymentMethod: read.value.id, status: 'requires_confirmation' };
  return { ...stored(ready, `${intent.object}.created`), changed: [read.value, ready] };
}

/** The fields that an update changes in both. */
export const sharedChanges = (intent: AnyIntent, input: UpdateIntent | UpdateSetup) => ({
  customer: input.customer ?? intent.customer,
  description: input.description === undefined ? intent.description : input.description,
  metadata: changedMetadata(intent.metadata, input.metadata),
  methodTypes: namedTypes(input) ?? intent.methodTypes,
  methodOptions: { ...intent.methodOptions, ...input.payment_method_options },
});

/** Applies an update after checking the customer and the payment method; a new payment method requires confirmation. */
export function updateWith<A extends AnyIntent>(
  input: UpdateIntent | UpdateSetup,
  context: DecisionContext,
  change: (method: PaymentMethod | null) => A,
): StripeDecision {
  const problem = customerProblem(input.customer, context);
  if (problem) return refused(problem);
  const read: Read<PaymentMethod | null> = requestedPaymentMethod(input, context);
  if ('refusal' in read) return refused(read.refusal);
  const updated = change(read.value);
  return { shown: updated, changed: read.value ? [read.value, updated] : [updated], events: [] };
}
