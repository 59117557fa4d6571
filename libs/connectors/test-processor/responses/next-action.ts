import type { JsonObject, Outcome } from '@payorch/contracts';
import { z } from 'zod';
import type { WirePayment } from './wire';
import { pageUrl } from './page-url';

type Challenge = Extract<Outcome, { kind: 'challenged' }>['challenge'];

const time = z.int().min(0);
const polling = z.object({ delay_in_secs: time, frequency: time }).optional();
const window = { display_from_timestamp: time, display_to_timestamp: time.optional(), poll_config: polling };
const text = z.string();
const texts = <Name extends string>(...names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>);

const receiver = z.object({ amount_received: time, amount_remaining: time.optional() }).optional();
/** Where the customer sends the money: exactly one kind of account. */
const transfer = z.union([
  z.object({
    ach_credit_transfer: texts('account_number', 'bank_name', 'routing_number', 'swift_code'),
    receiver,
  }),
  z.object({
    sepa_bank_instructions: texts('account_holder_name', 'bic', 'country', 'iban', 'reference'),
    receiver,
  }),
  z.object({ bacs_bank_instructions: texts('account_holder_name', 'account_number', 'sort_code'), receiver }),
  z.object({ multibanco: texts('entity', 'reference'), receiver }),
  z.object({
    doku_bank_transfer_instructions: z.object({ expires_at: text, reference: text, instructions_url: pageUrl }),
    receiver,
  }),
]);

const sdk = {
  connector: text,
  delayed_session_token: z.boolean(),
  sdk_next_action: z.object({ next_action: z.enum(['confirm', 'sync']) }),
};
const session = z.discriminatedUnion('wallet_name', [
  z.object({
    wallet_name: z.literal('apple_pay'),
    session_token_data: z.object({ secrets: texts('display', 'payment') }),
    ...sdk,
  }),
  z.object({ wallet_name: z.literal('google_pay'), ...sdk }),
  z.object({ wallet_name: z.literal('open_banking'), open_banking_session_token: text }),
]);

const frame = z.object({
  three_ds_method_url: pageUrl,
  three_ds_method_data_submission: z.boolean(),
  three_ds_method_data: text,
  directory_server_id: text,
  message_version: text,
  method_key: z.literal('threeDSMethodData'),
});

/** An image in place: no other data than that of an image, which a page shows without running it. */
const image = z.string().regex(/^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+$/);

const shows = <Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.object({ type: z.literal(name), ...fields });

/** The steps of the customer other than a redirect, in the shapes of the interface's `next_action`. */
const steps = z.discriminatedUnion('type', [
  shows('qr_code_information', {
    image_data_url: image,
    qr_code_url: pageUrl,
    raw_qr_data: text,
    display_to_timestamp: time.optional(),
  }),
  shows('fetch_qr_code_information', { qr_code_fetch_url: pageUrl }),
  shows('display_bank_transfer_information', { bank_transfer_steps_and_charges_details: transfer }),
  shows('display_voucher_information', { voucher_details: text }),
  shows('wait_screen_information', window),
  shows('invoke_upi_intent_sdk', { sdk_uri: z.string().regex(/^upi:\/\//), ...window }),
  shows('invoke_upi_qr_flow', { qr_code_url: pageUrl, ...window }),
  shows('collect_otp', {
    consent_data_required: z.enum(['consent_required', 'consent_not_required', 'consent_optional']),
  }),
  shows('third_party_sdk_session_token', { session_token: session }),
  shows('invoke_hidden_iframe', { iframe_data: frame }),
]);

const pageAt = (url: string, nextAction?: JsonObject): Challenge => ({
  url,
  method: 'GET',
  fields: {},
  ...(nextAction && { nextAction }),
});

/**
 * The outcome of a payment that waits for the customer, or for the processor: then it is accepted. A step that we do not
 * know shows nothing to the customer, but the payment goes on.
 */
export function waiting({ id: reference, next_action: action }: WirePayment): Outcome {
  if (!action) return { kind: 'accepted', reference };
  const { redirect_to_url: redirect, page_url: page } = action;
  if (redirect) return { kind: 'challenged', reference, challenge: pageAt(redirect) };
  const step = steps.safeParse(action);
  return step.success
    ? { kind: 'challenged', reference, challenge: pageAt(page ?? '', step.data as JsonObject) }
    : { kind: 'accepted', reference };
}
