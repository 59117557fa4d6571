import type { MessageKey } from '../../messages/message-key';
import { at, textAt, textsAt, type Json } from '../json';
import type { Problem } from '../problem';

/** An input that a listing requires. */
export interface RequiredInput {
  /** The path of the value in a payment request: `payment_method_data.billing.address.city`. */
  readonly path: string;
  /** The message of its label, or the listing's own name where the page has none. */
  readonly label: { readonly key: MessageKey } | { readonly text: string };
  readonly type: 'text' | 'email' | 'tel' | 'date' | 'select';
  readonly inputMode: 'text' | 'email' | 'tel' | 'numeric';
  readonly autocomplete: string;
  /** The choices of a select; `ALL` alone stands for every country. */
  readonly options: readonly string[];
  readonly isCountry: boolean;
  /** What a value looks like. */
  readonly example?: string;
  /** What the payment has already; an empty text for nothing. */
  readonly value: string;
}

/** An input that no listing names. */
export const input = (path: string, key: MessageKey, more: Partial<RequiredInput> = {}): RequiredInput => ({
  path,
  label: { key },
  type: 'text',
  inputMode: 'text',
  autocomplete: 'off',
  options: [],
  isCountry: false,
  value: '',
  ...more,
});

interface Kind {
  readonly label?: MessageKey;
  readonly example?: string;
  readonly type?: RequiredInput['type'];
  readonly inputMode?: RequiredInput['inputMode'];
  readonly autocomplete?: string;
}

/** The inputs of an address and of a person, by the last part of the path in a request. */
const byPath: Readonly<Record<string, Kind>> = {
  first_name: { label: 'firstName', autocomplete: 'given-name' },
  last_name: { label: 'lastName', autocomplete: 'family-name' },
  line1: { label: 'line1', autocomplete: 'address-line1' },
  line2: { label: 'line2', autocomplete: 'address-line2' },
  city: { label: 'city', autocomplete: 'address-level2' },
  state: { label: 'state', autocomplete: 'address-level1' },
  zip: { label: 'zip', autocomplete: 'postal-code' },
  country: { label: 'country', autocomplete: 'country' },
  card_holder_name: { label: 'cardHolder', autocomplete: 'cc-name' },
  country_code: { label: 'dialingCode', type: 'tel', inputMode: 'tel', autocomplete: 'tel-country-code' },
};

/** These mean the same wherever they stand. */
const alone: ReadonlySet<string> = new Set(['country_code', 'card_holder_name']);

/** The other inputs, by the kind that the listing names. */
const byKind: Readonly<Record<string, Kind>> = {
  user_full_name: { label: 'fullName', autocomplete: 'name' },
  user_billing_name: { label: 'fullName', autocomplete: 'name' },
  user_email_address: {
    label: 'email',
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    example: 'name@example.com',
  },
  user_phone_number: { label: 'phone', type: 'tel', inputMode: 'tel', autocomplete: 'tel-national' },
  user_msisdn: { label: 'phone', type: 'tel', inputMode: 'tel', autocomplete: 'tel' },
  user_bank: { label: 'bank' },
  user_bank_options: { label: 'bank' },
  user_iban: { label: 'iban', example: 'DE89 3704 0044 0532 0130 00' },
  user_bank_account_number: { label: 'accountNumber', inputMode: 'numeric' },
  user_bank_routing_number: { label: 'routingNumber', inputMode: 'numeric' },
  user_bank_sort_code: { label: 'sortCode', inputMode: 'numeric' },
  user_blik_code: { label: 'blikCode', inputMode: 'numeric', example: '123456' },
  user_date_of_birth: { label: 'birthDate', type: 'date', autocomplete: 'bday' },
  user_gift_card_number: { label: 'giftCardNumber', inputMode: 'numeric' },
  user_gift_card_pin: { label: 'giftCardPin', inputMode: 'numeric' },
  user_social_security_number: { label: 'documentNumber' },
};

/** The card form asks for these itself. */
const cardFields = /^payment_method_data\.card\.card_(number|exp_month|exp_year|cvc|network)$/;

/** `{ "user_country": { "options": ["DE"] } }` is the kind `user_country` with its options. */
function kindOf(fieldType: Json): { readonly name: string; readonly options: readonly string[] } {
  if (typeof fieldType === 'string') return { name: fieldType, options: [] };
  const [name = 'text'] = typeof fieldType === 'object' && fieldType !== null ? Object.keys(fieldType) : [];
  return { name, options: textsAt(at(fieldType, name), 'options') };
}

/** `bsb_number` is shown as `Bsb number`. */
export function readable(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inputOf(field: Json, banks: readonly string[]): RequiredInput[] {
  const path = textAt(field, 'required_field');
  if (path === undefined || cardFields.test(path)) return [];
  const { name, options } = kindOf(at(field, 'field_type'));
  const last = path.slice(path.lastIndexOf('.') + 1);
  const kind: Kind = (path.includes('address.') || alone.has(last) ? byPath[last] : undefined) ?? byKind[name] ?? {};
  const choices = options.length > 0 ? options : name.startsWith('user_bank') && kind.label === 'bank' ? banks : [];
  const section = path.startsWith('shipping.') ? 'shipping' : 'billing';
  return [
    {
      path,
      label: kind.label ? { key: kind.label } : { text: readable(textAt(field, 'display_name') ?? last) },
      type: choices.length > 0 ? 'select' : (kind.type ?? 'text'),
      inputMode: kind.inputMode ?? 'text',
      ...(kind.example !== undefined && { example: kind.example }),
      autocomplete: kind.autocomplete ? `${section} ${kind.autocomplete}` : 'off',
      options: choices,
      isCountry: last === 'country',
      value: textAt(field, 'value') ?? '',
    },
  ];
}

/** An address is one value: a confirmation replaces it as a whole. */
const groupOf = (path: string): string => /^(?:payment_method_data\.)?(billing|shipping)\./.exec(path)?.[1] ?? path;

/**
 * The inputs for the `required_fields` of a listing: each path once, in the listing's order. What the payment has already is
 * not asked for again; an address of which something is missing is shown as a whole.
 */
export function inputsOf(
  fields: readonly (readonly [string, Json])[],
  banks: readonly string[],
): readonly RequiredInput[] {
  const all = new Map(fields.flatMap(([, field]) => inputOf(field, banks)).map((input) => [input.path, input]));
  const missing = new Set([...all.values()].flatMap(({ path, value }) => (value === '' ? [groupOf(path)] : [])));
  return [...all.values()].filter(({ path }) => missing.has(groupOf(path)));
}

export function checkInput({ type, options }: RequiredInput, value: string): Problem | undefined {
  if (value.trim() === '') return { key: options.length > 0 ? 'chooseOne' : 'required' };
  return type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? { key: 'emailWrong' } : undefined;
}
