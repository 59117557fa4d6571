/**
 * A bug: an impossible state. The message that led to it is dead-lettered with this error as its cause and is not
 * retried.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** For the `default` of a switch over a union: the compiler reports a missing case. */
export function unreachable(value: never): never {
  throw new InvariantError(`unexpected ${JSON.stringify(value)}`);
}
