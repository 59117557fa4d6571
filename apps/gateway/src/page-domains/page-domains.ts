import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { sqlStateOf } from '@payorch/platform/postgres';
import type { PaymentLinkDomainRequest } from '@payorch/rest';
import type { Profiles } from '../accounts';
import type { AuthenticatedMerchant } from '../auth';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import type { Limits } from '../limits';
import { type Database, orUnavailable } from '../persistence';
import { proven, type CheckTerms } from './domain/after-check';
import { normalDomain, readDomain } from './domain/domain-name';
import { newPageDomain, type PageDomain, serves } from './domain/page-domain';
import type { CheckedDomain } from './domain/page-domain.view';
import { type DomainProofs, isProven } from './domain-proofs';
import type { PageDomainRepository } from './persistence/page-domain.repository';

export interface PageDomainsParts {
  readonly database: Database;
  readonly domains: PageDomainRepository;
  readonly profiles: Pick<Profiles, 'retrieve'>;
  readonly proofs: Pick<DomainProofs, 'check'>;
  readonly limits: Pick<Limits, 'domainVerification'>;
  /** The terms of a check now. */
  readonly terms: () => CheckTerms;
}

type Caller = Pick<AuthenticatedMerchant, 'merchantId' | 'profileId'>;

const maxDomains = 100;
const uniqueViolation = '23505';

const notFound = refuse('not_found', { message: 'Payment link domain does not exist in our records' });
const exists = (message: string): Refusal => refuse('already_exists', { message });
const registered = exists('The domain is registered already: retrieve it, or delete it first');
const ofAnother = exists('The domain is verified for another merchant');
const tooMany = refuse('invalid_request', { message: `A merchant can register ${maxDomains} domains`, path: 'domain' });

/** Registers the domains of a merchant's payment pages, and proves that the merchant controls them. */
export class PageDomains {
  constructor(private readonly parts: PageDomainsParts) {}

  async register(
    { domain: text, profile_id: named }: PaymentLinkDomainRequest,
    { merchantId, profileId: ofCaller }: Caller,
    change: ViewedChange<PageDomain>,
  ): Promise<PageDomain | Refusal> {
    const name = readDomain(text);
    if (isRefusal(name)) return name;
    const profileId = await this.profileFor(merchantId, named ?? null, ofCaller);
    if (isRefusal(profileId)) return profileId;
    const { database, domains } = this.parts;
    const domain = newPageDomain({ merchantId, domain: name, profileId }, new Date());
    return orUnavailable(
      changeWithResponse(database, [merchantId], change, async (sql) => {
        await domains.lockCount(sql, merchantId);
        if ((await domains.list(sql, merchantId)).length >= maxDomains) return tooMany;
        return (await domains.insert(sql, domain)) ? domain : registered;
      }),
    );
  }

  async list({ merchantId, profileId }: Caller): Promise<readonly PageDomain[]> {
    const { database, domains } = this.parts;
    const all = await orUnavailable(database.read([merchantId], (sql) => domains.list(sql, merchantId)));
    return all.filter((domain) => isOf(domain, profileId));
  }

  /** A domain of another merchant or profile is answered as an unknown one. */
  async retrieve(text: string, { merchantId, profileId }: Caller): Promise<PageDomain | Refusal> {
    const domain = await this.find(merchantId, text);
    return domain && isOf(domain, profileId) ? domain : notFound;
  }

  /** Looks for the proofs now. A verified domain without them stays: only the daily checks count failures. */
  async verify(text: string, caller: Caller): Promise<CheckedDomain | Refusal> {
    const domain = await this.retrieve(text, caller);
    if (isRefusal(domain)) return domain;
    const { limits, proofs, terms } = this.parts;
    const limited = await limits.domainVerification(caller.merchantId);
    if (limited) return limited;
    const check = await proofs.check(domain);
    if (!isProven(check)) return { domain, check };
    const stored = await this.store(proven(domain, terms()), domain.state);
    return isRefusal(stored) ? stored : { domain: stored, check };
  }

  async delete(text: string, caller: Caller): Promise<PageDomain | Refusal> {
    const domain = await this.retrieve(text, caller);
    if (isRefusal(domain)) return domain;
    const { database, domains } = this.parts;
    await orUnavailable(database.change([domain.merchantId], (sql) => domains.delete(sql, domain)));
    return domain;
  }

  /** Whether pages of the merchant's links answer under the domain. `profileId` null: of a link without a profile. */
  async serves(merchantId: MerchantId, text: string, profileId: ProfileId | null): Promise<boolean> {
    const domain = await this.find(merchantId, text);
    return domain !== undefined && serves(domain, profileId);
  }

  private async find(merchantId: MerchantId, text: string): Promise<PageDomain | undefined> {
    const domain = normalDomain(text);
    if (domain === undefined) return undefined;
    const { database, domains } = this.parts;
    return orUnavailable(database.read([merchantId], (sql) => domains.find(sql, { merchantId, domain })));
  }

  /** A caller that is limited to a profile registers for it only. */
  private async profileFor(
    merchantId: MerchantId,
    named: string | null,
    ofCaller: ProfileId | null,
  ): Promise<ProfileId | null | Refusal> {
    if (named === null) return ofCaller;
    if (ofCaller !== null && named !== ofCaller) return refuse('profile_not_found', { id: named });
    const profile = await this.parts.profiles.retrieve(merchantId, named);
    return isRefusal(profile) ? profile : profile.profileId;
  }

  /** The index decides between two merchants who prove one domain at the same time. */
  private async store(domain: PageDomain, was: PageDomain['state']): Promise<PageDomain | Refusal> {
    const { database, domains } = this.parts;
    const change = database.change([domain.merchantId], (sql) => domains.update(sql, domain, was));
    try {
      if (await orUnavailable(change)) return domain;
    } catch (error) {
      if (sqlStateOf(error) === uniqueViolation) return ofAnother;
      throw error;
    }
    // Another check was faster, or the domain was deleted meanwhile.
    return this.retrieve(domain.domain, { merchantId: domain.merchantId, profileId: null });
  }
}

/** A caller without a profile sees every domain of the merchant. */
const isOf = (domain: PageDomain, profileId: ProfileId | null): boolean =>
  profileId === null || domain.profileId === profileId;
