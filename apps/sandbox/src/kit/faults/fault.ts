/** The parameters of each fault. */
interface Faults {
  refuse: unknown;
  hang: unknown;
  fail_500: unknown;
  fail_429: unknown;
  execute_then_hang: unknown;
  execute_then_drop: unknown;
  execute_then_500: unknown;
  rubbish: unknown;
  wrong_amount: { readonly kept: boolean };
  slow: { readonly ms: number };
  pending_then_settled: { readonly ms: number; readonly status: 'succeeded' | 'failed' };
  lookup_not_found_then_found: { readonly lookups: number };
  duplicate_webhook: { readonly copies: number };
  late_webhook: { readonly ms: number };
  early_webhook: unknown;
  no_webhook: unknown;
}

export type FaultName = keyof Faults;
export type FaultOf<N extends FaultName> = { readonly name: N } & Faults[N];
/** A deviation from the normal handling of one call. */
export type Fault = { [N in FaultName]: FaultOf<N> }[FaultName];

const maxMs = 3_600_000;

function wholeNumber(text: string | undefined, byDefault: number, largest: number): number | undefined {
  if (text === undefined || text === '') return byDefault;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return number <= largest ? number : undefined;
}

const plain =
  <N extends FaultName>(name: N) =>
  () =>
    ({ name }) as FaultOf<N> & Fault;
/** A fault with one number. */
const counted =
  <N extends FaultName, F extends string>(name: N, field: F, byDefault: number, largest: number) =>
  (text?: string) => {
    const number = wholeNumber(text, byDefault, largest);
    return number === undefined ? undefined : ({ name, [field]: number } as unknown as FaultOf<N> & Fault);
  };

const readers: { readonly [N in FaultName]: (a?: string, b?: string) => Fault | undefined } = {
  refuse: plain('refuse'),
  hang: plain('hang'),
  fail_500: plain('fail_500'),
  fail_429: plain('fail_429'),
  execute_then_hang: plain('execute_then_hang'),
  execute_then_drop: plain('execute_then_drop'),
  execute_then_500: plain('execute_then_500'),
  rubbish: plain('rubbish'),
  wrong_amount: (kept) =>
    kept === undefined || kept === 'kept' ? { name: 'wrong_amount', kept: kept === 'kept' } : undefined,
  slow: counted('slow', 'ms', 1000, maxMs),
  pending_then_settled: (text, status = 'succeeded') => {
    const ms = wholeNumber(text, 1000, maxMs);
    if (ms === undefined || (status !== 'succeeded' && status !== 'failed')) return undefined;
    return { name: 'pending_then_settled', ms, status };
  },
  lookup_not_found_then_found: counted('lookup_not_found_then_found', 'lookups', 1, 1000),
  duplicate_webhook: counted('duplicate_webhook', 'copies', 2, 100),
  late_webhook: counted('late_webhook', 'ms', 5000, maxMs),
  early_webhook: plain('early_webhook'),
  no_webhook: plain('no_webhook'),
};

const isFaultName = (text: string): text is FaultName => Object.hasOwn(readers, text);

export const faultNames = Object.keys(readers) as readonly FaultName[];

/** Parses `hang`, `slow:500`, `pending_then_settled:2000:failed`; undefined for any other text. */
export function parseFault(text: string): Fault | undefined {
  const [name = '', ...rest] = text.trim().split(':');
  return isFaultName(name) ? readers[name](...rest) : undefined;
}

/** Writes the notation that `parseFault` reads: the ledger stores it with the request and the effect. */
export function faultText({ name, ...parameters }: Fault): string {
  const values = Object.values(parameters).map((value) => (value === true ? 'kept' : value));
  return [name, ...values.filter((value) => value !== false)].join(':');
}
