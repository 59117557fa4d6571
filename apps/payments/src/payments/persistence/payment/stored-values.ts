import type { Split } from '@payorch/contracts';
import type { Currency, Money } from '@payorch/kernel';
import { minorUnitsFromJson, minorUnitsToJson } from '@payorch/kernel';
import type { AuthorizationTerms, Overcapture } from '../../domain/attempts/attempt';

/**
 * Leaves out of the JSON what a payment lacks: a null takes its name and eight bytes in every row. Changes the object, which
 * must be the caller's own: a copy would cost more than the nulls.
 */
export function withoutNulls(own: Record<string, unknown>): object {
  for (const name in own) if (own[name] === null) own[name] = undefined;
  return own;
}

/** Undefined for an empty list, which a row lacks. */
export function listToJson<T>(list: readonly T[], change?: (one: T) => object): readonly object[] | undefined {
  if (list.length === 0) return undefined;
  return change ? list.map(change) : (list as readonly object[]);
}

/** Amounts inside jsonb have a shape of their own, so that they are read as `bigint` anywhere in the facts. */
export interface StoredMoney {
  readonly minor: number;
  readonly currency: Currency;
}
export const moneyToJson = ({ amount, currency }: Money): StoredMoney => ({
  minor: minorUnitsToJson(amount),
  currency,
});
export const moneyFromJson = ({ minor, currency }: StoredMoney): Money => ({
  amount: minorUnitsFromJson(minor),
  currency,
});

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
const isStoredMoney = (value: unknown): value is StoredMoney =>
  typeof value === 'object' && value !== null && 'minor' in value;

export const mapValues = (object: object, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

export const factsToJson = (facts: object): object =>
  mapValues(facts, (value) => (isMoney(value) ? moneyToJson(value) : value));
export const factsFromJson = (facts: object): object =>
  mapValues(facts, (value) => (isStoredMoney(value) ? moneyFromJson(value) : value));

export interface StoredOvercapture {
  readonly isEnabled: boolean | null;
  readonly maximum: StoredMoney | null;
}
export const overcaptureToJson = ({ isEnabled, maximum }: Overcapture): StoredOvercapture => ({
  isEnabled,
  maximum: maximum && moneyToJson(maximum),
});
export const overcaptureFromJson = ({ isEnabled, maximum }: StoredOvercapture): Overcapture => ({
  isEnabled,
  maximum: maximum && moneyFromJson(maximum),
});

export type StoredTerms = Omit<AuthorizationTerms, 'reportedAt'> & { readonly reportedAt: string };

export interface StoredSplit extends Omit<Split, 'applicationFee'> {
  readonly applicationFee: number;
}
export const splitToJson = (split: Split): StoredSplit => ({
  ...split,
  applicationFee: minorUnitsToJson(split.applicationFee),
});
export const splitFromJson = (stored: StoredSplit): Split => ({
  ...stored,
  applicationFee: minorUnitsFromJson(stored.applicationFee),
});

export const termsFromJson = (stored: StoredTerms | null): AuthorizationTerms | null =>
  stored && { ...stored, reportedAt: new Date(stored.reportedAt) };
