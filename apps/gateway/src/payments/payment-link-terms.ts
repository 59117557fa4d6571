import { Inject, Injectable } from '@nestjs/common';
import type { PaymentFields, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, paymentGet, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { Profiles } from '../accounts';
import type { Sender } from '../auth';
import { PageDomains, provenOrigin } from '../page-domains';
import { languagesIn, linkTermsOf, pageLocaleIn } from '../payment-links';
import { linkFieldIn, needsLink } from './domain/check-payment-link';
import type { PaymentRequest } from './domain/payment-request';
import { PaymentOwner } from './payment-owner';

/** The field of the message. */
export type WithLink = Pick<PaymentFields, 'link'>;

const storedPayment = z.object({
  profile_id: z.string().transform((id) => id as ProfileId),
  payment_link: z.object({}).nullable(),
});

/** Makes the terms of a payment's link from its request and from its profile. */
@Injectable()
export class PaymentLinkTerms {
  constructor(
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(PageDomains) private readonly domains: Pick<PageDomains, 'serves'>,
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'query'>,
  ) {}

  /** Of a new payment. `languages`: the Accept-Language header of the request, by which the merchant chooses the link's language; without one the page has the browser's. */
  async ofNew(
    sent: PaymentRequest,
    profileId: ProfileId,
    { merchant }: Sender,
    languages: string | undefined,
  ): Promise<WithLink | Refusal> {
    if (!sent.payment_link) return {};
    const terms = await this.termsFor(sent, merchant.merchantId, profileId);
    if ('kind' in terms) return terms;
    const locale = pageLocaleIn(languagesIn(languages));
    return { link: { ...terms, ...(locale && { locale }) } };
  }

  /** Of an existing payment, whose profile only its owner knows: what its link shows is replaced as a whole. */
  async ofExisting(sent: PaymentRequest, paymentId: PaymentId, sender: Sender): Promise<WithLink | Refusal> {
    const field = linkFieldIn(sent);
    if (field === undefined) return {};
    const { merchantId, kind } = sender.merchant;
    if (kind !== 'merchant') return refuse('not_for_clients', { field });
    const caller = { kind: 'merchant' } as const;
    const query = outgoing(paymentGet, { merchantId, paymentId, caller, expandAttempts: false, expandCaptures: false });
    const reply = await this.owner.query(query, sender);
    if (!Buffer.isBuffer(reply)) return reply;
    const { profile_id: profileId, payment_link: link } = storedPayment.parse(JSON.parse(reply.toString()));
    if (link === null) return refuse('precondition_failed', { message: needsLink(field) });
    const terms = await this.termsFor(sent, merchantId, profileId);
    return 'kind' in terms ? terms : { link: terms };
  }

  private async termsFor(sent: PaymentRequest, merchantId: MerchantId, profileId: ProfileId) {
    const profile = await this.profiles.retrieve(merchantId, profileId);
    if (isRefusal(profile)) return profile;
    const requested = { config: sent.payment_link_config, configId: sent.payment_link_config_id };
    const terms = linkTermsOf(requested, profile.details.payment_link_config);
    if (isRefusal(terms)) return terms;
    const isProven = (domain: string) => this.domains.serves(merchantId, domain, profileId);
    return { ...terms, origin: await provenOrigin(terms.origin, isProven) };
  }
}
