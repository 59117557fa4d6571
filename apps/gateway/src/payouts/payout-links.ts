import { Inject, Injectable } from '@nestjs/common';
import { pageLocaleIn } from '@payorch/checkout-page';
import { isRefusal, LinkTokens, payoutAddress, type PayoutLink, type Refusal } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { Profiles } from '../accounts';
import type { Sender } from '../auth';
import type { GatewayConfig } from '../config';
import { PageDomains, provenOrigin } from '../page-domains';
import { languagesIn, readPayoutLinkConfig } from '../payment-links';
import { newIdFor } from '../request';
import { configToken } from '../tokens';
import type { PayoutRequest } from './domain/payout-request';
import { toPayoutLink } from './domain/to-payout-link';
import type { PayoutIds } from './payout-owner';

/** Makes the links to pages on which recipients say where payouts go. */
@Injectable()
export class PayoutLinks {
  private readonly tokens: LinkTokens;

  constructor(
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(PageDomains) private readonly domains: Pick<PageDomains, 'serves'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'redirectSecrets' | 'keyEnvironment' | 'publicUrl'
    >,
  ) {
    this.tokens = new LinkTokens(config.redirectSecrets);
  }

  /** The link of a new payout; null: it requests none. By the languages of the request the merchant chooses the page's language. */
  async of(
    sent: PayoutRequest,
    payout: PayoutIds & { readonly profileId: ProfileId },
    { trace }: Pick<Sender, 'trace'>,
    languages: string | undefined,
  ): Promise<PayoutLink | Refusal | null> {
    if (!sent.payout_link) return null;
    const { merchantId, profileId } = payout;
    const profile = await this.profiles.retrieve(merchantId, profileId);
    if (isRefusal(profile)) return profile;
    // Rows of profiles may be older than the check.
    const ofProfile = readPayoutLinkConfig(profile.details.payout_link_config);
    if (ofProfile && isRefusal(ofProfile)) return ofProfile;
    const { keyEnvironment, publicUrl } = this.config;
    const terms = toPayoutLink(sent, ofProfile, { isLive: keyEnvironment === 'prd', now: new Date() });
    if (isRefusal(terms)) return terms;
    const { origin, ...shown } = terms;
    const proven = await provenOrigin(origin, (domain) => this.domains.serves(merchantId, domain, profileId));
    const place = {
      origin: proven ?? publicUrl,
      locale: pageLocaleIn(languagesIn(languages)) ?? null,
      token: this.tokens.ofPayoutLink(payout),
    };
    const payoutLinkId = sent.payout_link_config?.payout_link_id ?? newIdFor<string>('payout_link', trace);
    return { ...shown, payoutLinkId, link: payoutAddress(payout, place) };
  }
}
