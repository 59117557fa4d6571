/** Something that must never be was: a bug. The message that led here is parked with this as its cause, never retried blindly. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** For the `default` of a switch over a union: the compiler objects as soon as a case is missing. */
export function unreachable(value: never): never {
  throw new InvariantError(`unexpected ${JSON.stringify(value)}`);
}
