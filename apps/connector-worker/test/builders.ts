import { accountWithCredentials } from '@payorch/contracts';
import { detailsPlace, type SealedFactsOf } from '@payorch/operations';
import type {
  operationCommands,
  ConnectorAccountSettings,
  connectorAuthorize,
  DataOf,
  InlineCredentialsSettings,
  SealedCard,
  SealedData,
} from '@payorch/contracts';
import type {
  AttemptId,
  CardReference,
  MerchantConnectorId,
  MerchantId,
  PaymentId,
  ProfileId,
  RefundId,
} from '@payorch/kernel';
import { testSeals } from '@payorch/harness';
import { money, newId, newOperationId, newPaymentId, Secret } from '@payorch/kernel';
import type { PrivateKeys, PublicKey } from '@payorch/platform/sealing';
import { newX25519Jwk, parsePrivateKeys, parsePublicKeys, seal } from '@payorch/platform/sealing';
import type { RefundSyncCommand, SyncCommand } from '../src/operations/sync-operation';
import { purposes } from '../src/sealed/purposes';

export type AuthorizeCommand = DataOf<typeof connectorAuthorize>;
export type RefundCommand = DataOf<typeof operationCommands.refund>;

export const cardNumber = '4111111111111111';
export const webhookSecret = 'whsec_of_the_account';

export const shopSeals = testSeals();

/** The details of an authorization without personal data. */
const noDetails: SealedFactsOf<'authorize'> = {
  customerName: null,
  customerPhone: null,
  email: null,
  billing: null,
  shipping: null,
  browserInfo: null,
  description: null,
  statementDescriptor: null,
  metadata: null,
  cardHolderName: 'Ada Lovelace',
};

/** The workers' key pair of one test. */
export class Keys {
  readonly publicKey: PublicKey;
  readonly privateKeys: PrivateKeys;

  constructor() {
    const jwk = newX25519Jwk('test');
    this.publicKey = parsePublicKeys([jwk])[0]!;
    this.privateKeys = parsePrivateKeys(new Secret(JSON.stringify([jwk])));
  }

  seal(text: string, reference: string, merchantId: string, purpose: string): string {
    return seal(text, { publicKey: this.publicKey, header: { reference, merchantId, purpose } });
  }
}

/** One merchant with one account at one test processor. */
export class Shop {
  readonly merchantId = newId<MerchantId>('merchant');
  readonly profileId = newId<ProfileId>('pro');
  readonly account = { merchantConnectorId: newId<MerchantConnectorId>('mca'), connector: 'stripe_test' };

  constructor(readonly keys = new Keys()) {}

  settings(details?: object): ConnectorAccountSettings {
    return this.settingsOf(this.account, details);
  }

  settingsOf(
    { merchantConnectorId, connector }: Shop['account'],
    details: object = { auth_type: 'HeaderKey', api_key: 'sk_test' },
  ): ConnectorAccountSettings {
    const { merchantId, profileId, keys } = this;
    const secrets = JSON.stringify({ merchant_secret: webhookSecret });
    return {
      merchantId,
      profileId,
      accountVersion: 1,
      updatedAt: new Date().toISOString(),
      merchantConnectorId,
      connector,
      connectorType: 'payment_processor',
      connectorLabel: 'default',
      disabled: false,
      paymentMethodsEnabled: null,
      sealedCredentials: keys.seal(JSON.stringify(details), merchantConnectorId, merchantId, purposes.credentials),
      sealedWebhookSecrets: keys.seal(secrets, merchantConnectorId, merchantId, purposes.webhookSecrets),
      metadata: null,
      createdAt: new Date().toISOString(),
      deleted: false,
    };
  }

  /** Credentials that a payment request brought for the account. */
  inlineCredentials(apiKey = 'sk_of_the_request'): InlineCredentialsSettings {
    const { merchantId, keys } = this;
    const { merchantConnectorId: account, connector } = this.account;
    const merchantConnectorId = accountWithCredentials(account, 'crd_1');
    const details = JSON.stringify({ auth_type: 'HeaderKey', api_key: apiKey });
    return {
      merchantId,
      accountVersion: 5,
      updatedAt: new Date().toISOString(),
      merchantConnectorId,
      connector,
      sealedCredentials: keys.seal(details, merchantConnectorId, merchantId, purposes.credentials),
      metadata: null,
      deleted: false,
    };
  }

  card(cvc: SealedCard['cvc'] = 'absent'): SealedCard {
    const reference = newId<CardReference>('card');
    return {
      reference,
      sealedNumber: this.keys.seal(cardNumber, reference, this.merchantId, purposes.cardNumber),
      bin: '411111',
      extendedBin: null,
      last4: '1111',
      network: 'Visa',
      fingerprint: 'fingerprint',
      expiryMonth: '03',
      expiryYear: '2030',
      holderName: 'Ada Lovelace',
      cvc,
    };
  }

  methodData(data: object): SealedData {
    const reference = newId<CardReference>('card');
    const sealed = this.keys.seal(JSON.stringify(data), reference, this.merchantId, purposes.methodData);
    return { reference, sealed };
  }

  /** A partial refund of a payment of 65.40. */
  refund(overrides: Partial<RefundCommand> = {}): RefundCommand {
    const { operationId, merchantId, profileId, paymentId, attemptId, account, money: charged } = this.authorize();
    return {
      operationId,
      merchantId,
      profileId,
      paymentId,
      attemptId,
      account,
      charged,
      refundId: newId<RefundId>('ref'),
      reference: 'pay_at_the_processor',
      money: money(2540n, 'USD'),
      reason: null,
      metadata: null,
      ...overrides,
    };
  }

  authorize(overrides: Partial<AuthorizeCommand> = {}): AuthorizeCommand {
    const paymentId: PaymentId = newPaymentId();
    const operationId = overrides.operationId ?? newOperationId();
    return {
      operationId,
      merchantId: this.merchantId,
      profileId: this.profileId,
      paymentId,
      attemptId: `${paymentId}_1` as AttemptId,
      money: money(6540n, 'USD'),
      capture: 'automatic',
      paymentMethod: 'card',
      paymentMethodType: 'credit',
      card: this.card(),
      sealedMethodData: null,
      mandate: { kind: 'none' },
      threeDs: false,
      returnUrl: 'https://switch.example/redirect/{connector}',
      customerId: null,
      incremental: false,
      billingCountry: null,
      sealedDetails: shopSeals.seal(
        JSON.stringify(noDetails),
        detailsPlace('authorize', { merchantId: this.merchantId, operationId }),
      ),
      notAfter: new Date(Date.now() + 300_000).toISOString(),
      account: this.account,
      fallbacks: [],
      ...overrides,
    };
  }
}

/** The sync of an authorization. */
export const syncOf = (command: AuthorizeCommand, round = 1): SyncCommand => {
  const { operationId, merchantId, profileId, paymentId, attemptId, account, money } = command;
  const about = { operationId, merchantId, profileId, paymentId, attemptId, account, money };
  return { ...about, flow: 'authorize', reference: null, round };
};

/** The sync of a refund whose id at the processor is unknown. */
export const refundSyncOf = (command: RefundCommand, round = 1): RefundSyncCommand => {
  const { operationId, merchantId, profileId, paymentId, attemptId, account, refundId, money } = command;
  const about = { operationId, merchantId, profileId, paymentId, attemptId, account, refundId, money };
  return { ...about, reference: null, paymentReference: command.reference, round };
};
