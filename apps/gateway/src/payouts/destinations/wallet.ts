import { firstRefusal, isRefusal, type JsonObject, type PayoutWallet, type Refusal, refuse } from '@payorch/contracts';
import {
  type ApplePayDecrypt,
  cardNumberFault,
  type GooglePayDecrypt,
  type Paypal,
  type Wallet,
  withoutBlanks,
} from '@payorch/rest';
import { masked } from '../../payments';
import { checkExpiry, inPlace } from '../../sealing';
import type { OpenAccount } from './open-destination';

const place = 'payout_method_data.wallet';

type Read = Refusal | { readonly data: PayoutWallet; readonly identity: string; readonly shown: JsonObject };

const check = (isValid: boolean, field: string, expected: string) => (): Refusal | undefined =>
  isValid ? undefined : refuse('invalid_format', { field: `${place}.${field}`, expected });

const isPhone = (text: string): boolean => /^\+?[0-9 ()-]{5,20}$/.test(text);
const isEmail = (text: string): boolean => text.length <= 255 && /^[^\s@]+@[^\s@]+$/.test(text);

/** The first letter of the mailbox, and the domain. */
const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'*'.repeat(Math.max(1, at - 1))}${email.slice(at)}`;
};

type Named = { readonly email: string | null; readonly phone: string | null; readonly paypalId: string | null };

const shownPaypal = ({ email, phone, paypalId }: Named): JsonObject => {
  if (email !== null) return { field_type: 'email', email: maskedEmail(email) };
  if (paypalId !== null) return { field_type: 'paypal_id', paypal_id: masked(paypalId) };
  return { field_type: 'telephone_number', telephone_number: masked(phone) };
};

function readPaypal({ email = null, telephone_number: phone = null, paypal_id: paypalId = null }: Paypal): Read {
  const identity = email?.toLowerCase() ?? paypalId ?? phone;
  const refused = firstRefusal([
    check(identity !== null, 'paypal', 'an email, a telephone_number or a paypal_id'),
    check(email === null || isEmail(email), 'paypal.email', 'a valid email'),
    check(phone === null || isPhone(phone), 'paypal.telephone_number', 'a telephone number'),
    check(paypalId === null || /^[A-Za-z0-9]{1,64}$/.test(paypalId), 'paypal.paypal_id', 'letters and digits'),
  ]);
  const named = { email, phone, paypalId };
  return refused ?? { data: { kind: 'paypal', ...named }, identity: identity ?? '', shown: shownPaypal(named) };
}

function readVenmo(phone: string): Read {
  const refused = check(isPhone(phone), 'venmo.telephone_number', 'a telephone number')();
  return (
    refused ?? {
      data: { kind: 'venmo', phone },
      identity: phone.replaceAll(/[ ()-]/g, ''),
      shown: { telephone_number: masked(phone) },
    }
  );
}

interface DeviceCard {
  readonly kind: 'apple_pay' | 'google_pay';
  /** The wallet's key in the request, and that of its number. */
  readonly names: readonly [wallet: string, number: string];
  readonly sentNumber: string;
}

function readDeviceCard(
  { kind, names, sentNumber }: DeviceCard,
  sent: Omit<ApplePayDecrypt & GooglePayDecrypt, 'dpan' | 'application_primary_account_number'>,
  now: Date,
): Read {
  const [wallet, numberName] = names;
  const { expiry_month: expiryMonth, expiry_year: expiryYear, card_holder_name: holderName } = sent;
  const number = withoutBlanks(sentNumber);
  const expiry = { card_exp_month: expiryMonth, card_exp_year: expiryYear };
  const refused = firstRefusal([
    check(cardNumberFault(number) === undefined, `${wallet}.${numberName}`, 'a valid number'),
    () => inPlace(checkExpiry(expiry, now), (field) => `${place}.${wallet}.${field.replace('card_exp', 'expiry')}`),
  ]);
  return (
    refused ?? {
      data: { kind, number, expiryMonth, expiryYear, holderName, network: sent.card_network ?? null },
      identity: number,
      shown: { card_exp_month: expiryMonth, card_exp_year: expiryYear, card_holder_name: holderName },
    }
  );
}

function read(
  { apple_pay_decrypt: apple, google_pay_decrypt: google, paypal, venmo }: Wallet,
  now: Date,
): Read | undefined {
  if (apple)
    return readDeviceCard(
      { kind: 'apple_pay', names: ['apple_pay_decrypt', 'dpan'], sentNumber: apple.dpan },
      apple,
      now,
    );
  if (google) {
    const names = ['google_pay_decrypt', 'application_primary_account_number'] as const;
    return readDeviceCard(
      { kind: 'google_pay', names, sentNumber: google.application_primary_account_number },
      google,
      now,
    );
  }
  if (paypal) return readPaypal(paypal);
  return venmo && readVenmo(venmo.telephone_number);
}

/** Reads `payout_method_data.wallet`. */
export function readWallet(sent: Wallet, now: Date): OpenAccount | Refusal {
  const wallet = read(sent, now);
  if (!wallet) return refuse('invalid_request', { message: 'Payout method data is invalid', path: place });
  return isRefusal(wallet) ? wallet : { type: 'wallet', ...wallet };
}
