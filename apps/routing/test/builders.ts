import type { ConnectorAccountSettings, StraightThrough } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import type { MethodOffer, OffersOf } from '../src/domain/capabilities';
import type { RoutedPayment } from '../src/domain/routed-payment';

export const merchantId = 'acme_1' as MerchantId;
export const profileId = 'pro_1' as ProfileId;

/** An enabled account at `stripe_test` that takes all it offers. */
export const anAccount = (id: number, given: Partial<ConnectorAccountSettings> = {}): ConnectorAccountSettings => ({
  merchantId,
  accountVersion: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  profileId,
  merchantConnectorId: `mca_${id}` as MerchantConnectorId,
  connector: 'stripe_test',
  connectorType: 'payment_processor',
  connectorLabel: `label_${id}`,
  disabled: false,
  paymentMethodsEnabled: null,
  sealedCredentials: 'sealed',
  sealedWebhookSecrets: null,
  metadata: null,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
  deleted: false,
  ...given,
});

/** 65.40 USD by a Visa credit card from Germany, captured at once. */
export const aPayment = (given: Partial<RoutedPayment> = {}): RoutedPayment => ({
  money: money(6540n, 'USD'),
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  cardNetwork: 'Visa',
  country: 'DE',
  captureMethod: 'automatic',
  straightThrough: null,
  ...given,
});

export const asksConnectors = (...connectors: string[]): StraightThrough => ({ kind: 'connectors', connectors });

export const asksAccounts = (
  algorithm: 'single' | 'priority',
  ...accounts: readonly (readonly [connector: string, id: number | null])[]
): StraightThrough => ({
  kind: 'accounts',
  algorithm,
  accounts: accounts.map(([connector, id]) => ({
    connector,
    merchantConnectorId: id === null ? null : `mca_${id}`,
  })),
});

const cards: MethodOffer = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual'],
  networks: ['Visa', 'Mastercard'],
};

const offered: Readonly<Record<string, readonly MethodOffer[]>> = {
  stripe_test: [cards],
  adyen_test: [cards],
  euro_only: [{ ...cards, currencies: ['EUR'] }],
  many_captures: [{ ...cards, captureMethods: ['manual_multiple'] }],
};

export const offersOf: OffersOf = (connector) => offered[connector];
export const connectorNames = Object.keys(offered);
