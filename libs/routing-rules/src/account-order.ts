import type { RouteCandidate } from '@payorch/contracts';

/** The items in the order of the ids; items without a place follow in their own order. */
export function inOrder<Item>(
  items: readonly Item[],
  order: readonly string[],
  idOf: (item: Item) => string,
): readonly Item[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = (item: Item): number => places.get(idOf(item)) ?? order.length;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Unhealthy accounts after all healthy ones, each kind in its order. */
export const healthyFirst = <Item extends { readonly health?: unknown }>(items: readonly Item[]): readonly Item[] => [
  ...items.filter(({ health }) => health === undefined),
  ...items.filter(({ health }) => health !== undefined),
];

/** The candidates in the order before health and scores. */
export const inStaticOrder = (candidates: readonly RouteCandidate[]): readonly RouteCandidate[] =>
  candidates
    .map((candidate, at) => ({ candidate, place: candidate.place ?? at }))
    .sort((a, b) => a.place - b.place)
    .map(({ candidate: { place: _, ...candidate } }) => candidate);

/**
 * The candidates as they were considered: the eligible ones, in their final order, in the places of eligible ones. One that was
 * moved has its place before.
 */
export function inFinalOrder(
  considered: readonly RouteCandidate[],
  ranked: readonly RouteCandidate[],
): readonly RouteCandidate[] {
  const places = new Map(considered.map(({ merchantConnectorId }, place) => [merchantConnectorId, place]));
  let next = 0;
  return considered.map((candidate, at) => {
    const placed = candidate.filter === null ? (ranked[next++] ?? candidate) : candidate;
    const place = places.get(placed.merchantConnectorId);
    return place === undefined || place === at ? placed : { ...placed, place };
  });
}
