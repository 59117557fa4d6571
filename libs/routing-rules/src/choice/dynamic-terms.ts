import { dynamicTerms, type DynamicTerms, type Json } from '@payorch/contracts';
import { itemOf, memberOf } from '../program/report';
import type { Problem } from '../program/rule-program';

const pathOf = (steps: readonly PropertyKey[]): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? itemOf(path, step) : memberOf(path, String(step))),
    '',
  );

/** The terms of a feature of dynamic routing, or everything that keeps them from being read. */
export function readDynamicTerms(sent: Json): DynamicTerms | readonly Problem[] {
  const read = dynamicTerms.safeParse(sent);
  if (read.success) return read.data;
  return read.error.issues.map(({ path, message }) => ({ path: pathOf(path), problem: `is unreadable (${message})` }));
}
