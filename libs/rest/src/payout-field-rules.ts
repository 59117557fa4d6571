import type { FieldRules } from './field-rule';

const payout: FieldRules = {
  acts: [
    'amount currency routing connector payout_type payout_method_data billing auto_fulfill customer_id customer',
    'entity_type recurring metadata payout_token priority business_country business_label description',
    'email name phone phone_country_code payout_method_id payout_link payout_link_config session_expiry',
  ].join(' '),
  shown: 'return_url',
  refused: {
    source_bank_data: {
      when: 'always: the connector account names the source of the money',
      example: { payout_method_type: 'sepa', iban: 'NL46TEST0136169112', bic: 'ABNANL2A' },
      passes: [{ source_bank_data: null }],
    },
    browser_info: {
      when: 'always: no connector takes it for a payout',
      example: { user_agent: 'Mozilla/5.0' },
      passes: [{ browser_info: null }],
    },
  },
};

const withMore = (acts: string): FieldRules => ({ ...payout, acts: `${payout.acts} ${acts}` });
/** A request about a payout that exists. */
const changing = (acts: string): FieldRules => ({
  ...withMore(acts),
  refused: {
    ...payout.refused,
    profile_id: {
      when: 'always: a payout stays with the profile that it was created for',
      example: 'pro_1',
      passes: [{ profile_id: null }],
    },
  },
});
const all = (acts: string): FieldRules => ({ acts });

/** The requests about payouts. */
export const payoutRules: Readonly<Record<string, FieldRules>> = {
  PayoutsCreateRequest: withMore('payout_id merchant_order_reference_id confirm profile_id'),
  PayoutUpdateRequest: {
    ...changing('merchant_order_reference_id confirm'),
    ignored: {
      client_secret: 'only the merchant’s server updates a payout, and its secret key is proof enough',
    },
  },
  PayoutConfirmRequest: changing('merchant_order_reference_id client_secret'),
  PayoutCancelRequest: all('payout_id'),
  PayoutFulfillRequest: all('payout_id'),
  PayoutRetrieveQuery: all('force_sync expand_attempts merchant_id'),
  PayoutListQuery: all('customer_id starting_after ending_before limit created start_time end_time'),
  PayoutListFilterConstraints: all(
    'start_time end_time payout_id merchant_order_reference_id profile_id customer_id limit offset connector currency status payout_method entity_type',
  ),
  PayoutAggregateQuery: all('start_time end_time'),
  PayoutManualUpdateRequest: all(
    'payout_id payout_attempt_id merchant_id status error_code error_message connector_payout_id',
  ),
};
