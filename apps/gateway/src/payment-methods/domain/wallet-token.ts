import { refuse, type JsonObject, type Refusal } from '@payorch/contracts';
import { cardNumberFault, type PaymentMethodCreate, withoutBlanks } from '@payorch/rest';
import { checkExpiry } from '../../sealing';

/** A decrypted token of a wallet: it stands for a card, and a connector charges it without the wallet. */
export interface WalletToken {
  readonly type: 'apple_pay' | 'google_pay';
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly holderName: string | null;
  readonly network: string | null;
}

/** Where a request may have a token: its path, its wallet, and the name of its number. Sources: `WalletDetail`, `Wallet` of the interface. */
const places = [
  {
    path: 'payment_method_data.wallet.apple_pay_decrypted_data',
    type: 'apple_pay',
    number: 'application_primary_account_number',
    dataOf: ({ payment_method_data: data }: PaymentMethodCreate) => data?.wallet?.apple_pay_decrypted_data,
  },
  {
    path: 'payment_method_data.wallet.google_pay_decrypted_data',
    type: 'google_pay',
    number: 'application_primary_account_number',
    dataOf: ({ payment_method_data: data }: PaymentMethodCreate) => data?.wallet?.google_pay_decrypted_data,
  },
  {
    path: 'wallet.apple_pay_decrypt',
    type: 'apple_pay',
    number: 'dpan',
    dataOf: ({ wallet }: PaymentMethodCreate) => wallet?.apple_pay_decrypt,
  },
  {
    path: 'wallet.google_pay_decrypt',
    type: 'google_pay',
    number: 'application_primary_account_number',
    dataOf: ({ wallet }: PaymentMethodCreate) => wallet?.google_pay_decrypt,
  },
] as const;

type Data = Readonly<Record<string, unknown>>;
interface Found {
  readonly place: (typeof places)[number];
  readonly data: Data;
}

const found = (sent: PaymentMethodCreate): Found[] =>
  places.flatMap((place) => {
    const data = place.dataOf(sent);
    return data ? [{ place, data: { ...data } }] : [];
  });

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The wallet token of the request, from whichever place; undefined where the request has none. Checked by `checkWalletToken`. */
export function walletTokenOf(sent: PaymentMethodCreate): WalletToken | undefined {
  const [first] = found(sent);
  if (!first) return undefined;
  const { place, data } = first;
  return {
    type: place.type,
    number: withoutBlanks(textOf(data[place.number]) ?? ''),
    expiryMonth: textOf(data['expiry_month']) ?? '',
    expiryYear: textOf(data['expiry_year']) ?? '',
    holderName: textOf(data['card_holder_name']),
    network: textOf(data['card_network']),
  };
}

function checkData({ place, data }: Found): Refusal | undefined {
  const required = [place.number, 'expiry_month', 'expiry_year'];
  const known = place.path.startsWith('wallet.') ? [...required, 'card_holder_name', 'card_network'] : required;
  const present = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  const unknown = present.find(([name]) => !known.includes(name));
  if (unknown) return refuse('not_implemented', { message: `${place.path}.${unknown[0]} is not implemented` });
  const absent = required.find((name) => !present.some(([one]) => one === name));
  if (absent !== undefined) return refuse('missing_param', { field: `${place.path}.${absent}` });
  const other = present.find(([, value]) => typeof value !== 'string');
  return other && refuse('invalid_format', { field: `${place.path}.${other[0]}`, expected: 'a string' });
}

/** The first fault of the request's wallet token; undefined where it has none, or no token. */
export function checkWalletToken(sent: PaymentMethodCreate, now: Date): Refusal | undefined {
  const [first, second] = found(sent);
  const token = walletTokenOf(sent);
  if (!first || !token) return undefined;
  if (second) {
    const message = `Expected one out of ${first.place.path} and ${second.place.path} but got both`;
    return refuse('precondition_failed', { message });
  }
  const refused = checkData(first);
  if (refused) return refused;
  if (cardNumberFault(token.number) !== undefined) {
    return refuse('invalid_format', { field: `${first.place.path}.${first.place.number}`, expected: 'a card number' });
  }
  return checkExpiry({ card_exp_month: token.expiryMonth, card_exp_year: token.expiryYear }, now);
}

/** The token in the form in which connectors get it, as in `recurring_details`. Shape: `{"google_pay": {"decrypted_token": …}}`. */
export const walletDataOf = ({
  type,
  number,
  expiryMonth,
  expiryYear,
  holderName,
  network,
}: WalletToken): JsonObject => ({
  [type]: {
    ...{ decrypted_token: number, token_exp_month: expiryMonth, token_exp_year: expiryYear },
    ...(holderName !== null && { card_holder_name: holderName }),
    ...(network !== null && { card_network: network }),
  },
});
