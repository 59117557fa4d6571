import { our, their } from './fixtures';
import type { Group } from './join';
import type { Verdict } from './judge';
import { judge } from './judge';
import type { Ours, Source, Theirs } from './records';

const nameOf = (verdict: Verdict) => (typeof verdict === 'string' ? verdict : verdict.name);
const verdictOf = (ours: Partial<Ours> | null, theirs: readonly Partial<Theirs>[], source: Source = 'list') =>
  nameOf(judge({ ours: ours && our('a', ours), theirs: theirs.map((one) => their('a', one)) }, source));

const dead = { state: 'failed', moved: 0 } as const;
const authorized = { state: 'authorized', moved: 0 } as const;
const pending = { state: 'pending', moved: 0 } as const;
const won = { kind: 'dispute', state: 'won', moved: 0 } as const;

it.each<[string, Partial<Ours> | null, Partial<Theirs>[], string]>([
  ['the same', {}, [{}], 'matched'],
  ['a part captured', { moved: 400 }, [{ moved: 400 }], 'matched'],
  ['failed on both sides', dead, [dead], 'matched'],
  ['failed here and canceled there', dead, [{ state: 'canceled', moved: 0 }], 'matched'],
  ['of a failed one the sum does not matter', dead, [{ ...dead, amount: 900 }], 'matched'],
  ['won on both sides', won, [won], 'matched'],
  ['a sum that the processor does not list', {}, [{ amount: null }], 'matched'],
  ['pending on both sides', { ...pending, isWaiting: true }, [pending], 'matched'],

  ['a charge without one of ours', null, [{}], 'missing_here'],
  ['an authorization without one of ours', null, [authorized], 'missing_here'],
  ['an open dispute without one of ours', null, [{ kind: 'dispute', state: 'open', moved: 0 }], 'missing_here'],
  ['a pending one without one of ours', null, [pending], 'missing_here'],
  ['a failed charge without one of ours', null, [dead], 'nothing_moved'],
  ['a won dispute without one of ours', null, [won], 'nothing_moved'],

  ['a charge that the processor lacks', {}, [], 'missing_there'],
  ['an authorization that the processor lacks', authorized, [], 'missing_there'],
  ['a failed one that the processor lacks', dead, [], 'nothing_moved'],
  ['a payment of nothing, such as a mandate', { amount: 0, moved: 0 }, [], 'nothing_moved'],
  ['a pending one of nothing', { ...pending, amount: 0, isWaiting: true }, [], 'nothing_moved'],

  ['two charges for one of ours', {}, [{}, { reference: 'ref_b' }], 'double'],
  ['a charge and an authorization', {}, [{}, { reference: 'ref_b', ...authorized }], 'double'],
  ['a charge and one that may still succeed', {}, [{}, { reference: 'ref_b', ...pending }], 'double'],
  [
    'two charges, while we wait',
    { reference: null, ...pending, isWaiting: true },
    [{}, { reference: 'ref_b' }],
    'double',
  ],
  ['a second charge, the first not listed', {}, [{ reference: 'ref_b' }], 'double'],
  ['a charge after a failed one of the same id', {}, [{}, { reference: 'ref_b', ...dead }], 'matched'],
  ['a failed one of the same id, and no charge', {}, [{ reference: 'ref_b', ...dead }], 'missing_there'],
  ['a payout whose other object is listed', { kind: 'payout' }, [{ kind: 'payout', reference: 'ref_b' }], 'matched'],
  [
    'a payout that waits for the bank, whose transfer is listed',
    { kind: 'payout', ...pending, isWaiting: true },
    [{ kind: 'payout', reference: 'tr_a' }],
    'matched',
  ],
  ['a payout that waits for the merchant', { kind: 'payout', ...pending }, [{ kind: 'payout' }], 'matched'],
  ['a payout that was paid', { kind: 'payout', ...pending, isWaiting: true }, [{ kind: 'payout' }], 'waiting'],
  [
    'a payout whose transfer has another sum',
    { kind: 'payout', ...pending, isWaiting: true },
    [{ kind: 'payout', reference: 'tr_a', moved: 900 }],
    'waiting',
  ],
  ['two failed ones', { reference: null, ...dead }, [dead, { ...dead, reference: 'ref_b' }], 'matched'],

  ['another amount', {}, [{ amount: 900 }], 'different_sums'],
  ['more captured', { moved: 400 }, [{}], 'different_sums'],
  ['another currency', {}, [{ currency: 'EUR' }], 'different_sums'],
  ['captured there alone', authorized, [{}], 'different_sums'],
  ['failed here and charged there', dead, [{}], 'different_sums'],
  ['charged here and failed there', {}, [dead], 'different_sums'],

  ['failed here and authorized there', dead, [authorized], 'different_states'],
  ['failed here and pending there', dead, [pending], 'different_states'],
  [
    'a dispute lost here and open there',
    { kind: 'dispute', state: 'lost' },
    [{ kind: 'dispute', state: 'open' }],
    'different_states',
  ],
  ['a dispute won here and open there', won, [{ ...won, state: 'open' }], 'different_states'],

  ['we wait, and it is charged', { ...pending, isWaiting: true }, [{}], 'waiting'],
  ['we wait, and it failed', { ...pending, isWaiting: true }, [dead], 'waiting'],
  ['we wait for the capture of an authorized one', { ...authorized, isWaiting: true }, [authorized], 'waiting'],
  ['we wait, and the processor has nothing', { ...pending, reference: null, isWaiting: true }, [], 'waiting'],
  ['both wait, for different sums', { ...pending, isWaiting: true }, [{ ...pending, amount: 900 }], 'waiting'],
])('in the processor’s list: %s', (_, ours, theirs, name) => expect(verdictOf(ours, theirs)).toBe(name));

it.each<[string, Partial<Ours> | null, Partial<Theirs>[], string]>([
  ['what moved', {}, [{ amount: null }], 'matched'],
  ['no row of an authorization', authorized, [], 'nothing_moved'],
  ['no row of a pending one', { ...pending, isWaiting: true }, [], 'nothing_moved'],
  ['no row of a charge', {}, [], 'missing_there'],
  ['states are not compared', { kind: 'dispute', state: 'lost' }, [{ kind: 'dispute', state: 'open' }], 'matched'],
  ['less settled', {}, [{ amount: null, moved: 900 }], 'different_sums'],
  ['a row without one of ours', null, [{ amount: null }], 'missing_here'],
  ['a row without money', null, [{ amount: null, moved: 0 }], 'nothing_moved'],
  ['a row of what we wait for', { ...pending, isWaiting: true }, [{ amount: null }], 'waiting'],
])('in a settlement file: %s', (_, ours, theirs, name) => expect(verdictOf(ours, theirs, 'settlement')).toBe(name));

it.each<[Partial<Theirs>, readonly string[]]>([
  [{ amount: 900 }, ['amount']],
  [{ moved: 900 }, ['moved']],
  [{ currency: 'EUR', moved: 0, state: 'authorized' }, ['moved', 'currency', 'state']],
  [{ state: 'pending' }, ['state']],
])('%j is named', (theirs, differs) => {
  const group: Group = { ours: our('a'), theirs: [their('a', theirs)] };
  expect(judge(group, 'list')).toMatchObject({ ...group, kind: 'payment', differs });
});
