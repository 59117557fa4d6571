import type { Refusal } from '../errors';
import { noSuch } from '../errors';
import { methods } from '../methods';
import type { Intent, PaymentMethod, SetupIntent } from '../objects/records';
import type { CreateIntent, CreateSetup, UpdateIntent, UpdateSetup } from '../params/intent-params';
import type { Read } from '../params/read';
import type { Bench, StripeDecision } from './decision';
import { changedMetadata, followedBy, kept, refused, secondsOf } from './decision';
import { chosenMethod } from './make-method';
import type { NamedTypes } from './named-types';
import { namedTypes } from './named-types';

/** What payments and set-ups are made and changed with alike. */
type Asking = Intent | SetupIntent;
type Creation = CreateIntent | CreateSetup;

/** From this version on an intent that names no types takes whatever the account has switched on. */
const automaticSince = '2023-08-16';

/** The types that an intent of this currency is open to. */
function typesOf(
  given: NamedTypes & Pick<Creation, 'automatic_payment_methods'>,
  currency: string | null,
  { apiVersion }: Bench,
): Pick<Asking, 'methodTypes' | 'automaticMethods'> {
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

/** What both are when nothing was tried yet. A set-up has no currency. */
export function beginningOf(given: Creation, prefix: 'pi' | 'seti', currency: string | null, bench: Bench) {
  const { moment, account } = bench;
  const id = moment.newId(prefix);
  return {
    id,
    account,
    created: secondsOf(moment.nowMs),
    status: 'requires_payment_method',
    customer: given.customer ?? null,
    description: given.description ?? null,
    metadata: changedMetadata({}, given.metadata),
    clientSecret: `${id}_secret_${moment.newId('s').slice(2)}`,
    paymentMethod: null,
    ...typesOf(given, currency, bench),
    methodOptions: given.payment_method_options ?? {},
    returnUrl: given.return_url ?? null,
    nextAction: null,
    lastError: null,
    cancellationReason: null,
    reference: bench.reference,
    delivery: bench.delivery,
  } as const;
}

/** Confirmed at once where that is asked for; else it waits, with the method that is named or for one. */
export function begun(asking: Asking, given: Creation, bench: Bench, confirm: () => StripeDecision): StripeDecision {
  const created = kept(asking, `${asking.object}.created`);
  if (given.confirm) return followedBy(created, confirm());
  const read = chosenMethod(given, bench);
  if ('refusal' in read) return refused(read.refusal);
  if (!read.value) return created;
  const ready: Asking = { ...asking, paymentMethod: read.value.id, status: 'requires_confirmation' };
  return { ...kept(ready, `${asking.object}.created`), changed: [read.value, ready] };
}

/** What an update changes of both. */
export const changedAlike = (asking: Asking, given: UpdateIntent | UpdateSetup) => ({
  customer: given.customer ?? asking.customer,
  description: given.description === undefined ? asking.description : given.description,
  metadata: changedMetadata(asking.metadata, given.metadata),
  methodTypes: namedTypes(given) ?? asking.methodTypes,
  methodOptions: { ...asking.methodOptions, ...given.payment_method_options },
});

/** The update, where its customer and its method are there; a method that is named waits for the confirmation. */
export function updatedBy<A extends Asking>(
  given: UpdateIntent | UpdateSetup,
  bench: Bench,
  change: (method: PaymentMethod | null) => A,
): StripeDecision {
  const problem = customerProblem(given.customer, bench);
  if (problem) return refused(problem);
  const read: Read<PaymentMethod | null> = chosenMethod(given, bench);
  if ('refusal' in read) return refused(read.refusal);
  const updated = change(read.value);
  return { shown: updated, changed: read.value ? [read.value, updated] : [updated], events: [] };
}
