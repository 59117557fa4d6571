/** A deviation from the normal handling of one call. */
export type Fault =
  | { readonly name: 'refuse' | 'hang' | 'fail_500' | 'fail_429' }
  | { readonly name: 'execute_then_hang' | 'execute_then_drop' | 'execute_then_500' | 'rubbish' }
  | { readonly name: 'wrong_amount'; readonly kept: boolean }
  | { readonly name: 'slow'; readonly ms: number }
  | { readonly name: 'pending_then_settled'; readonly ms: number; readonly status: 'succeeded' | 'failed' }
  | { readonly name: 'lookup_not_found_then_found'; readonly lookups: number }
  | { readonly name: 'duplicate_webhook'; readonly copies: number }
  | { readonly name: 'late_webhook'; readonly ms: number }
  | { readonly name: 'early_webhook' | 'no_webhook' };

export type FaultName = Fault['name'];

const maxMs = 3_600_000;

function wholeNumber(text: string | undefined, byDefault: number, largest: number): number | undefined {
  if (text === undefined || text === '') return byDefault;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return number <= largest ? number : undefined;
}

const readers: { readonly [N in FaultName]: (a?: string, b?: string) => Fault | undefined } = {
  refuse: () => ({ name: 'refuse' }),
  hang: () => ({ name: 'hang' }),
  fail_500: () => ({ name: 'fail_500' }),
  fail_429: () => ({ name: 'fail_429' }),
  execute_then_hang: () => ({ name: 'execute_then_hang' }),
  execute_then_drop: () => ({ name: 'execute_then_drop' }),
  execute_then_500: () => ({ name: 'execute_then_500' }),
  rubbish: () => ({ name: 'rubbish' }),
  wrong_amount: (kept) =>
    kept === undefined || kept === 'kept' ? { name: 'wrong_amount', kept: kept === 'kept' } : undefined,
  slow: (text) => {
    const ms = wholeNumber(text, 1000, maxMs);
    return ms === undefined ? undefined : { name: 'slow', ms };
  },
  pending_then_settled: (text, status = 'succeeded') => {
    const ms = wholeNumber(text, 1000, maxMs);
    if (ms === undefined || (status !== 'succeeded' && status !== 'failed')) return undefined;
    return { name: 'pending_then_settled', ms, status };
  },
  lookup_not_found_then_found: (text) => {
    const lookups = wholeNumber(text, 1, 1000);
    return lookups === undefined ? undefined : { name: 'lookup_not_found_then_found', lookups };
  },
  duplicate_webhook: (text) => {
    const copies = wholeNumber(text, 2, 100);
    return copies === undefined ? undefined : { name: 'duplicate_webhook', copies };
  },
  late_webhook: (text) => {
    const ms = wholeNumber(text, 5000, maxMs);
    return ms === undefined ? undefined : { name: 'late_webhook', ms };
  },
  early_webhook: () => ({ name: 'early_webhook' }),
  no_webhook: () => ({ name: 'no_webhook' }),
};

const isFaultName = (text: string): text is FaultName => Object.hasOwn(readers, text);

export const faultNames = Object.keys(readers) as readonly FaultName[];

/** Parses `hang`, `slow:500`, `pending_then_settled:2000:failed`; undefined for any other text. */
export function parseFault(text: string): Fault | undefined {
  const [name = '', ...rest] = text.trim().split(':');
  return isFaultName(name) ? readers[name](...rest) : undefined;
}

/** Writes the notation that `parseFault` reads: the ledger stores it with the request and the effect. */
export function faultText(fault: Fault): string {
  switch (fault.name) {
    case 'wrong_amount':
      return fault.kept ? 'wrong_amount:kept' : 'wrong_amount';
    case 'slow':
    case 'late_webhook':
      return `${fault.name}:${fault.ms}`;
    case 'pending_then_settled':
      return `${fault.name}:${fault.ms}:${fault.status}`;
    case 'lookup_not_found_then_found':
      return `${fault.name}:${fault.lookups}`;
    case 'duplicate_webhook':
      return `${fault.name}:${fault.copies}`;
    default:
      return fault.name;
  }
}
