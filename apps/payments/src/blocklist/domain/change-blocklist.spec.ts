import type { BlocklistDataKind } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { BlocklistEntry } from './blocklist-entry';
import { addEntry, checkEntry, removeEntry } from './change-blocklist';

const now = new Date('2026-01-05T10:00:00.000Z');
const later = new Date('2026-01-05T11:00:00.000Z');
const about = (dataKind: BlocklistDataKind) => ({ merchantId: 'acme_1' as MerchantId, dataKind, data: '424242' });
const blocked = (dataKind: BlocklistDataKind): BlocklistEntry => ({
  ...about(dataKind),
  version: 1,
  createdAt: now,
  removedAt: null,
});
const removed = (dataKind: BlocklistDataKind): BlocklistEntry => ({ ...blocked(dataKind), version: 2, removedAt: now });

const ofBin = 'provided bin is already blocked';
const absent = 'could not find a blocklist entry for the given bin';

describe.each<[BlocklistDataKind, string, string]>([
  ['card_bin', ofBin, absent],
  ['extended_card_bin', ofBin, absent],
  [
    'payment_method',
    'data associated with the given fingerprint is already blocked',
    'no blocklist record for the given fingerprint id was found',
  ],
])('an entry of the kind %s', (kind, isBlocked, isAbsent) => {
  it('is added once', () => {
    expect(addEntry(undefined, about(kind), now)).toEqual(blocked(kind));
    expect(addEntry(blocked(kind), about(kind), later)).toEqual(refuse('precondition_failed', { message: isBlocked }));
  });

  it('is added anew after it was removed', () =>
    expect(addEntry(removed(kind), about(kind), later)).toEqual({ ...blocked(kind), version: 3, createdAt: later }));

  it('is removed once', () => {
    expect(removeEntry(blocked(kind), about(kind), now)).toEqual(removed(kind));
    const notFound = refuse('not_found', { message: isAbsent });
    expect(removeEntry(removed(kind), about(kind), later)).toEqual(notFound);
    expect(removeEntry(undefined, about(kind), later)).toEqual(notFound);
  });
});

describe('the check of a command', () => {
  const entries = { none: undefined, blocked: blocked('card_bin'), removed: removed('card_bin') };

  it.each<[keyof typeof entries, 'blocked' | 'unblocked', boolean]>([
    ['none', 'blocked', false],
    ['none', 'unblocked', false],
    ['blocked', 'blocked', true],
    ['blocked', 'unblocked', false],
    ['removed', 'blocked', false],
    ['removed', 'unblocked', true],
  ])('of an entry that is %s and should be %s finds its result: %s', (state, expected, isFound) =>
    expect(checkEntry(entries[state], { ...about('card_bin'), expected })).toEqual(
      isFound ? entries[state] : refuse('not_begun_in_time'),
    ),
  );
});
