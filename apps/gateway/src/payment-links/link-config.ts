import type { BusinessPaymentLinkConfig, PaymentCreatePaymentLinkConfig } from '@payorch/rest';

/** The values of PaymentLinkConfigRequest of the interface, by field. */
export type LinkConfigValues = {
  readonly [K in keyof PaymentCreatePaymentLinkConfig]-?: NonNullable<PaymentCreatePaymentLinkConfig[K]>;
};

/** The configuration of one link, as a payment or a profile has it. */
export type LinkConfig = { readonly [K in keyof LinkConfigValues]?: LinkConfigValues[K] | null | undefined };

/** The configuration of a profile: that of its links, named ones, and its domains. */
export type StoredLinkConfig = Readonly<Partial<BusinessPaymentLinkConfig>>;
