import { Inject, Injectable } from '@nestjs/common';
import { type KnownLists, plainMethods, walletMethods } from '@payorch/checkout-page';
import { isRefusal, type LinkKind, type PaymentForLink, refuse, type Refusal } from '@payorch/contracts';
import { AccountCache, type Sender } from '../auth';
import { Limits } from '../limits';
import { PaymentMethodLists } from '../payment-method-list';
import { PaymentMethodLists as SavedMethodLists } from '../payment-methods';
import { PaymentReads, SessionTokens } from '../payments';
import { type ClientChecks, clientOfPage, type PageVisitor } from './client-of-page';
import type { PageContext } from './domain/page-views';

/** A payment whose link the customer has. */
export interface ShownLink {
  readonly link: PaymentForLink;
  readonly kind: LinkKind;
  readonly context: PageContext;
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

/** The client whose requests the script of the page sends. */
export async function clientOfLink(
  { link, context: { merchantId } }: ShownLink,
  visitor: PageVisitor,
  checks: ClientChecks,
): Promise<Sender | Refusal> {
  const { publishableKey, clientSecret } = link;
  if (publishableKey === null) return notFound;
  return (await clientOfPage({ merchantId, publishableKey, clientSecret }, visitor, checks)) ?? notFound;
}

const objectOf = (reply: Buffer | object | Refusal): object | null => {
  if (isRefusal(reply)) return null;
  return Buffer.isBuffer(reply) ? (JSON.parse(reply.toString()) as object) : reply;
};

/** Asks for the page what its script would ask for first, as the same client: so the form needs no further round trip. */
@Injectable()
export class PageAnswers {
  constructor(
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'account'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'request'>,
    @Inject(PaymentMethodLists) private readonly lists: Pick<PaymentMethodLists, 'list'>,
    @Inject(SavedMethodLists) private readonly saved: Pick<SavedMethodLists, 'ofPayment'>,
    @Inject(PaymentReads) private readonly reads: Pick<PaymentReads, 'retrieve'>,
    @Inject(SessionTokens) private readonly sessions: Pick<SessionTokens, 'create'>,
  ) {}

  async of(shown: ShownLink, visitor: PageVisitor): Promise<LinkAnswers> {
    const { accounts, limits } = this;
    const sender = await clientOfLink(shown, visitor, { accounts, limits });
    // The page opens all the same: its script asks, and says what it receives.
    if (isRefusal(sender)) return noAnswers;
    const { link, context } = shown;
    const secret = { client_secret: link.clientSecret };
    const [payment, { methods, wallets }, saved] = await Promise.all([
      this.reads.retrieve(context.paymentId, secret, sender),
      this.listed(shown, sender),
      link.listsSavedMethods ? this.saved.ofPayment(secret, sender) : notFound,
    ]);
    return {
      known: { payment: objectOf(payment), methods: objectOf(methods), saved: objectOf(saved), wallets },
      paysWithoutScript: isRefusal(methods) || plainMethods(methods).length > 0,
    };
  }

  /** The payment methods, with the sessions of Google Pay: they come from the account's settings and are the same for every browser. */
  private async listed({ link, context }: ShownLink, sender: Sender) {
    const methods = await this.lists.list({}, sender);
    const wallets = walletMethods(methods).filter(({ paymentMethodType }) => paymentMethodType === 'google_pay');
    if (wallets.length === 0) return { methods, wallets: null };
    const asked = { payment_id: context.paymentId, client_secret: link.clientSecret, wallets: ['google_pay' as const] };
    return { methods, wallets: objectOf(await this.sessions.create(asked, sender, undefined)) };
  }
}
