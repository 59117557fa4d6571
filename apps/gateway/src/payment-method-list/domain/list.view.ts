import type { JsonObject, PaymentForMethodList } from '@payorch/contracts';
import { eligibleTypes, type EligibleType } from './eligible-types';
import type { ListedProfile, ListingSettings } from './listing-settings';
import type { MethodFilters } from './method-filters';
import { withChargeablePlans } from './installment-options';
import { methodsView } from './methods.view';
import { noSurcharges, type Surcharges } from './surcharges';
import { canGive, type RequiredFieldContext } from './required-fields';

export interface ListRequest {
  readonly payment: PaymentForMethodList | null;
  /** The profile whose accounts are listed; null: all of the merchant's. */
  readonly profileId: string | null;
  readonly filters: MethodFilters & { readonly limit?: number | null };
  readonly testConnectors: boolean;
}

const collects = (always: boolean | undefined, otherwise: boolean | undefined): boolean | null =>
  always ? true : (otherwise ?? null);

/** What wallets collect for the profile; null without a profile. */
const collectedView = (profile: ListedProfile | undefined, fixedShipping: boolean) => ({
  collect_shipping_details_from_wallets: fixedShipping
    ? false
    : collects(profile?.alwaysCollectsShipping, profile?.collectsShipping),
  collect_billing_details_from_wallets: collects(profile?.alwaysCollectsBilling, profile?.collectsBilling),
});

/** What a list is made of. */
export interface ListParts {
  readonly profile: ListedProfile | undefined;
  readonly context: RequiredFieldContext;
  /** What the enabled accounts of the profile can take. */
  readonly types: readonly EligibleType[];
  readonly collected: ReturnType<typeof collectedView>;
  /** Null without a payment. */
  readonly intentData: JsonObject | null;
}

const contextOf = (payment: PaymentForMethodList | null, profile: ListedProfile | undefined) => ({
  isSaved: payment !== null && payment.paymentType !== 'normal',
  profile,
  known: payment?.known ?? null,
  hidesKnown: payment?.hidesKnown ?? false,
  fixedShipping: payment?.fixedShipping ?? false,
});

export function listParts(settings: ListingSettings, request: ListRequest): ListParts {
  const { payment, profileId } = request;
  const profile = profileId === null ? undefined : settings.profiles.get(profileId);
  const accounts = settings.accounts.filter((account) => profileId === null || account.profileId === profileId);
  const context = contextOf(payment, profile);
  const types = eligibleTypes(accounts, request).filter((type) => canGive(type, context));
  const collected = collectedView(profile, context.fixedShipping);
  const intentData = payment && withChargeablePlans(payment.intentData, types, payment.money.currency);
  return { profile, context, types, collected, intentData };
}

/** What a list is made with, where it is known already. */
interface ListedWith {
  readonly parts?: ListParts;
  readonly surcharges?: Surcharges;
}

/** The list of payment methods, in the interface's order of keys. */
export function listView(
  settings: ListingSettings,
  request: ListRequest,
  { parts = listParts(settings, request), surcharges = noSurcharges }: ListedWith = {},
): JsonObject {
  const { payment, filters } = request;
  const { profile, context, types, collected, intentData } = parts;
  return {
    redirect_url: profile?.returnUrl ?? null,
    currency: payment?.money.currency ?? null,
    payment_methods: methodsView(types, { ...context, limit: filters.limit ?? null, surchargeOf: surcharges.of }),
    mandate_payment: payment?.mandatePayment ?? null,
    merchant_name: settings.merchantName,
    show_surcharge_breakup_screen: surcharges.showsIndividually,
    payment_type: payment?.paymentType ?? null,
    request_external_three_ds_authentication: payment?.externalThreeDs ?? false,
    ...collected,
    is_tax_calculation_enabled: payment ? payment.isTaxCalculated : (profile?.hasTaxConnector ?? false),
    sdk_next_action: { next_action: 'confirm', should_block_confirm: false },
    is_guest_customer: payment?.isGuest ?? false,
    intent_data: intentData,
  };
}
