import 'reflect-metadata';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { controllers, methodNames } from '../test/controllers';
import { ConnectorAccountsController } from './accounts/http/connector-accounts.controller';
import { MerchantAccountsController } from './accounts/http/merchant-accounts.controller';
import { ProfileAcquirersController } from './accounts/http/profile-acquirers.controller';
import { ProfileListsController } from './accounts/http/profile-lists.controller';
import { ProfilesController } from './accounts/http/profiles.controller';
import { ApiKeysController } from './api-keys/http/api-keys.controller';
import { authKindOf } from './auth/http/auth.guard';
import { ApplePayDomainsController } from './apple-pay-domains/http/apple-pay-domains.controller';
import { AuthenticationsController } from './authentications/http/authentications.controller';
import { BlocklistController } from './blocklist/http/blocklist.controller';
import { CachesController } from './caches/http/caches.controller';
import { CardIssuersController } from './cards/http/card-issuers.controller';
import { CardsController } from './cards/http/cards.controller';
import { ClientSdkController } from './client-sdk/http/client-sdk.controller';
import { CollectLinksController } from './collect-links/http/collect-links.controller';
import { CollectPagesController } from './collect-links/http/collect-pages.controller';
import { ConfigsController } from './configs/http/configs.controller';
import { CredentialChecksController } from './credential-checks/http/credential-checks.controller';
import { CustomersController } from './customers/http/customers.controller';
import { DisputeEvidenceController } from './disputes/http/dispute-evidence.controller';
import { DisputeListsController } from './disputes/http/dispute-lists.controller';
import { DisputesController } from './disputes/http/disputes.controller';
import { EphemeralKeysController } from './ephemeral-keys/http/ephemeral-keys.controller';
import { ForexController } from './forex/http/forex.controller';
import { DataKeysController } from './keys/http/data-keys.controller';
import { GsmRulesController } from './gsm/http/gsm-rules.controller';
import { CustomerMandatesController } from './mandates/http/customer-mandates.controller';
import { MandatesController } from './mandates/http/mandates.controller';
import { OpsController } from './ops/http/ops.controller';
import { OrganizationsController } from './organizations/http/organizations.controller';
import { clientRouteConfig } from './server';
import { PaymentMethodListsController } from './payment-method-list/http/payment-method-lists.controller';
import { EligibilityController } from './payments/http/eligibility.controller';
import { ExtendedCardInfoController } from './payments/http/extended-card-info.controller';
import { ManualUpdatesController } from './payments/http/manual-updates.controller';
import { LinkPagesController } from './payment-link-routes/http/link-pages.controller';
import { PageDomainsController } from './page-domains/http/page-domains.controller';
import { PaymentLinksController } from './payment-link-routes/http/payment-links.controller';
import { CustomerPaymentMethodsController } from './payment-methods/http/customer-payment-methods.controller';
import { PaymentMethodsController } from './payment-methods/http/payment-methods.controller';
import { PaymentMethodMigrationsController } from './payment-methods/migrate/http/payment-method-migrations.controller';
import { CardTokensController } from './payment-methods/tokenize/http/card-tokens.controller';
import { PaymentListsController } from './payments/http/payment-lists.controller';
import { PaymentsController } from './payments/http/payments.controller';
import { SessionTokensController } from './payments/http/session-tokens.controller';
import { AuthenticationController } from './payments/http/authentication.controller';
import { PollsController } from './polls/http/polls.controller';
import { ReceivedWebhooksController } from './processor-webhooks/http/received-webhooks.controller';
import { RefusedWebhooksController } from './processor-webhooks/http/refused-webhooks.controller';
import { AuthenticationReturnsController } from './redirects/http/authentication-returns.controller';
import { ReconciliationController } from './reconciliation/http/reconciliation.controller';
import { RedirectsController } from './redirects/http/redirects.controller';
import { PayoutListsController } from './payouts/http/payout-lists.controller';
import { PayoutPagesController } from './payout-links/http/payout-pages.controller';
import { PayoutsController } from './payouts/http/payouts.controller';
import { RefundListsController } from './refunds/http/refund-lists.controller';
import { RefundsController } from './refunds/http/refunds.controller';
import { RelaysController } from './relays/http/relays.controller';
import { DecisionManagerController } from './merchant-rules/http/decision-manager.controller';
import { SurchargeRulesController } from './merchant-rules/http/surcharge-rules.controller';
import {
  DefaultOrdersController,
  PayoutDefaultOrdersController,
} from './routing-algorithms/http/default-orders.controller';
import { DynamicRoutingController } from './routing-algorithms/http/dynamic-routing.controller';
import { PayoutRoutingController } from './routing-algorithms/http/payout-routing.controller';
import { RoutingAlgorithmsController } from './routing-algorithms/http/routing-algorithms.controller';
import { RoutingEvaluationsController } from './routing-evaluations/http/routing-evaluations.controller';
import { RuleMigrationsController } from './routing-algorithms/http/rule-migrations.controller';
import { ThreeDsDecisionsController } from './routing-algorithms/http/three-ds-decisions.controller';
import { EventsController } from './events/http/events.controller';
import { WebhookEndpointsController } from './webhook-endpoints/http/webhook-endpoints.controller';
import { WebhookRegistrationsController } from './webhook-registrations/http/webhook-registrations.controller';
import { WebhookTestsController } from './webhook-tests/http/webhook-tests.controller';

type Controller = abstract new (...args: never[]) => object;

/** The authentication of each handler; `open` where the route needs no key. */
function kindsOf(controller: Controller): Record<string, string> {
  const methods = controller.prototype as Record<string, object>;
  const handlers = methodNames(methods).filter((name) => Reflect.hasMetadata(METHOD_METADATA, methods[name]!));
  return Object.fromEntries(
    handlers.map((name) => [name, authKindOf(methods[name]!) ?? authKindOf(controller) ?? 'open']),
  );
}

it.each<[Controller, Record<string, string>]>([
  [
    CustomersController,
    {
      create: 'secret_key',
      list: 'secret_key',
      listWithCount: 'secret_key',
      retrieve: 'secret_key or ephemeral_key',
      update: 'secret_key',
      delete: 'secret_key',
    },
  ],
  [EphemeralKeysController, { create: 'secret_key', delete: 'secret_key' }],
  [OrganizationsController, { create: 'admin', retrieve: 'admin', update: 'admin' }],
  [
    MerchantAccountsController,
    {
      create: 'admin',
      list: 'admin',
      toggleKvOfAll: 'admin',
      retrieve: 'admin',
      update: 'admin',
      delete: 'admin',
      retrieveKv: 'admin',
      toggleKv: 'admin',
    },
  ],
  [MandatesController, { list: 'secret_key', retrieve: 'secret_key', revoke: 'secret_key' }],
  [CustomerMandatesController, { list: 'secret_key' }],
  [
    PageDomainsController,
    { register: 'secret_key', list: 'secret_key', retrieve: 'secret_key', verify: 'secret_key', delete: 'secret_key' },
  ],
  [PaymentLinksController, { list: 'secret_key', retrieve: 'client_or_secret_key' }],
  [
    LinkPagesController,
    { secure: 'open', status: 'open', open: 'open', plain: 'open', payPlain: 'open', another: 'open' },
  ],
  [CollectLinksController, { create: 'secret_key' }],
  [CollectPagesController, { page: 'open' }],
  [PayoutPagesController, { page: 'open', confirm: 'open' }],
  [
    PaymentMethodsController,
    {
      create: 'secret_key',
      retrieve: 'secret_key',
      update: 'client_or_secret_key',
      save: 'client_or_secret_key_with_secret',
      delete: 'secret_key or ephemeral_key',
    },
  ],
  [
    PaymentMethodMigrationsController,
    { migrate: 'admin', migrateFile: 'admin', updateFromFile: 'admin', tokenizeFile: 'admin' },
  ],
  [CardTokensController, { tokenize: 'admin', tokenizeSaved: 'admin' }],
  [
    CustomerPaymentMethodsController,
    {
      listOfPayment: 'client_or_secret_key_with_secret or ephemeral_key',
      listOfCustomer: 'secret_key or ephemeral_key',
      setDefault: 'secret_key or ephemeral_key',
    },
  ],
  [GsmRulesController, { create: 'admin', retrieve: 'admin', update: 'admin', delete: 'admin' }],
  [
    ReconciliationController,
    {
      accounts: 'admin',
      processorRecords: 'admin',
      ownRecords: 'admin',
      sync: 'admin',
      report: 'admin',
      list: 'admin',
    },
  ],
  [OpsController, { stuck: 'admin', incidents: 'admin', resolve: 'admin', trace: 'admin' }],
  [ConfigsController, { create: 'admin', retrieve: 'admin', update: 'admin', delete: 'admin' }],
  [ProfileListsController, { list: 'secret_key_of_path', listConnectors: 'secret_key_of_path' }],
  [ProfileAcquirersController, { create: 'secret_key', update: 'secret_key' }],
  [ApiKeysController, { create: 'admin', list: 'admin', retrieve: 'admin', update: 'admin', revoke: 'admin' }],
  [
    ProfilesController,
    {
      create: 'secret_key_of_path',
      list: 'secret_key_of_path',
      retrieve: 'secret_key_of_path',
      update: 'secret_key_of_path',
      delete: 'admin',
      toggleExtendedCardInfo: 'admin',
      toggleConnectorAgnosticMit: 'secret_key_of_path',
    },
  ],
  [
    ConnectorAccountsController,
    {
      create: 'secret_key_of_path',
      list: 'secret_key_of_path',
      retrieve: 'secret_key_of_path',
      update: 'secret_key_of_path',
      delete: 'admin',
    },
  ],
  [
    PaymentsController,
    {
      create: 'secret_key',
      sync: 'client_or_secret_key',
      update: 'client_or_secret_key',
      confirm: 'client_or_secret_key',
      retrieve: 'client_or_secret_key',
      routing: 'secret_key',
      capture: 'secret_key',
      increment: 'secret_key',
      extend: 'secret_key',
      approve: 'secret_key',
      reject: 'secret_key',
      completeAuthorize: 'client_or_secret_key_with_secret',
      calculateTax: 'client_key',
      updateMetadata: 'secret_key',
      cancel: 'secret_key',
      cancelPostCapture: 'secret_key',
      syncPostCaptureVoid: 'secret_key',
    },
  ],
  [ClientSdkController, { client: 'client_key', config: 'client_key' }],
  [PaymentMethodListsController, { list: 'client_or_secret_key' }],
  [
    RefundsController,
    { create: 'secret_key', sync: 'secret_key', declare: 'admin', retrieve: 'secret_key', update: 'secret_key' },
  ],
  [CredentialChecksController, { verify: 'secret_key' }],
  [WebhookRegistrationsController, { register: 'secret_key_of_path', list: 'secret_key_of_path' }],
  [WebhookTestsController, { send: 'secret_key_of_path' }],
  [
    WebhookEndpointsController,
    {
      list: 'secret_key_of_path',
      create: 'secret_key_of_path',
      retrieve: 'secret_key_of_path',
      update: 'secret_key_of_path',
      delete: 'secret_key_of_path',
      rotate: 'secret_key_of_path',
      enable: 'secret_key_of_path',
    },
  ],
  [
    EventsController,
    {
      listOfProfile: 'secret_key',
      list: 'secret_key_of_path or admin',
      attempts: 'secret_key_of_path or admin',
      retry: 'secret_key_of_path or admin',
    },
  ],
  [ApplePayDomainsController, { verify: 'secret_key_of_path', list: 'secret_key' }],
  [ForexController, { rates: 'secret_key', convert: 'secret_key' }],
  [
    AuthenticationsController,
    {
      create: 'secret_key',
      prepare: 'client_or_secret_key_with_secret',
      authenticate: 'client_or_secret_key_with_secret',
      sync: 'client_or_secret_key_with_secret',
      refuseClickToPay: 'open',
      refuseEligibilityOfClickToPay: 'secret_key',
    },
  ],
  [AuthenticationReturnsController, { returnByGet: 'open', returnByPost: 'open' }],
  [DisputesController, { retrieve: 'secret_key', accept: 'secret_key', fetch: 'secret_key' }],
  [DisputeListsController, { list: 'secret_key', filterOptions: 'secret_key', aggregate: 'secret_key' }],
  [DisputeEvidenceController, { submit: 'secret_key', attach: 'secret_key', detach: 'secret_key', list: 'secret_key' }],
  [RelaysController, { create: 'secret_key', refundUnreferenced: 'secret_key', retrieve: 'secret_key' }],
  [DecisionManagerController, { put: 'secret_key', retrieve: 'secret_key', delete: 'secret_key' }],
  [SurchargeRulesController, { put: 'secret_key', retrieve: 'secret_key', delete: 'secret_key' }],
  [
    RoutingAlgorithmsController,
    {
      create: 'secret_key',
      list: 'secret_key',
      listOfProfile: 'secret_key',
      listActive: 'secret_key',
      retrieve: 'secret_key',
      activate: 'secret_key',
      deactivate: 'secret_key',
    },
  ],
  [
    DynamicRoutingController,
    {
      createSuccessBased: 'secret_key_of_path',
      toggleSuccessBased: 'secret_key_of_path',
      updateSuccessBased: 'secret_key_of_path',
      createElimination: 'secret_key_of_path',
      toggleElimination: 'secret_key_of_path',
      updateElimination: 'secret_key_of_path',
      toggleContract: 'secret_key_of_path',
      updateContract: 'secret_key_of_path',
      setSplit: 'secret_key_of_path',
      split: 'secret_key_of_path',
    },
  ],
  [
    PayoutRoutingController,
    {
      create: 'secret_key',
      list: 'secret_key',
      listOfProfile: 'secret_key',
      listActive: 'secret_key',
      activate: 'secret_key',
      deactivate: 'secret_key',
    },
  ],
  ...[DefaultOrdersController, PayoutDefaultOrdersController].map(
    (controller): [Controller, Record<string, string>] => [
      controller,
      { retrieve: 'secret_key', update: 'secret_key', retrieveByProfile: 'secret_key', updateProfile: 'secret_key' },
    ],
  ),
  [RoutingEvaluationsController, { evaluate: 'secret_key', evaluateRule: 'secret_key', report: 'secret_key' }],
  [RuleMigrationsController, { migrate: 'admin' }],
  [ThreeDsDecisionsController, { execute: 'secret_key' }],
  [
    PayoutsController,
    {
      create: 'secret_key',
      retrieve: 'secret_key',
      update: 'secret_key',
      put: 'secret_key',
      confirm: 'client_or_secret_key_with_secret',
      cancel: 'secret_key',
      fulfill: 'secret_key',
      declare: 'admin',
    },
  ],
  [
    PayoutListsController,
    {
      list: 'secret_key',
      filter: 'secret_key',
      filterValues: 'secret_key',
      filterOptions: 'secret_key',
      aggregate: 'secret_key',
    },
  ],
  [
    RefundListsController,
    {
      list: 'secret_key',
      filterValues: 'secret_key',
      filterOptions: 'secret_key',
      aggregate: 'secret_key',
    },
  ],
  [
    PaymentListsController,
    {
      list: 'secret_key',
      filter: 'secret_key',
      filterValues: 'secret_key',
      filterOptions: 'secret_key',
      aggregate: 'secret_key',
    },
  ],
  [EligibilityController, { submit: 'client_or_secret_key', check: 'client_or_secret_key' }],
  [ExtendedCardInfoController, { retrieve: 'secret_key' }],
  [ManualUpdatesController, { update: 'admin', endReview: 'admin' }],
  [RefusedWebhooksController, { listReceived: 'admin', list: 'admin' }],
  [ReceivedWebhooksController, { list: 'secret_key_of_path' }],
  [DataKeysController, { create: 'admin', delete: 'admin' }],
  [CardsController, { create: 'admin', update: 'admin', upload: 'admin', retrieve: 'client_or_secret_key' }],
  [CardIssuersController, { create: 'admin', list: 'secret_key', update: 'admin', delete: 'admin' }],
  [CachesController, { invalidate: 'admin' }],
  [
    BlocklistController,
    {
      add: 'secret_key',
      remove: 'secret_key',
      list: 'secret_key',
      toggle: 'secret_key',
      upload: 'secret_key',
      listJobs: 'secret_key',
      retrieveJob: 'secret_key',
    },
  ],
  [SessionTokensController, { create: 'client_key', continue: 'client_key' }],
  [AuthenticationController, { authenticate: 'client_key' }],
  [PollsController, { retrieve: 'publishable_key' }],
  [RedirectsController, { start: 'open', returnByGet: 'open', returnByPost: 'open' }],
])('%p requires the keys of the interface', (controller, kinds) => expect(kindsOf(controller)).toEqual(kinds));

const isForBrowsers = (kind: string): boolean => /^(client|publishable)|ephemeral/.test(kind);

it.each(controllers.map((controller) => [controller.name, controller] as const))(
  'pages of other sites may call the routes for browsers of %s, and no others with a secret key',
  (_name, controller) => {
    const methods = controller.prototype as Record<string, object>;
    for (const [name, kind] of Object.entries(kindsOf(controller))) {
      const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, methods[name]!) as object | undefined;
      expect([name, config ?? {}]).toEqual([name, isForBrowsers(kind) ? clientRouteConfig : {}]);
    }
  },
);
