import type { JsonObject, PaymentForMethodList } from '@payorch/contracts';
import { eligibleTypes } from './eligible-types';
import type { ListedProfile, ListingSettings } from './listing-settings';
import type { MethodFilters } from './method-filters';
import { withChargeablePlans } from './installment-options';
import { methodsView } from './methods.view';
import { canGive } from './required-fields';

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

/** The list of payment methods, in the interface's order of keys. */
export function listView(settings: ListingSettings, request: ListRequest): JsonObject {
  const { payment, profileId, filters } = request;
  const profile = profileId === null ? undefined : settings.profiles.get(profileId);
  const accounts = settings.accounts.filter((account) => profileId === null || account.profileId === profileId);
  const isSaved = payment !== null && payment.paymentType !== 'normal';
  const context = {
    isSaved,
    profile,
    known: payment?.known ?? null,
    hidesKnown: payment?.hidesKnown ?? false,
    fixedShipping: payment?.fixedShipping ?? false,
    limit: filters.limit ?? null,
  };
  const types = eligibleTypes(accounts, request).filter((type) => canGive(type, context));
  return {
    redirect_url: profile?.returnUrl ?? null,
    currency: payment?.money.currency ?? null,
    payment_methods: methodsView(types, context),
    mandate_payment: payment?.mandatePayment ?? null,
    merchant_name: settings.merchantName,
    show_surcharge_breakup_screen: false,
    payment_type: payment?.paymentType ?? null,
    request_external_three_ds_authentication: payment?.externalThreeDs ?? false,
    ...collectedView(profile, context.fixedShipping),
    is_tax_calculation_enabled: payment ? payment.isTaxCalculated : (profile?.hasTaxConnector ?? false),
    sdk_next_action: { next_action: 'confirm', should_block_confirm: false },
    is_guest_customer: payment?.isGuest ?? false,
    intent_data: payment && withChargeablePlans(payment.intentData, types, payment.money.currency),
  };
}
