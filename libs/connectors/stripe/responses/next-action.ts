import type { JsonObject, Outcome } from '@payorch/contracts';
import { entryOf } from '@payorch/connector-kit';
import type { AnyIntent, WireNextAction } from './wire';

type Challenge = Extract<Outcome, { kind: 'challenged' }>['challenge'];

const pageAt = (url: string, nextAction?: JsonObject): Challenge => ({
  url,
  method: 'GET',
  fields: {},
  ...(nextAction && { nextAction }),
});

const qrCode = (code: JsonObject): JsonObject => ({ type: 'qr_code_information', ...code });
/** The customer confirms in an app, with nothing to open here. */
const waitScreen = (since: number): Challenge =>
  pageAt('', { type: 'wait_screen_information', display_from_timestamp: since * 1000 });
const transferTo = (details: JsonObject): JsonObject => ({
  type: 'display_bank_transfer_information',
  bank_transfer_steps_and_charges_details: details,
});

type Transfer = NonNullable<WireNextAction['display_bank_transfer_instructions']>;
type Address = NonNullable<Transfer['financial_addresses']>[number];

/** The account to send money to, in the interface's form: for each of Stripe's transfer types the first address. */
const accounts: Readonly<
  Record<string, (addresses: readonly Address[], reference: string) => JsonObject | null | undefined>
> = {
  us_bank_transfer(addresses) {
    const aba = addresses.find((address) => address.aba)?.aba;
    const swiftCode = addresses.find(({ swift }) => swift)?.swift?.swift_code ?? '';
    return aba && { ach_credit_transfer: { ...aba, swift_code: swiftCode } };
  },
  gb_bank_transfer(addresses) {
    const account = addresses.find((address) => address.sort_code)?.sort_code;
    return account && { bacs_bank_instructions: account };
  },
  eu_bank_transfer(addresses, reference) {
    const iban = addresses.find((address) => address.iban)?.iban;
    return iban && { sepa_bank_instructions: { ...iban, reference } };
  },
};

function transfer(instructions: Transfer, total: number | undefined): Challenge | undefined {
  const { type, financial_addresses: addresses, reference } = instructions;
  const account = entryOf(accounts, type)?.(addresses ?? [], reference ?? '');
  if (!account) return undefined;
  const remaining = instructions.amount_remaining ?? total ?? 0;
  const receiver = { amount_received: Math.max((total ?? remaining) - remaining, 0), amount_remaining: remaining };
  return pageAt(instructions.hosted_instructions_url ?? '', transferTo({ ...account, receiver }));
}

/** The challenge of each of Stripe's next action types. An action without a page has no entry. */
const challenges: Readonly<
  Record<string, (action: WireNextAction, total?: number, created?: number) => Challenge | undefined | null>
> = {
  redirect_to_url: ({ redirect_to_url: page }) => page && pageAt(page.url),
  alipay_handle_redirect: ({ alipay_handle_redirect: page }) => page && pageAt(page.url),
  verify_with_microdeposits: ({ verify_with_microdeposits: page }) => page && pageAt(page.hosted_verification_url),
  cashapp_handle_redirect_or_display_qr_code({ cashapp_handle_redirect_or_display_qr_code: step }) {
    if (!step) return undefined;
    const { image_url_png: image, expires_at: until } = step.qr_code;
    const code = { image_data_url: image, qr_code_url: image };
    return pageAt(step.mobile_auth_url, qrCode({ ...code, ...(until && { display_to_timestamp: until * 1000 }) }));
  },
  wechat_pay_display_qr_code({ wechat_pay_display_qr_code: step }) {
    if (!step) return undefined;
    const code = { image_data_url: step.image_data_url, qr_code_url: step.image_url_png, raw_qr_data: step.data };
    return pageAt(step.hosted_instructions_url, qrCode(code));
  },
  display_bank_transfer_instructions: ({ display_bank_transfer_instructions: instructions }, total) =>
    instructions && transfer(instructions, total),
  blik_authorize: (_action, _total, created = 0) => waitScreen(created),
  multibanco_display_details({ multibanco_display_details: voucher }) {
    if (!voucher) return undefined;
    const { entity, reference, hosted_voucher_url: url } = voucher;
    return pageAt(url ?? '', transferTo({ multibanco: { entity: entity ?? '', reference: reference ?? '' } }));
  },
};

/** The outcome of a payment that waits for the customer; accepted where Stripe names no action that we know. */
export function waiting(intent: AnyIntent): Outcome {
  const { id: reference, next_action: action, created } = intent;
  const read = action && entryOf(challenges, action.type);
  const challenge = action && read?.(action, 'amount' in intent ? intent.amount : undefined, created ?? undefined);
  return challenge ? { kind: 'challenged', reference, challenge } : { kind: 'accepted', reference };
}
