import type { Refusal } from './errors';

/** The refusal with others of the same request, for its list of problems. */
export function withOthers(first: Refusal, others: readonly Refusal[]): Refusal {
  const listed = others.flatMap(({ others: inner = [], ...one }) => [one, ...inner]);
  const further = [...(first.others ?? []), ...listed];
  return further.length === 0 ? first : { ...first, others: further };
}

/** The first of the refusals with the others; undefined if there is none. The refusals are in the interface's order. */
export function joinRefusals(found: readonly (Refusal | undefined)[]): Refusal | undefined {
  const [first, ...others] = found.filter((one) => one !== undefined);
  return first && withOthers(first, others);
}

/**
 * The first refusal of the checks, in the interface's order. The checks after it run only to list what else is wrong: a
 * right request costs nothing more.
 */
export function firstRefusal<A extends readonly unknown[]>(
  checks: readonly ((...sent: A) => Refusal | undefined)[],
  ...sent: A
): Refusal | undefined {
  for (let at = 0; at < checks.length; at++) {
    const refused = checks[at]?.(...sent);
    if (refused)
      return withOthers(
        refused,
        checks.slice(at + 1).flatMap((check) => check(...sent) ?? []),
      );
  }
  return undefined;
}
