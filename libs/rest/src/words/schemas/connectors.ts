import type { SchemaWords } from './schema-words';

/** Connectors, connector accounts and the feature matrix. */
export const connectorsSchemas: SchemaWords = {
  AcceptedCountries:
    'The countries in which a payment method is accepted: all, only some (`enable_only`), or all but some (`disable_only`).',
  AcceptedCurrencies:
    'The currencies in which a payment method is accepted: all, only some (`enable_only`), or all but some (`disable_only`).',
  CardSpecificFeatures:
    'What a connector can do with cards: with and without 3-D Secure, and which networks. Absent for other payment methods.',
  Connector: 'The name of a connector. The feature matrix says what each one can do.',
  ConnectorFeatureMatrixResponse:
    'A connector: what kind of company it connects to, its payment methods, and the events it reports.',
  ConnectorIntegrationCategory: 'What kind of company a connector connects to.',
  ConnectorIntegrationStatus:
    'How far a connector is tried: `live` in production, `sandbox` against the test platform of the processor, `beta` or `alpha` before.',
  ConnectorStatus: 'Whether a connector account may be used. An inactive one is never chosen.',
  ConnectorType: 'What a connector account is used for. Payments are routed to `payment_processor` only.',
  ConnectorVerifyRequest: 'Credentials of a connector that are tried at the processor; nothing is stored.',
  EventClass: 'A group of events that a connector reports.',
  EventType: 'An event of which a webhook can be sent.',
  FeatureMatrixListResponse: 'All connectors, or those that were asked for, with their payment methods.',
  FeatureStatus: 'Whether a connector supports the feature.',
  FrmAction: 'What follows from a fraud check that fails: the payment is cancelled, refunded, or waits for a person.',
  FrmConfigs: 'The payment methods for which a fraud check is used, by gateway.',
  FrmPaymentMethod: 'A payment method for which a fraud check is used, and whether before or after the authorization.',
  FrmPaymentMethodType: 'A payment method type for which a fraud check is used, with networks, time and action.',
  FrmPreferredFlowTypes: 'Whether a fraud check runs before (`pre`) or after (`post`) the authorization.',
  MerchantConnectorCreate:
    'A new connector account: the connector, the credentials, and the payment methods that it takes.',
  MerchantConnectorDeleteResponse:
    'Says that the connector account is deleted. Payments under way at it are still followed to their end.',
  MerchantConnectorDetails: 'Credentials that a request brings with it in place of those of the connector account.',
  MerchantConnectorDetailsWrap:
    'Credentials that a request brings with it, under a name. They are not supported and refused by name.',
  MerchantConnectorInfo: 'A connector account by its label and id, as a value to filter by.',
  MerchantConnectorListResponse: 'A connector account in a list, without its credentials.',
  MerchantConnectorResponse: 'A connector account. Credentials are masked.',
  MerchantConnectorUpdate: 'A change of a connector account. Fields that are left out stay as they are.',
  MerchantConnectorWebhookDetails: 'The secrets with which the processor signs its webhooks.',
  PaymentMethodSpecificFeatures: 'What a connector can do with cards in particular. It is present for cards alone.',
  PaymentMethodsEnabled: 'A payment method that a connector account takes, with its types.',
  PaymentProcessingDetailsAt:
    'Where Apple Pay data is decrypted: here, with a certificate of the merchant, or at the connector.',
  RequestPaymentMethodTypes:
    'A payment method type that a connector account takes: networks, currencies, countries, and bounds of the amount in minor units.',
  RoutableConnectors: 'The name of a connector to which payments can be routed.',
  SupportedPaymentMethod:
    'What a connector can do with one payment method type: mandates, refunds, kinds of capture, countries and currencies.',
  WebhookConfigType: 'Which events the connector sets up at the processor: all of them, or some.',
  WebhookSetupCapabilities:
    'Whether the connector can set up webhooks at the processor by itself, and whether it needs a secret.',
};
