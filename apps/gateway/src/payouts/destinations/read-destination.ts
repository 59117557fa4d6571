import { firstRefusal, isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { CardPayout } from '@payorch/rest';
import { checkExpiry, inPlace } from '../../sealing';
import type { PayoutRequest } from '../domain/payout-request';
import { readBankAccount } from './bank-account';
import type { OpenDestination } from './open-destination';
import { readWallet } from './wallet';

const place = 'payout_method_data';
const invalid = refuse('invalid_request', { message: 'Payout method data is invalid', path: place });

/** No connector pays to these: to accept one would promise a payout that none can make. */
const unserved = ['bank_redirect', 'passthrough', 'bank_transfer'] as const;

const holderPattern = /^[^\p{Cc}]{1,255}$/u;

function readCard(sent: CardPayout, now: Date): OpenDestination | Refusal {
  const { card_number, expiry_month, expiry_year, card_holder_name, card_network } = sent;
  const card = { card_number, card_exp_month: expiry_month, card_exp_year: expiry_year, card_holder_name };
  const refused = firstRefusal([
    () => inPlace(checkExpiry(card, now), (field) => `${place}.card.${field.replace('card_exp', 'expiry')}`),
    () =>
      holderPattern.test(card_holder_name)
        ? undefined
        : refuse('invalid_format', { field: `${place}.card.card_holder_name`, expected: 'at most 255 characters' }),
  ]);
  return refused ?? { type: 'card', card, network: card_network ?? null };
}

/** Where the request sends the money; null: it names no destination of its own. The shape and the card number are checked. */
export function readDestination(
  { payout_method_data: data, payout_type: type }: Pick<PayoutRequest, 'payout_method_data' | 'payout_type'>,
  now: Date,
): OpenDestination | Refusal | null {
  if (type === 'bank_redirect')
    return refuse('not_implemented', { message: 'payout_type bank_redirect is not implemented', path: 'payout_type' });
  if (!data) return null;
  const named = unserved.find((kind) => data[kind] !== undefined);
  if (named) {
    const path = `${place}.${named}`;
    return refuse('not_implemented', { message: `${path} is not implemented`, path });
  }
  const read = data.card
    ? readCard(data.card, now)
    : data.wallet
      ? readWallet(data.wallet, now)
      : readBankAccount(data.bank);
  if (isRefusal(read)) return read;
  return type && type !== read.type ? invalid : read;
}
