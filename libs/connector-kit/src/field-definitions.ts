/** How a checkout asks for a value: a kind of input, or a choice among options. */
export type FieldType = string | Readonly<Record<string, { readonly options: readonly string[] }>>;

/** A field that the customer fills in, under the names of the interface. */
export interface FieldDefinition {
  /** The path of the value in a payment request. */
  readonly required_field: string;
  readonly display_name: string;
  readonly field_type: FieldType;
}

const field = (required_field: string, display_name: string, field_type: FieldType): FieldDefinition => ({
  required_field,
  display_name,
  field_type,
});

/**
 * The fields that connectors can require, by the interface's name of each. `#2` and so on mark further definitions of the
 * same field: other labels, other options.
 */
export const fieldDefinitions = {
  'billing.address.city': field('payment_method_data.billing.address.city', 'city', 'user_address_city'),
  'billing.address.country': field('payment_method_data.billing.address.country', 'country', {
    user_address_country: { options: ['UK'] },
  }),
  'billing.address.country#14': field('payment_method_data.billing.address.country', 'country', {
    user_country: { options: ['ES', 'AT', 'NL', 'DE', 'BE'] },
  }),
  'billing.address.country#22': field('payment_method_data.billing.address.country', 'country', {
    user_address_country: { options: ['BE', 'DE', 'ES', 'FR', 'IE', 'NL'] },
  }),
  'billing.address.country#26': field('payment_method_data.billing.address.country', 'country', {
    user_address_country: { options: ['GB', 'AU', 'CA', 'US', 'NZ'] },
  }),
  'billing.address.country#3': field('payment_method_data.billing.address.country', 'country', {
    user_address_country: { options: ['ALL'] },
  }),
  'billing.address.country#32': field('payment_method_data.billing.address.country', 'country', {
    user_address_country: {
      options: [
        'AU',
        'AT',
        'BE',
        'CA',
        'CZ',
        'DK',
        'FI',
        'FR',
        'GR',
        'DE',
        'IE',
        'IT',
        'NL',
        'NZ',
        'NO',
        'PL',
        'PT',
        'RO',
        'ES',
        'SE',
        'CH',
        'GB',
        'US',
      ],
    },
  }),
  'billing.address.first_name#3': field(
    'payment_method_data.billing.address.first_name',
    'billing_first_name',
    'user_billing_name',
  ),
  'billing.address.first_name#4': field(
    'payment_method_data.billing.address.first_name',
    'card_holder_name',
    'user_full_name',
  ),
  'billing.address.first_name#5': field(
    'payment_method_data.billing.address.first_name',
    'billing_name',
    'user_full_name',
  ),
  'billing.address.first_name#6': field(
    'payment_method_data.billing.address.first_name',
    'billing_name',
    'user_billing_name',
  ),
  'billing.address.first_name#7': field(
    'payment_method_data.billing.address.first_name',
    'account_holder_name',
    'user_billing_name',
  ),
  'billing.address.last_name': field(
    'payment_method_data.billing.address.last_name',
    'owner_name',
    'user_billing_name',
  ),
  'billing.address.last_name#3': field(
    'payment_method_data.billing.address.last_name',
    'card_holder_name',
    'user_full_name',
  ),
  'billing.address.last_name#4': field(
    'payment_method_data.billing.address.last_name',
    'billing_name',
    'user_full_name',
  ),
  'billing.address.last_name#5': field(
    'payment_method_data.billing.address.last_name',
    'billing_last_name',
    'user_billing_name',
  ),
  'billing.address.last_name#6': field(
    'payment_method_data.billing.address.last_name',
    'billing_name',
    'user_billing_name',
  ),
  'billing.address.last_name#7': field(
    'payment_method_data.billing.address.last_name',
    'account_holder_name',
    'user_billing_name',
  ),
  'billing.address.line1': field('payment_method_data.billing.address.line1', 'line1', 'user_address_line1'),
  'billing.address.line2': field('payment_method_data.billing.address.line2', 'line2', 'user_address_line2'),
  'billing.address.state': field('payment_method_data.billing.address.state', 'state', 'user_address_state'),
  'billing.address.zip': field('payment_method_data.billing.address.zip', 'zip', 'user_address_pincode'),
  'billing.email': field('payment_method_data.billing.email', 'email', 'user_email_address'),
  'billing.phone.country_code': field(
    'payment_method_data.billing.phone.country_code',
    'dialing_code',
    'user_phone_number_country_code',
  ),
  'billing.phone.number': field('payment_method_data.billing.phone.number', 'phone', 'user_phone_number'),
  'payment_method_data.bank_debit.ach_bank_debit.account_number': field(
    'payment_method_data.bank_debit.ach_bank_debit.account_number',
    'bank_account_number',
    'user_bank_account_number',
  ),
  'payment_method_data.bank_debit.ach_bank_debit.routing_number': field(
    'payment_method_data.bank_debit.ach_bank_debit.routing_number',
    'bank_routing_number',
    'user_bank_routing_number',
  ),
  'payment_method_data.bank_debit.bacs_bank_debit.account_number': field(
    'payment_method_data.bank_debit.bacs_bank_debit.account_number',
    'bank_account_number',
    'user_bank_account_number',
  ),
  'payment_method_data.bank_debit.bacs_bank_debit.sort_code': field(
    'payment_method_data.bank_debit.bacs_bank_debit.sort_code',
    'bank_sort_code',
    'user_bank_sort_code',
  ),
  'payment_method_data.bank_debit.becs_bank_debit.account_number': field(
    'payment_method_data.bank_debit.becs_bank_debit.account_number',
    'bank_account_number',
    'user_bank_account_number',
  ),
  'payment_method_data.bank_debit.becs_bank_debit.bsb_number': field(
    'payment_method_data.bank_debit.becs_bank_debit.bsb_number',
    'bsb_number',
    'user_bsb_number',
  ),
  'payment_method_data.bank_debit.eft_debit_order.account_number': field(
    'payment_method_data.bank_debit.eft_debit_order.account_number',
    'bank_account_number',
    'user_bank_account_number',
  ),
  'payment_method_data.bank_debit.sepa_bank_debit.iban': field(
    'payment_method_data.bank_debit.sepa_bank_debit.iban',
    'iban',
    'user_iban',
  ),
  'payment_method_data.bank_redirect.blik.blik_code': field(
    'payment_method_data.bank_redirect.blik.blik_code',
    'blik_code',
    'user_blik_code',
  ),
  'payment_method_data.bank_redirect.eps.bank_name#2': field(
    'payment_method_data.bank_redirect.eps.bank_name',
    'bank_name',
    {
      user_bank_options: {
        options: [
          'austrian_anadi_bank_ag',
          'arzte_und_apotheker_bank',
          'hypo_noe_lb_fur_niederosterreich_u_wien',
          'marchfelder_bank',
          'bankhaus_schelhammer_und_schattera_ag',
          'capital_bank_grawe_gruppe_ag',
          'hypo_oberosterreich_salzburg_steiermark',
          'hypo_vorarlberg_bank_ag',
          'oberbank_ag',
          'raiffeisen_bankengruppe_osterreich',
          'dolomitenbank',
          'sparda_bank_wien',
          'hypo_tirol_bank_ag',
          'volksbank_gruppe',
          'vr_bank_braunau',
          'volkskreditbank_ag',
          'bankhaus_carl_spangler',
          'schoellerbank_ag',
          'bank_austria',
          'bawag_psk_ag',
          'easybank_ag',
          'bks_bank_ag',
          'brull_kallmus_bank_ag',
          'erste_bank_und_sparkassen',
          'btv_vier_lander_bank',
          'hypo_alpeadriabank_international_ag',
          'hypo_bank_burgenland_aktiengesellschaft',
        ],
      },
    },
  ),
  'payment_method_data.bank_redirect.online_banking_poland.issuer': field(
    'payment_method_data.bank_redirect.online_banking_poland.issuer',
    'issuer',
    'user_bank',
  ),
  'payment_method_data.bank_redirect.open_banking_uk.issuer': field(
    'payment_method_data.bank_redirect.open_banking_uk.issuer',
    'issuer',
    'user_bank',
  ),
  'payment_method_data.card.card_cvc': field('payment_method_data.card.card_cvc', 'card_cvc', 'user_card_cvc'),
  'payment_method_data.card.card_exp_month': field(
    'payment_method_data.card.card_exp_month',
    'card_exp_month',
    'user_card_expiry_month',
  ),
  'payment_method_data.card.card_exp_year': field(
    'payment_method_data.card.card_exp_year',
    'card_exp_year',
    'user_card_expiry_year',
  ),
  'payment_method_data.card.card_number': field(
    'payment_method_data.card.card_number',
    'card_number',
    'user_card_number',
  ),
  'payment_method_data.gift_card.cvc': field(
    'payment_method_data.gift_card.givex.cvc',
    'gift_card_cvc',
    'user_gift_card_pin',
  ),
  'payment_method_data.gift_card.number': field(
    'payment_method_data.gift_card.givex.number',
    'gift_card_number',
    'user_gift_card_number',
  ),
  'payment_method_data.mobile_payment.direct_carrier_billing.msisdn': field(
    'payment_method_data.mobile_payment.direct_carrier_billing.msisdn',
    'mobile_number',
    'user_msisdn',
  ),
  'payment_method_data.wallet.mifinity.date_of_birth': field(
    'payment_method_data.wallet.mifinity.date_of_birth',
    'date_of_birth',
    'user_date_of_birth',
  ),
  'shipping.address.city': field('shipping.address.city', 'city', 'user_shipping_address_city'),
  'shipping.address.country#3': field('shipping.address.country', 'country', {
    user_shipping_address_country: { options: ['ALL'] },
  }),
  'shipping.address.first_name': field('shipping.address.first_name', 'shipping_first_name', 'user_shipping_name'),
  'shipping.address.last_name': field('shipping.address.last_name', 'shipping_last_name', 'user_shipping_name'),
  'shipping.address.line1': field('shipping.address.line1', 'line1', 'user_shipping_address_line1'),
  'shipping.address.state': field('shipping.address.state', 'state', 'user_shipping_address_state'),
  'shipping.address.zip': field('shipping.address.zip', 'zip', 'user_shipping_address_pincode'),
  'shipping.email': field('shipping.email', 'email', 'user_email_address'),
  'shipping.phone.country_code': field('shipping.phone.country_code', 'dialing_code', 'user_phone_number_country_code'),
  'shipping.phone.number': field('shipping.phone.number', 'phone_number', 'user_phone_number'),
} satisfies Readonly<Record<string, FieldDefinition>>;

export type RequiredFieldName = keyof typeof fieldDefinitions;
