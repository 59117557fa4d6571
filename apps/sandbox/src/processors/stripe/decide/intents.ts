import { newObject, nulls, pick } from '../../../kit/objects/decision';
import type { Flow } from '../../../kit/objects/method-flows';
import type { Refusal, StripeError } from '../errors';
import { invalidRequest, noSuch, parameterMissing, unexpectedState } from '../errors';
import type { AnyIntent, Intent, NextAction, PaymentMethod } from '../objects/records';
import type { ConfirmSetup, CreateIntent, CreateSetup, UpdateIntent, UpdateSetup } from '../params/intent-params';
import { isPage, paymentMethodTypeOf, paymentMethodTypes } from '../payment-method-types';
import type { DecisionContext, StripeDecision } from './decision';
import { changedMetadata, decided, followedBy, reading, refused, stored } from './decision';
import { ownerProblem, requestedPaymentMethod } from './payment-methods';

/** An intent in the attempt with a payment method. */
export interface Attempt<A extends AnyIntent> {
  readonly intent: A;
  readonly method: PaymentMethod;
  readonly context: DecisionContext;
}

/** What payment intents and set-up intents share. */
type Creation = CreateIntent | CreateSetup;

/** An intent in these states can be confirmed, updated and canceled. */
export const openStatuses: readonly AnyIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export interface CancelReason {
  readonly cancellation_reason?: string | null | undefined;
}

/** The refusal of a call that needs another status. */
export const statusProblem = ({ id, status }: Intent, why: string, past: string, allowed: string): Refusal =>
  unexpectedState(
    `${why} because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be ${past}: ${allowed}.`,
    id,
  );

const nounOf = ({ object }: AnyIntent): string => (object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent');

type NamedTypes = Pick<Creation, 'payment_method_types' | 'allowed_payment_method_types'>;
export const namedTypes = (input: NamedTypes): readonly string[] | undefined =>
  input.allowed_payment_method_types ?? input.payment_method_types;

/** From this version on an intent without types accepts all types that the account has enabled. */
const automaticSince = '2023-08-16';

/** The payment method types that an intent of this currency accepts. */
function typesOf(
  input: Creation,
  currency: string | null,
  apiVersion: string,
): Pick<AnyIntent, 'payment_method_types' | 'automatic_payment_methods'> {
  const { automatic_payment_methods: automatic } = input;
  const named = namedTypes(input) ?? [];
  const isAutomatic = named.length === 0 && (automatic?.enabled ?? apiVersion >= automaticSince);
  if (!isAutomatic) {
    return { payment_method_types: named.length > 0 ? named : ['card'], automatic_payment_methods: null };
  }
  const open = Object.entries(paymentMethodTypes).filter(
    ([, { currencies }]) => currency === null || !currencies || currencies.includes(currency),
  );
  return {
    payment_method_types: open.map(([type]) => type),
    automatic_payment_methods: { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' },
  };
}

export function customerProblem(id: string | undefined, { objects, account }: DecisionContext): Refusal | undefined {
  const known = id === undefined ? undefined : objects.find('customer', account, id);
  return id === undefined || (known && !known.deleted) ? undefined : noSuch('customer', id, 'customer');
}

/** The fields of a new intent before any attempt. A set-up has no currency. */
export function newIntent<O extends AnyIntent['object']>(
  object: O,
  input: Creation,
  currency: string | null,
  context: DecisionContext,
) {
  const base = newObject(object, object === 'payment_intent' ? 'pi' : 'seti', context);
  return {
    ...base,
    status: 'requires_payment_method' as const,
    ...nulls('customer', 'description', 'payment_method', 'nextAction', 'lastError', 'cancellation_reason'),
    ...pick(input, 'customer', 'description'),
    metadata: changedMetadata({}, input.metadata),
    client_secret: `${base.id}_secret_${context.moment.newId('s').slice(2)}`,
    ...typesOf(input, currency, context.apiVersion),
    methodOptions: input.payment_method_options ?? {},
    returnUrl: input.return_url ?? null,
    reference: context.reference,
    delivery: context.delivery,
  };
}

/** Creates an intent: confirmed at once if `confirm` is set, else requiring a confirmation or a payment method. */
export function creationDecision(
  intent: AnyIntent,
  input: Creation,
  context: DecisionContext,
  confirm: () => StripeDecision,
): StripeDecision {
  const event = `${intent.object}.created`;
  if (input.confirm) return followedBy(stored(intent, event), confirm());
  return reading(requestedPaymentMethod(input, context), (method) => {
    if (!method) return stored(intent, event);
    const ready: AnyIntent = { ...intent, status: 'requires_confirmation', payment_method: method.id };
    return decided(ready, { [event]: ready }, { also: [method] });
  });
}

/** Applies an update after checking the customer and the payment method; a new payment method requires confirmation. */
export function updateWith<A extends AnyIntent>(
  intent: A,
  input: UpdateIntent | UpdateSetup,
  context: DecisionContext,
  changes: Partial<A>,
): StripeDecision {
  const problem = customerProblem(input.customer, context);
  if (problem) return refused(problem);
  const read = requestedPaymentMethod(input, context);
  if ('refusal' in read) return refused(read.refusal);
  const method = read.value;
  const changed: AnyIntent = {
    ...intent,
    ...pick(input, 'customer', 'description'),
    metadata: changedMetadata(intent.metadata, input.metadata),
    payment_method_types: namedTypes(input) ?? intent.payment_method_types,
    methodOptions: { ...intent.methodOptions, ...input.payment_method_options },
    ...changes,
    ...(method && { status: 'requires_confirmation', payment_method: method.id }),
  };
  return decided(changed, {}, { also: method ? [method] : [] });
}

/** Confirms with the payment method of the request, else with the one set before; `none`: the refusal without any. */
export function confirmWith<A extends AnyIntent>(
  { intent, context }: Omit<Attempt<A>, 'method'>,
  input: ConfirmSetup,
  none: Refusal,
  confirm: (method: PaymentMethod) => StripeDecision,
): StripeDecision {
  const { payment_method: before } = intent;
  const isNamed = input.payment_method_data || input.payment_method || before === null;
  return reading(requestedPaymentMethod(isNamed ? input : { payment_method: before }, context), (method) =>
    method ? confirm(method) : refused(none),
  );
}

const pageLifeMs = 36_000_000;
const voucherLifeMs = 7 * 86_400_000;

const actions: Readonly<Partial<Record<Flow, NextAction['type']>>> = {
  debit: 'verify_with_microdeposits',
  voucher: 'multibanco_display_details',
  bank_transfer: 'display_bank_transfer_instructions',
  app: 'blik_authorize',
};

/** The next action that this payment method requires of the customer. Without a return URL, Stripe's own script shows the page. */
function nextActionOf({ intent: { object, returnUrl }, method, context }: Attempt<AnyIntent>): NextAction {
  const { name, flow, action } = paymentMethodTypeOf(method.type)!;
  const { nowMs, newId } = context.moment;
  const redirect = returnUrl === null ? 'use_stripe_sdk' : 'redirect_to_url';
  return {
    key: newId('payatt'),
    name,
    expiresAtMs: nowMs + (flow === 'voucher' || flow === 'bank_transfer' ? voucherLifeMs : pageLifeMs),
    type: actions[flow] ?? (object === 'payment_intent' && action ? action : redirect),
  };
}

/** Requires an action of the customer; `rest` is what the intent has besides. */
export function requireAction<A extends AnyIntent>(attempt: Attempt<A>, rest: Partial<A> = {}): StripeDecision {
  const { intent, method } = attempt;
  const nextAction = nextActionOf(attempt);
  const requiring: AnyIntent = {
    ...intent,
    ...rest,
    status: 'requires_action',
    payment_method: method.id,
    lastError: null,
    nextAction,
  };
  return decided(requiring, { [`${intent.object}.requires_action`]: requiring }, { also: [method] });
}

/** Returns the intent to the state that requires another payment method. */
export const requirePaymentMethod = <A extends AnyIntent>(intent: A, error: StripeError): A => ({
  ...intent,
  ...(intent.object === 'payment_intent' && { pending: null }),
  status: 'requires_payment_method',
  payment_method: null,
  nextAction: null,
  lastError: error,
});

/** Payment methods that may redirect the customer need a `return_url`. */
function returnUrlProblem(intent: AnyIntent, { type }: PaymentMethod): Refusal | undefined {
  if (intent.returnUrl !== null) return undefined;
  const noun = nounOf(intent);
  if (intent.automatic_payment_methods?.allow_redirects === 'always') {
    return invalidRequest(
      `This ${noun} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
    );
  }
  if (!isPage(type) || paymentMethodTypeOf(type)?.action?.includes('qr_code')) return undefined;
  const message = `A \`return_url\` must be provided when confirming a ${noun} with a ${type} payment method.`;
  return parameterMissing(message, 'return_url');
}

/** The payment method's type must be one that the intent accepts. */
function typeProblem(intent: AnyIntent, { type }: PaymentMethod): Refusal | undefined {
  if (intent.payment_method_types.includes(type)) return undefined;
  const noun = nounOf(intent);
  return invalidRequest(
    `The PaymentMethod provided (${type}) is not allowed for this ${noun}. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}. Alternately update the allowed payment_method_types for this ${noun} to include "${type}".`,
    { param: 'payment_method' },
  );
}

/** The refusals of a payment method that the intent cannot take. */
export const confirmationProblem = (intent: AnyIntent, method: PaymentMethod): Refusal | undefined =>
  typeProblem(intent, method) ?? ownerProblem(method, intent.customer) ?? returnUrlProblem(intent, method);
