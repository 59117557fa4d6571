import { refuse, type Refusal, shownPath } from '@payorch/contracts';

const textOf = (path: string): string => `${path} is not implemented`;

/** Refuses a field that this service does not know. The caller made up its name: lists show it as they show paths. */
export function unknownField(parent: string, name: string): Refusal {
  const path = `${parent}.${name}`;
  return refuse('not_implemented', { message: textOf(path), plain: textOf(shownPath(path)), path });
}
