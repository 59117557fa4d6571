import type { Variation, WebhookPlan } from '../faults/plan';
import type { Effect, EffectKind } from '../ledger/effect';
import type { Moment } from '../moment';
import type { StoredObject } from './object-store';

/** A later outcome: its time and status are already set. */
export interface Pending {
  readonly atMs: number;
  readonly status: 'succeeded' | 'failed';
  /** The failure code, where the status is failed. */
  readonly failure: string | null;
}

/** How events of an object are sent, where a fault changes that. */
export type Delivery = Pick<WebhookPlan, 'never' | 'copies' | 'delayMs'>;
export const normalDelivery: Delivery = { never: false, copies: 1, delayMs: 0 };

/** How a fault changes the delivery; null: not at all. */
export const deliveryOf = ({ always, never, copies, delayMs }: WebhookPlan): Delivery | null =>
  always || never ? { never, copies, delayMs } : null;

export type EventDraft<R> = readonly [type: string, record: R];
/** Events of a decision by their types, in their order. */
export type Events<R> = Readonly<Record<string, R>>;

/** The result of one call. With a `refusal` the call is answered by it; `changed` is stored all the same. */
export interface Decision<R, X> {
  readonly shown?: R;
  readonly changed: readonly R[];
  readonly events: readonly EventDraft<R>[];
  readonly effect?: Effect | undefined;
  readonly refusal?: X | undefined;
}

/** The data that every decision reads, and the deviations of the fault. */
export interface DecisionContext {
  readonly account: string;
  readonly moment: Moment;
  /** The reference of the next effect in the ledger. */
  readonly reference: string;
  readonly variation: Variation;
  readonly delivery: Delivery | null;
}

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);

/** The fields of every new object. */
export const newObject = <O extends string>(
  object: O,
  prefix: string,
  { account, moment }: Pick<DecisionContext, 'account' | 'moment'>,
) => ({ object, id: moment.newId(prefix), account, created: secondsOf(moment.nowMs) });

export const effectOf = (
  kind: EffectKind,
  { reference }: Pick<Effect, 'reference'>,
  { amount, currency }: Pick<Effect, 'amount' | 'currency'>,
): Effect => ({ kind, reference, amount, currency });

/** Fields that are null. */
export const nulls = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as { readonly [P in K]: null };

type Picked<T, K extends keyof T> = { readonly [P in keyof Pick<T, K>]: Exclude<T[P], undefined> };

/** The named fields, without those that are undefined. */
export const pick = <T extends object, K extends keyof T>(input: T, ...names: readonly K[]): Picked<T, K> =>
  Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))) as Picked<T, K>;

/** What a processor's decisions return, for its objects and refusals. */
export const decisionsOf = <R extends StoredObject, X>() => {
  const unchanged: Decision<R, X> = { changed: [], events: [] };
  interface Further extends Pick<Decision<R, X>, 'effect' | 'refusal'> {
    /** Objects that are stored without an event. */
    readonly also?: readonly R[];
  }
  /** Returns `shown`; stores it, the objects of the events and `also`. */
  const decided = (shown: R, events: Events<R>, { also = [], ...rest }: Further = {}): Decision<R, X> => {
    const changed = [...new Set([...also, ...Object.values(events), shown])];
    return { shown, changed, events: Object.entries(events), ...rest };
  };
  /** Stores and returns one object, with its events. */
  const stored = (record: R, ...types: readonly string[]): Decision<R, X> =>
    decided(record, Object.fromEntries(types.map((type) => [type, record])));
  const refused = (refusal: X): Decision<R, X> => ({ ...unchanged, refusal });
  return { unchanged, decided, stored, refused };
};
