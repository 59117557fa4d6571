import { refuse, type Refusal } from '@payorch/contracts';

const limits = { keys: 50, keyLength: 40, valueLength: 500 } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const wrong = (expected: string): Refusal => refuse('invalid_format', { field: 'metadata', expected });

/** The interface's limits for the metadata of refunds and customers. */
export function checkMetadata(metadata: object | null | undefined): Refusal | undefined {
  const entries = Object.entries(metadata ?? {});
  if (entries.length > limits.keys) return wrong(`at most ${limits.keys} keys`);
  if (entries.some(([key]) => key.length > limits.keyLength))
    return wrong(`keys of at most ${limits.keyLength} characters`);
  return entries.some(([, value]) => textOf(value).length > limits.valueLength)
    ? wrong(`values of at most ${limits.valueLength} characters`)
    : undefined;
}
