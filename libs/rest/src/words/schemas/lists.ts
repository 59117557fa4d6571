import type { SchemaWords } from './schema-words';

/** Lists, their filters, and what a checkout shows. */
export const listsSchemas: SchemaWords = {
  BatchBlocklistJobStatus: 'How far an uploaded file of blocked values is: received, being read, done, or given up.',
  BlocklistDataKind:
    'What is blocked: one card (`payment_method`), the first six digits of card numbers (`card_bin`), or the first eight (`extended_card_bin`).',
  CardNetworkTypes: 'A card network that can pay, with its surcharge and its connectors.',
  FieldType: 'What kind of value a form asks for, as a word; lists of choices are objects with the choices.',
  PaymentExperienceTypes: 'A way in which the customer can use a payment method type, with its connectors.',
  PaymentLinkListConstraints: 'Bounds of a list of payment links by their creation times, with limit and offset.',
  PaymentListFilterConstraints:
    'What a list of payments is filtered by. Conditions are all met; values within one list are alternatives.',
  PaymentListFilters: "The values that occur in the merchant's payments of a time range, to filter by.",
  PaymentListFiltersV2: "All values that payments can be filtered by, with the merchant's connector accounts.",
  PaymentListOrder: 'The order of a list of payments: by what it is sorted and in which direction.',
  PaymentListResponse: 'A page of payments, and how many it has.',
  PaymentListResponseV2: 'A page of payments with the number of all that match.',
  PaymentListSortBy: 'Whether the smallest or the largest comes first.',
  PaymentListSortOn: 'What a list of payments is sorted by.',
  PaymentMethodConfig: 'The texts that a payment page shows beside a payment method.',
  PaymentMethodLimitsResponse: 'The currencies and countries in which a connector takes a payment method type.',
  PaymentMethodListInstallmentAmountDetails:
    'What an installment plan costs: each installment and the total, in minor units.',
  PaymentMethodListInstallmentOption: 'The installment plans for one payment method of a payment.',
  PaymentMethodListInstallmentPlan: 'One installment plan with its interest rate in percent and its amounts.',
  PaymentMethodListIntentData:
    "The payment as its client needs it to build a checkout: amount, customer's consent and what is still missing.",
  PaymentMethodListResponse:
    'The payment methods that can pay, with what each one needs, in the order of the merchant.',
  PaymentsAggregateResponse: 'How many payments of a time range have each status. Statuses without payments count 0.',
  PaymentsEligibilityCheckRequest: 'The payment method that the customer is about to use.',
  PaymentsEligibilityCheckResponse: 'Whether the payment method may pay: without a next action it may.',
  PaymentsEligibilityRequest: 'The payment method that the customer is about to use.',
  PaymentsEligibilityResponse: 'Whether the payment method may pay, and the surcharge for it.',
  RefundAggregateResponse: 'How many refunds of a time range have each status. Statuses without refunds count 0.',
  RefundListFilters: "All values that refunds can be filtered by, with the merchant's connector accounts.",
  RefundListMetaData: "The values that occur in the merchant's refunds of a time range, to filter by.",
  RefundListRequest: 'What a list of refunds is filtered by, with limit and offset.',
  RefundListResponse: 'A page of refunds with the number of all that match.',
  RequiredFieldInfo:
    'A value that the customer has to enter for a payment method: where it belongs in the request, its label and its kind.',
  ResponsePaymentMethodTypes:
    'A payment method type that can pay: experiences, networks, banks, required fields and surcharge.',
  ResponsePaymentMethodsEnabled: 'A payment method that can pay, with its types.',
  TimeRange: 'A range of creation times, both ends included. Without an end it lasts until now.',
};
