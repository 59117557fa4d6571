import type { BlocklistDataKind, BlocklistItem, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { type BlocklistRequest, cardNumberFault } from '@payorch/rest';

/** The words of requests and their kinds. A list has the kinds; an upload may have either. */
const kinds: Readonly<Record<BlocklistRequest['type'], BlocklistDataKind>> = {
  card_bin: 'card_bin',
  extended_card_bin: 'extended_card_bin',
  fingerprint: 'payment_method',
};

const wrong = (expected: string): Refusal => refuse('invalid_format', { field: 'data', expected });

/** A card number is no fingerprint: it would be stored in clear. */
const looksLikeCard = (data: string): boolean => data.length >= 12 && cardNumberFault(data) === undefined;
const isFingerprint = (data: string): boolean => /^[\x21-\x7e]{1,64}$/.test(data) && !looksLikeCard(data);

function checkData(dataKind: BlocklistDataKind, data: string): Refusal | undefined {
  switch (dataKind) {
    case 'card_bin':
      return /^\d{6}$/.test(data) ? undefined : wrong('a 6 digit number');
    case 'extended_card_bin':
      return /^\d{8}$/.test(data) ? undefined : wrong('an 8 digit number');
    case 'payment_method':
      return isFingerprint(data) ? undefined : wrong('a fingerprint of 1 to 64 printable characters');
  }
}

/** The entry that a request names. */
export function itemOf({ type, data }: BlocklistRequest): BlocklistItem | Refusal {
  const dataKind = kinds[type];
  return checkData(dataKind, data) ?? { dataKind, data };
}

/** The entry of a row of an upload; undefined for an invalid row. */
export function itemOfRow({
  type = '',
  data_kind: named = type,
  data = '',
}: Readonly<Record<string, string>>): BlocklistItem | undefined {
  const dataKind = Object.entries(kinds).find(([word, kind]) => named === word || named === kind)?.[1];
  return dataKind && checkData(dataKind, data) === undefined ? { dataKind, data } : undefined;
}

/** The first error in the header of an upload. Other columns are ignored. */
export function faultOfHeader(names: readonly string[]): string | undefined {
  if (!names.includes('data')) return 'missing column `data`';
  return names.includes('type') || names.includes('data_kind') ? undefined : 'missing column `type`';
}
