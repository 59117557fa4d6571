import { Inject, Injectable } from '@nestjs/common';
import type { PaymentFields, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, paymentGet, refuse } from '@payorch/contracts';
import type { PaymentId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { InlineCredentials, type SentCredentials } from '../accounts';
import type { AuthenticatedMerchant, Sender } from '../auth';
import { readStraightThrough } from './domain/fields/straight-through';
import { isPresent, type PaymentRequest } from './domain/payment-request';
import { PaymentOwner } from './payment-owner';

/** A request with credentials: the field of its message, and its sender with the account version that has them. */
export interface WithCredentials {
  readonly sender: Sender;
  readonly fields: Pick<PaymentFields, 'credentials'>;
}

const field = 'merchant_connector_details';

/** Only the merchant's server has credentials of the merchant. */
export const refuseForClients = ({ kind }: Pick<AuthenticatedMerchant, 'kind'>): Refusal | undefined =>
  kind === 'merchant' ? undefined : refuse('not_for_clients', { field });

const storedPayment = z.object({ profile_id: z.string().transform((id) => id as ProfileId) });

/** Binds payments to the credentials that their requests bring. */
@Injectable()
export class PaymentCredentials {
  constructor(
    @Inject(InlineCredentials) private readonly credentials: Pick<InlineCredentials, 'bind'>,
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'query'>,
  ) {}

  /** Of a new payment. */
  async ofNew(sent: PaymentRequest, profileId: ProfileId, sender: Sender): Promise<WithCredentials | Refusal> {
    const { merchant_connector_details: details } = sent;
    if (!isPresent(details)) return { sender, fields: {} };
    return refuseForClients(sender.merchant) ?? this.bound(details, sent, profileId, sender);
  }

  /** Of an existing payment, whose profile only its owner knows. */
  async ofExisting(sent: PaymentRequest, paymentId: PaymentId, sender: Sender): Promise<WithCredentials | Refusal> {
    const { merchant_connector_details: details } = sent;
    if (!isPresent(details)) return { sender, fields: {} };
    const refused = refuseForClients(sender.merchant);
    if (refused) return refused;
    const { merchantId } = sender.merchant;
    const caller = { kind: 'merchant' } as const;
    const query = outgoing(paymentGet, { merchantId, paymentId, caller, expandAttempts: false, expandCaptures: false });
    const reply = await this.owner.query(query, sender);
    if (!Buffer.isBuffer(reply)) return reply;
    const { profile_id: profileId } = storedPayment.parse(JSON.parse(reply.toString()));
    return this.bound(details, sent, profileId, sender);
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
