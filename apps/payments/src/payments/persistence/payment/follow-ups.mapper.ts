import { minorUnitsFromJson, minorUnitsToJson } from '@payorch/kernel';
import { type FollowUp, type FollowUps, noFollowUps } from '../../domain/follow-ups';
import { factsFromJson, factsToJson, listToJson } from './stored-values';

/** Those in the body of the payment's row, each as its facts; captures have rows of their own. */
type InBody = Exclude<keyof FollowUps, 'captures'>;

/** A row lacks the kinds of which the payment has none; older rows have empty lists instead. */
export type StoredFollowUps = { readonly [K in InBody]?: readonly object[] | undefined };

/** The lists of increments have no times; their amounts are in the currency of the payment. */
const incrementToJson = (increment: FollowUp<'increments'>): object => ({
  ...increment,
  amount: minorUnitsToJson(increment.amount),
  previous: minorUnitsToJson(increment.previous),
});
const incrementFromJson = (stored: object): FollowUp<'increments'> => {
  const increment = stored as Omit<FollowUp<'increments'>, 'amount' | 'previous'> & {
    amount: number;
    previous: number;
  };
  const { amount, previous } = increment;
  return { ...increment, amount: minorUnitsFromJson(amount), previous: minorUnitsFromJson(previous) };
};

/** Dates become texts by themselves. */
const timedFromJson = (stored: object): object => {
  const { modifiedAt, ...facts } = stored as { readonly modifiedAt: string };
  return { ...factsFromJson(facts), modifiedAt: new Date(modifiedAt) };
};

const kindsInBody = (Object.keys(noFollowUps) as (keyof FollowUps)[]).filter(
  (kind): kind is InBody => kind !== 'captures',
);

export const followUpsToJson = (followUps: FollowUps): StoredFollowUps =>
  Object.fromEntries(
    kindsInBody.map((kind) => [
      kind,
      kind === 'increments'
        ? listToJson(followUps.increments, incrementToJson)
        : listToJson<FollowUp<InBody>>(followUps[kind], factsToJson),
    ]),
  );

export const followUpsFromJson = (stored: StoredFollowUps): Omit<FollowUps, 'captures'> =>
  Object.fromEntries(
    kindsInBody.map((kind) => [
      kind,
      (stored[kind] ?? []).map(kind === 'increments' ? incrementFromJson : timedFromJson),
    ]),
  ) as unknown as Omit<FollowUps, 'captures'>;
