import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import type { AccountCache, Sender } from '../auth';
import type { Limits } from '../limits';
import type { PaymentMethodLists } from '../payment-method-list';
import type { PaymentMethodLists as SavedMethodLists } from '../payment-methods';
import type { PaymentReads, SessionTokens } from '../payments';
import { type KnownLists, plainMethods, walletMethods } from '../payment-links';
import type { RequestTrace } from '../request';
import type { ShownLink } from './link-pages';

/** Who asks for a page. */
export interface PageVisitor {
  readonly ip: string;
  readonly trace: RequestTrace;
}

export interface LinkAnswerParts {
  readonly accounts: Pick<AccountCache, 'account'>;
  readonly limits: Pick<Limits, 'request'>;
  readonly lists: Pick<PaymentMethodLists, 'list'>;
  readonly saved: Pick<SavedMethodLists, 'ofPayment'>;
  readonly reads: Pick<PaymentReads, 'retrieve'>;
  readonly sessions: Pick<SessionTokens, 'create'>;
}

/** What a page has of the API, and whether a browser without scripts can pay there. */
export interface LinkAnswers {
  readonly known: KnownLists;
  readonly paysWithoutScript: boolean;
}

export const noAnswers: LinkAnswers = {
  known: { payment: null, methods: null, saved: null, wallets: null },
  // The page without scripts says itself that there is no way to pay.
  paysWithoutScript: true,
};

const notFound = refuse('payment_link_not_found');

/** The client whose requests the script of a page sends: it has the rights of the link, and counts for the publishable key. */
export async function clientOfLink(
  { link, context }: ShownLink,
  { ip, trace }: PageVisitor,
  { accounts, limits }: Pick<LinkAnswerParts, 'accounts' | 'limits'>,
): Promise<Sender | Refusal> {
  const account = await accounts.account(context.merchantId);
  if (!account || link.publishableKey === null) return notFound;
  const over = await limits.request(link.publishableKey, ip);
  if (over) return over;
  const merchant = { kind: 'client', merchantId: account.merchantId, account, profileId: null, isSdk: false } as const;
  return { merchant: { ...merchant, clientSecret: link.clientSecret }, trace, ip };
}

const objectOf = (reply: Buffer | object | Refusal): object | null => {
  if (isRefusal(reply)) return null;
  return Buffer.isBuffer(reply) ? (JSON.parse(reply.toString()) as object) : reply;
};

/** Asks for the page what its script would ask for first, as the same client: so the form needs no further round trip. */
export class PageAnswers {
  constructor(private readonly parts: LinkAnswerParts) {}

  async of(shown: ShownLink, visitor: PageVisitor): Promise<LinkAnswers> {
    const sender = await clientOfLink(shown, visitor, this.parts);
    // The page opens all the same: its script asks, and says what it receives.
    if (isRefusal(sender)) return noAnswers;
    const { link, context } = shown;
    const secret = { client_secret: link.clientSecret };
    const [payment, { methods, wallets }, saved] = await Promise.all([
      this.parts.reads.retrieve(context.paymentId, secret, sender),
      this.listed(shown, sender),
      link.listsSavedMethods ? this.parts.saved.ofPayment(secret, sender) : notFound,
    ]);
    return {
      known: { payment: objectOf(payment), methods: objectOf(methods), saved: objectOf(saved), wallets },
      paysWithoutScript: isRefusal(methods) || plainMethods(methods).length > 0,
    };
  }

  /** The payment methods, with the sessions of Google Pay: they come from the account's settings and are the same for every browser. */
  private async listed({ link, context }: ShownLink, sender: Sender) {
    const methods = await this.parts.lists.list({}, sender);
    const wallets = walletMethods(methods).filter(({ paymentMethodType }) => paymentMethodType === 'google_pay');
    if (wallets.length === 0) return { methods, wallets: null };
    const asked = { payment_id: context.paymentId, client_secret: link.clientSecret, wallets: ['google_pay' as const] };
    return { methods, wallets: objectOf(await this.parts.sessions.create(asked, sender, undefined)) };
  }
}
