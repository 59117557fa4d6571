import type { PayoutChanges, PayoutDestination, PayoutFields, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import { isIn, move, type Payout } from './payout';
import { marksOf } from './payout-states';
import { statusOf } from './payout.status';

/** What a request changes of a payout. */
export interface Change {
  readonly changes: PayoutChanges;
  readonly destination: PayoutDestination | null;
  readonly payoutMethodId: string | null;
}

/** No processor gets them: they may change while a step is under way. */
const texts: ReadonlySet<string> = new Set<keyof PayoutFields>([
  ...(['metadata', 'description', 'returnUrl', 'merchantOrderReferenceId', 'businessLabel'] as const),
]);

type Sent<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields for which `isAbsent` holds. */
const without = <T extends object>(values: T, isAbsent: (value: unknown) => boolean): Sent<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isAbsent(value))) as Sent<T>;

function merged(fields: PayoutFields, { amount, currency, customer, ...changes }: PayoutChanges): PayoutFields {
  const { money } = fields;
  return {
    ...fields,
    ...without(changes, (value) => value === undefined),
    money: { amount: amount ?? money.amount, currency: currency ?? money.currency },
    customer: { ...fields.customer, ...without(customer ?? {}, (value) => value === null) },
  };
}

/** Everything that the request changes is a text that no processor gets. */
function changesTextsOnly({ fields, destination }: Payout, after: PayoutFields, change: Change): boolean {
  const differing = (Object.keys(after) as (keyof PayoutFields)[]).filter(
    (name) => !isSameValue(after[name], fields[name]),
  );
  const isSameDestination = change.destination === null || change.destination.fingerprint === destination?.fingerprint;
  return isSameDestination && differing.every((name) => texts.has(name));
}

const notUpdatable = (payout: Payout): Refusal =>
  refuse('invalid_request', {
    message: `Payout ${payout.payoutId} cannot be updated for status ${statusOf(payout)}`,
  });

/** The payout with what a request changes, where its state permits that. */
export function changed(payout: Payout, change: Change): Payout | Refusal {
  const { updatable } = marksOf(payout.state);
  const fields = merged(payout.fields, change.changes);
  if (updatable === undefined || (updatable === 'texts' && !changesTextsOnly(payout, fields, change)))
    return notUpdatable(payout);
  const updated = { ...payout, fields };
  return updatable === 'texts' || change.destination === null ? updated : withDestination(updated, change);
}

/** A payout waits for its confirmation once it has a destination. */
export function withDestination(
  payout: Payout,
  { destination, payoutMethodId }: Pick<Change, 'destination' | 'payoutMethodId'>,
): Payout {
  const given = { ...payout, destination, payoutMethodId };
  return isIn(given, 'requires_payout_method_data') ? move(given, 'destination_given', {}) : given;
}
