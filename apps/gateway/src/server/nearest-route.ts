import { editsBetween } from '../errors';

/** A route of the published interface: `POST`, `/payments/{payment_id}/capture`. */
export interface PublicRoute {
  readonly method: string;
  readonly url: string;
}

const longestPath = 256;
/** Edits and skipped segments that a mistaken path may have in all. */
const mostCost = 4;
/** A prefix that the interface does not have, such as `/api` or `/v1`. */
const prefixCost = 2;

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string): boolean => segment.startsWith('{');

function segmentCost(given: string, known: string): number {
  if (isParameter(known) || given === known) return 0;
  const edits = editsBetween(given, known);
  return edits === undefined ? Infinity : Math.max(1, edits);
}

/** Infinity where the path has another number of segments, after a prefix of at most two. */
function pathCost(given: readonly string[], known: readonly string[]): number {
  const prefix = given.length - known.length;
  if (prefix < 0 || prefix > 2) return Infinity;
  return known.reduce(
    (cost, segment, at) => cost + segmentCost(given[prefix + at] ?? '', segment),
    prefix * prefixCost,
  );
}

/** A mistaken write more probably means another write. */
const methodCost = (given: string, known: string): number => {
  if (given === known) return 0;
  return (given === 'GET') === (known === 'GET') ? 1 : 2;
};

/**
 * The published route that a request without a route resembles most: by its path, then by its method, then the one with the
 * fewest parameters. The answer is the route's pattern, never a part of the request.
 */
export function nearestRoute(method: string, url: string, routes: readonly PublicRoute[]): string | undefined {
  const path = url.split('?', 1)[0] ?? '';
  if (path.length > longestPath) return undefined;
  const given = segmentsOf(path);
  let best: { readonly route: PublicRoute; readonly rank: readonly number[] } | undefined;
  for (const route of routes) {
    const known = segmentsOf(route.url);
    const cost = known.length === 0 ? Infinity : pathCost(given, known);
    if (cost > mostCost) continue;
    const rank = [cost, methodCost(method, route.method), known.filter(isParameter).length];
    if (!best || isLess(rank, best.rank)) best = { route, rank };
  }
  return best && `${best.route.method} ${best.route.url}`;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
