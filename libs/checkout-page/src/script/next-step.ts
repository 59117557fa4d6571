import type { MessageKey } from '../messages/message-key';
import { entriesAt, numberAt, textAt, type Json } from './json';
import { readable } from './methods/required-inputs';

/** A line of instructions: what, and its value. */
export interface Instruction {
  readonly label: { readonly key: MessageKey } | { readonly text: string };
  readonly value: string;
}

export type NextStep =
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'qr_code';
      readonly image: string | null;
      readonly link: string | null;
      readonly text: string | null;
    }
  | { readonly kind: 'transfer'; readonly lines: readonly Instruction[]; readonly link: string | null }
  | {
      readonly kind: 'voucher';
      readonly lines: readonly Instruction[];
      readonly link: string | null;
      readonly download: string | null;
    }
  | { readonly kind: 'app'; readonly url: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' };

/** Only addresses that a browser opens as a page: never `javascript:` or `data:`. */
export function pageAddress(text: string | undefined): string | null {
  return text !== undefined && /^https?:\/\/[^\s]+$/i.test(text) ? text : null;
}

/** An app of a wallet has a scheme of its own; none that runs or reads something in the browser. */
const appAddress = (text: string | undefined): string | null =>
  text !== undefined && /^(?:upi|https):\/\/[^\s]+$/i.test(text) ? text : null;

const imageOf = (text: string | undefined): string | null =>
  text !== undefined && /^data:image\/(?:png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(text) ? text : null;

const labels: Readonly<Record<string, MessageKey>> = {
  account_number: 'accountNumber',
  routing_number: 'routingNumber',
  sort_code: 'sortCode',
  account_holder_name: 'holder',
  bank_name: 'bankName',
  iban: 'iban',
  reference: 'reference',
  country: 'country',
  expires_at: 'validUntil',
};

const labelOf = (key: string): Instruction['label'] =>
  Object.hasOwn(labels, key) ? { key: labels[key]! } : { text: readable(key) };

const isAddress = (key: string): boolean => key.endsWith('_url');

const linesOf = (details: Json): readonly Instruction[] =>
  entriesAt(details).flatMap(([key, value]) =>
    (typeof value === 'string' || typeof value === 'number') && value !== '' && !isAddress(key)
      ? [{ label: labelOf(key), value: String(value) }]
      : [],
  );

function transferOf(action: Json): NextStep {
  const groups = entriesAt(action, 'bank_transfer_steps_and_charges_details').filter(([key]) => key !== 'receiver');
  const details = groups.map(([, value]) => value);
  const link = details.map((one) => pageAddress(textAt(one, 'instructions_url'))).find((url) => url !== null);
  return { kind: 'transfer', lines: details.flatMap(linesOf), link: link ?? null };
}

/** The interface has the details as a text of JSON. */
function voucherOf(action: Json): NextStep {
  const details = parsed(textAt(action, 'voucher_details') ?? '');
  return {
    kind: 'voucher',
    lines: linesOf(details),
    link: pageAddress(textAt(details, 'instructions_url') ?? textAt(details, 'hosted_voucher_url')),
    download: pageAddress(textAt(details, 'download_url')),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return { reference: text };
  }
}

const redirect = (url: string | undefined): NextStep => {
  const address = pageAddress(url);
  return address === null ? { kind: 'unknown' } : { kind: 'redirect', url: address };
};

const qrCode = (image: string | null, link: string | null, text: string | null): NextStep =>
  image === null && link === null ? { kind: 'unknown' } : { kind: 'qr_code', image, link, text };

/** Reads each type of the interface's `next_action` that a page can do without a script of another company. */
const readers: Readonly<Record<string, (action: Json) => NextStep>> = {
  redirect_to_url: (action) => redirect(textAt(action, 'redirect_to_url')),
  // In a window of its own the address leads back to the shop as well.
  redirect_inside_popup: (action) => redirect(textAt(action, 'popup_url')),
  qr_code_information: (action) =>
    qrCode(
      imageOf(textAt(action, 'image_data_url')),
      pageAddress(textAt(action, 'qr_code_url')),
      textAt(action, 'display_text') ?? null,
    ),
  fetch_qr_code_information: (action) => qrCode(null, pageAddress(textAt(action, 'qr_code_fetch_url')), null),
  invoke_upi_qr_flow: (action) => qrCode(null, pageAddress(textAt(action, 'qr_code_url')), null),
  invoke_upi_intent_sdk: (action) => {
    const url = appAddress(textAt(action, 'sdk_uri'));
    return url === null ? { kind: 'unknown' } : { kind: 'app', url };
  },
  display_bank_transfer_information: transferOf,
  display_voucher_information: voucherOf,
  wait_screen_information: () => ({ kind: 'wait' }),
};

export function nextStepOf(payment: Json): NextStep {
  const type = textAt(payment, 'next_action', 'type') ?? '';
  const [, action] = entriesAt(payment).find(([key]) => key === 'next_action') ?? [];
  return Object.hasOwn(readers, type) ? readers[type]!(action) : { kind: 'unknown' };
}

/** Until when the step's code is valid, in ms since 1970; null where the payment does not say. */
export const stepEndsAt = (payment: Json): number | null =>
  numberAt(payment, 'next_action', 'display_to_timestamp') ?? null;
