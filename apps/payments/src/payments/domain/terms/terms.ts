import type { Json, JsonObject } from '@payorch/contracts';
import { namedAccountOf, readPlans, readSplit } from '@payorch/contracts';
import { type AuthorizeOperation, mitCategory } from '@payorch/operations';
import { nonEmpty, objectOf, reportedAmount, textOf } from './json-values';

/** A plan of installments as a request chooses it. */
export interface ChosenPlan {
  readonly count: number;
  readonly frequency: string;
}

/** Null where the request leaves the choice to the profile. */
const choiceIn = (value: Json | undefined): boolean | null => ((value ?? null) === null ? null : value === true);

function processorOf(split: Json | undefined): string | null {
  const [name] = Object.keys(typeof split === 'object' && split !== null ? split : {});
  return name?.replace(/_split_payment$/, '') ?? null;
}

function choiceOf(value: Json | undefined): ChosenPlan | null {
  const choice = objectOf(value);
  return choice && { count: Number(choice['number_of_installments']), frequency: String(choice['billing_frequency']) };
}

/** `billing_descriptor` replaces the two older fields. */
function descriptorsIn(
  details: JsonObject,
): Pick<AuthorizeOperation, 'statementDescriptor' | 'statementDescriptorSuffix'> {
  const named = objectOf(details['billing_descriptor']);
  const [whole, suffix] = [nonEmpty(named?.['statement_descriptor']), nonEmpty(named?.['statement_descriptor_suffix'])];
  if (whole === null && suffix === null) {
    const [name, old] = [details['statement_descriptor_name'], details['statement_descriptor_suffix']];
    return { statementDescriptor: nonEmpty(name) ?? nonEmpty(old) };
  }
  return { statementDescriptor: whole ?? suffix, ...(suffix !== null && { statementDescriptorSuffix: suffix }) };
}

/** The saved payment method, or the payment's own data, that a request names; null where it names none. */
export const paymentTokenIn = (details: JsonObject | undefined): string | null => textOf(details?.['payment_token']);

/** The customer's consent to saving the payment method, in a request or in its `mandate_data`. */
export const acceptanceIn = (sent: JsonObject | null | undefined): JsonObject | null =>
  objectOf(sent?.['customer_acceptance']);

/** The mandate that a request moves to a new payment method; null where it names none. */
export const updatedMandateIn = (details: JsonObject | undefined): string | null =>
  textOf(objectOf(details?.['mandate_data'])?.['update_mandate_id']);

/**
 * What decisions read of the fields of a request that are otherwise stored and shown as they were sent, in `details`: each once, with
 * its type.
 */
export type Terms = Readonly<ReturnType<typeof readTerms>>;

/** The terms of a payment with these details, or of a request. */
export function readTerms(details: JsonObject) {
  const split = readSplit(details['split_payments']);
  const { order_details: lines, mit_category: category, allowed_payment_method_types: types } = details;
  const mandate = objectOf(details['mandate_data']);
  return {
    /** The customer is absent. */
    isOffSession: details['off_session'] === true,
    /** The merchant asks for 3-D Secure outside the processor. */
    asksForExternalThreeDs: details['request_external_three_ds_authentication'] === true,
    forcesChallenge: choiceIn(details['force_3ds_challenge']),
    requestsOvercapture: choiceIn(details['enable_overcapture']),
    requestsIncrement: details['request_incremental_authorization'] === true,
    /** With the authorization itself, and as permission to extend it later. */
    requestsExtension: details['request_extended_authorization'] === true,
    /** The merchant accepts an authorization of less than the total. */
    acceptsPartialAuthorization: details['enable_partial_authorization'] === true,
    /** The merchant takes care of the tax itself. */
    skipsExternalTax: details['skip_external_tax_calculation'] === true,
    appliesExternalSurcharge: details['external_surcharge_strategy'] === 'apply',
    billing: objectOf(details['billing']),
    /** Where the goods go: `address`, `phone` and `email`. */
    shipping: objectOf(details['shipping']),
    description: textOf(details['description']),
    metadata: objectOf(details['metadata']),
    /** Alpha-2, as it was sent. */
    businessCountry: textOf(details['business_country']),
    businessLabel: textOf(details['business_label']),
    split,
    /** The processor that is to split the payment, in whichever form: routing chooses among the accounts whose connector can. */
    splitAt: processorOf(details['split_payments']),
    /** The connected account to which the payment belongs as a direct charge; undefined for every other payment. */
    connectedAccount: split.kind === 'split' ? namedAccountOf(split.split).connectedAccount : undefined,
    /** The plans of installments that the merchant offers. */
    plans: readPlans(details['installment_options']),
    chosenPlan: choiceOf(details['installment_data']),
    order: {
      reference: nonEmpty(details['merchant_order_reference_id']),
      discountAmount: reportedAmount(details['discount_amount']),
      /** As they were sent, since most profiles report none. */
      lines: Array.isArray(lines) ? (lines as readonly Json[]) : [],
    },
    /** What the customer's statement shows. */
    descriptors: descriptorsIn(details),
    /** Why the merchant charges an absent customer. */
    mitCategory: mitCategory.options.find((one) => one === category) ?? null,
    /** The customer's consent to saving the payment method, from either place in a request. */
    acceptance: acceptanceIn(details) ?? acceptanceIn(mandate),
    /** The mandate that the payment moves to its own payment method once it succeeds. */
    updatedMandate: updatedMandateIn(details),
    /** `mandate_type` of the mandate that the payment sets up. */
    mandateType: objectOf(mandate?.['mandate_type']),
    /** The types of payment methods that the customer may choose from; null: all. */
    allowedTypes: Array.isArray(types) ? types.filter((one): one is string => typeof one === 'string') : null,
    /** Whether the merchant opens the bank's page in a popup. */
    opensInPopup: choiceIn(details['is_iframe_redirection_enabled']),
  };
}
