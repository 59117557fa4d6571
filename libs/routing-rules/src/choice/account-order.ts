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
export function healthyFirst<Item extends { readonly health?: unknown }>(items: readonly Item[]): readonly Item[] {
  const isHealthy = ({ health }: Item): boolean => health === undefined;
  return items.every(isHealthy) ? items : [...items.filter(isHealthy), ...items.filter((one) => !isHealthy(one))];
}

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
): RouteCandidate[] {
  let next = 0;
  let isMoved = false;
  const final = considered.map((candidate) => {
    if (candidate.filter !== null) return candidate;
    const placed = ranked[next++] ?? candidate;
    isMoved ||= placed.merchantConnectorId !== candidate.merchantConnectorId;
    return placed;
  });
  return isMoved ? withPlaces(final, considered) : final;
}

function withPlaces(final: readonly RouteCandidate[], considered: readonly RouteCandidate[]): RouteCandidate[] {
  const places = new Map(considered.map(({ merchantConnectorId }, place) => [merchantConnectorId, place]));
  return final.map((candidate, at) => {
    const place = places.get(candidate.merchantConnectorId) ?? at;
    return place === at ? candidate : { ...candidate, place };
  });
}
