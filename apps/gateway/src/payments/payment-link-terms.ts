import { Inject, Injectable } from '@nestjs/common';
import { pageLocaleIn } from '@payorch/checkout-page';
import type { PaymentFields, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { Profiles } from '../accounts';
import type { Sender } from '../auth';
import { PageDomains, provenOrigin } from '../page-domains';
import { languagesIn, linkTermsOf } from '../payment-links';
import { linkFieldIn, needsLink } from './domain/check-payment-link';
import type { PaymentRequest, RequestedPayment } from './domain/payment-request';
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
    @Inject(PaymentOwner) private readonly owner: Pick<PaymentOwner, 'read'>,
  ) {}

  of(sent: PaymentRequest, payment: RequestedPayment, sender: Sender): Promise<WithLink | Refusal> {
    return 'profileId' in payment
      ? this.ofNew(sent, payment.profileId, sender, payment.languages)
      : this.ofExisting(sent, payment.paymentId, sender);
  }

  /** By the languages of the request the merchant chooses the link's language; without one the page has the browser's. */
  private async ofNew(
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

  /** What the link of an existing payment shows is replaced as a whole. */
  private async ofExisting(sent: PaymentRequest, paymentId: PaymentId, sender: Sender): Promise<WithLink | Refusal> {
    const field = linkFieldIn(sent);
    if (field === undefined) return {};
    const { merchantId, kind } = sender.merchant;
    if (kind !== 'merchant') return refuse('not_for_clients', { field });
    const stored = await this.owner.read(storedPayment, paymentId, sender);
    if (isRefusal(stored)) return stored;
    if (stored.payment_link === null) return refuse('precondition_failed', { message: needsLink(field) });
    const terms = await this.termsFor(sent, merchantId, stored.profile_id);
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
