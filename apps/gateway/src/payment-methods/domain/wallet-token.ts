import { joinRefusals, type JsonObject, refuse, type Refusal } from '@payorch/contracts';
import { cardNumberFault, type PaymentMethodCreate, withoutBlanks } from '@payorch/rest';
import { checkExpiry, inPlace } from '../../sealing';
import { unknownField } from './unknown-field';

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

function checkFields({ place, data }: Found): Refusal | undefined {
  const required = [place.number, 'expiry_month', 'expiry_year'];
  const known = place.path.startsWith('wallet.') ? [...required, 'card_holder_name', 'card_network'] : required;
  const present = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  const unknown = present.filter(([name]) => !known.includes(name));
  const absent = required.filter((name) => !present.some(([one]) => one === name));
  const others = present.filter(([name, value]) => known.includes(name) && typeof value !== 'string');
  const wrong = (name: string) => refuse('invalid_format', { field: `${place.path}.${name}`, expected: 'a string' });
  return joinRefusals([
    ...unknown.map(([name]) => unknownField(place.path, name)),
    ...absent.map((name) => refuse('missing_param', { field: `${place.path}.${name}` })),
    ...others.map(([name]) => wrong(name)),
  ]);
}

/** The faults of the request's wallet token; undefined where it has none, or no token. */
export function checkWalletToken(sent: PaymentMethodCreate, now: Date): Refusal | undefined {
  const [first, second] = found(sent);
  const token = walletTokenOf(sent);
  if (!first || !token) return undefined;
  const { path, number } = first.place;
  if (second) {
    const message = `Expected one out of ${path} and ${second.place.path} but got both`;
    return refuse('precondition_failed', { message, path });
  }
  const refused = checkFields(first);
  if (refused) return refused;
  const expiry = { card_exp_month: token.expiryMonth, card_exp_year: token.expiryYear };
  return joinRefusals([
    cardNumberFault(token.number) === undefined
      ? undefined
      : refuse('invalid_format', { field: `${path}.${number}`, expected: 'a card number' }),
    inPlace(checkExpiry(expiry, now), (field) => `${path}.${field.replace(/^card_exp/, 'expiry')}`),
  ]);
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
    decrypted_token: number,
    token_exp_month: expiryMonth,
    token_exp_year: expiryYear,
    ...(holderName !== null && { card_holder_name: holderName }),
    ...(network !== null && { card_network: network }),
  },
});
