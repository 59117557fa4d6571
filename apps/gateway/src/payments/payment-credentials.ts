import { Inject, Injectable } from '@nestjs/common';
import type { PaymentFields, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { InlineCredentials, type SentCredentials } from '../accounts';
import type { AuthenticatedMerchant, Sender } from '../auth';
import { readStraightThrough } from './domain/fields/straight-through';
import { isPresent, type PaymentRequest, type RequestedPayment } from './domain/payment-request';
import { PaymentOwner, storedProfile } from './payment-owner';

/** A request with credentials: the field of its message, and its sender with the account version that has them. */
export interface WithCredentials {
  readonly sender: Sender;
  readonly fields: Pick<PaymentFields, 'credentials'>;
}

const field = 'merchant_connector_details';

/** Only the merchant's server has credentials of the merchant. */
export const refuseForClients = ({ kind }: Pick<AuthenticatedMerchant, 'kind'>): Refusal | undefined =>
  kind === 'merchant' ? undefined : refuse('not_for_clients', { field });

/** Binds payments to the credentials that their requests bring. */
@Injectable()
export class PaymentCredentials {
  constructor(
    @Inject(InlineCredentials) private readonly credentials: Pick<InlineCredentials, 'bind'>,
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'read'>,
  ) {}

  async of(sent: PaymentRequest, payment: RequestedPayment, sender: Sender): Promise<WithCredentials | Refusal> {
    const { merchant_connector_details: details } = sent;
    if (!isPresent(details)) return { sender, fields: {} };
    const refused = refuseForClients(sender.merchant);
    if (refused) return refused;
    const profile = 'profileId' in payment ? payment : await this.owner.read(storedProfile, payment.paymentId, sender);
    return isRefusal(profile) ? profile : this.bound(details, sent, profile.profileId, sender);
  }

  private async bound(
    details: SentCredentials,
    sent: PaymentRequest,
    profileId: ProfileId,
    sender: Sender,
  ): Promise<WithCredentials | Refusal> {
    const { merchant, trace } = sender;
    const requested = readStraightThrough(sent);
    if (requested?.kind === 'refused') return requested;
    const bound = await this.credentials.bind(merchant.merchantId, details, { profileId, requested }, trace);
    if (isRefusal(bound)) return bound;
    const accountVersion = Math.max(bound.accountVersion, merchant.account.accountVersion);
    const account = { ...merchant.account, accountVersion };
    return { sender: { ...sender, merchant: { ...merchant, account } }, fields: { credentials: bound.account } };
  }
}
