import { Inject, Injectable } from '@nestjs/common';
import {
  chosenMethod,
  failureText,
  isComplete,
  nextStepOf,
  pageMessages,
  paymentOf,
  plainConfirmation,
  plainForms,
  plainMethods,
  plainTotalIn,
  refusedText,
  renderAtBank,
  renderPlain,
  renderRedirect,
  renderWaiting,
  type SentForm,
} from '@payorch/checkout-page';
import { errorBody, isRefusal, refuse, type Refusal } from '@payorch/contracts';
import { checkDto, PaymentsConfirmRequest } from '@payorch/rest';
import { AccountCache, type Sender } from '../auth';
import { Limits } from '../limits';
import { PaymentMethodLists } from '../payment-method-list';
import { PaymentReads, Payments, shownTotalIn } from '../payments';
import type { RequestTrace } from '../request';
import { inFullView, plainView, reasonOf } from './domain/page-views';
import type { LinkPage } from './domain/rendered-page';
import { clientOfLink, type ShownLink } from './link-answers';
import { expiredPageOf, linkPageOf, LinkPages, type LinkRequest, picturesOf, statusPageOf } from './link-pages';

/** What a page without scripts knows of its request besides the address. */
export interface PlainVisit {
  readonly form: SentForm;
  readonly userAgent: string | undefined;
  readonly ip: string;
  readonly trace: RequestTrace;
}

const forbidden = refuse('link_forbidden', { resource: 'payment_link' });

/** A customer's request about the payment of a link, with the rights of the page's own script. */
interface Customer extends ShownLink {
  readonly sender: Sender;
}

/**
 * The pages of a browser without scripts: a form for each payment method that goes on by a redirect. The gateway does what the script
 * of the checkout page does, as the same client.
 */
@Injectable()
export class PlainPages {
  constructor(
    @Inject(LinkPages) private readonly pages: Pick<LinkPages, 'behind'>,
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'account'>,
    @Inject(PaymentMethodLists) private readonly lists: Pick<PaymentMethodLists, 'list'>,
    @Inject(Payments) private readonly payments: Pick<Payments, 'confirm' | 'replaceAttempt'>,
    @Inject(PaymentReads) private readonly reads: Pick<PaymentReads, 'retrieve'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'request'>,
  ) {}

  async show(request: LinkRequest, visit: PlainVisit): Promise<LinkPage | Refusal> {
    const customer = await this.customerOf(request, visit);
    if (isRefusal(customer)) return customer;
    const { link, context } = customer;
    if (link.state === 'payable') return this.formPage(customer, {}, reasonOf(link, context));
    if (link.isAtBank) return this.atBankPage(customer, await this.present(customer));
    return customer.link.state === 'expired' ? expiredPageOf(customer) : this.presentPage(customer);
  }

  /** Confirms the payment once for each form that is sent. A payment has one confirmation at a time, so a second press pays nothing more. */
  async pay(request: LinkRequest, visit: PlainVisit): Promise<LinkPage | Refusal> {
    // A form of another site may not press the button of this one.
    if (request.site !== undefined && request.site !== 'same-origin') return forbidden;
    const customer = await this.customerOf(request, visit);
    if (isRefusal(customer)) return customer;
    const { link, context } = customer;
    if (link.state !== 'payable') return this.show(request, visit);
    const list = await this.lists.list({}, customer.sender);
    if (isRefusal(list)) return list;
    const method = chosenMethod(plainMethods(list), visit.form);
    if (!method || !isComplete(method, visit.form, context.locale)) return this.formPage(customer, visit.form, null);
    const body = plainConfirmation(method, visit.form, {
      clientSecret: link.clientSecret,
      isRetry: link.status === 'failed',
      userAgent: visit.userAgent,
      language: context.locale,
      hasPlan: link.planInterest !== undefined,
    });
    const checked = checkDto(PaymentsConfirmRequest, body);
    const { notAccepted } = pageMessages(context.locale);
    if (checked.kind === 'invalid') return this.formPage(customer, visit.form, notAccepted);
    const shownTotal = plainTotalIn(visit.form);
    const confirmed = await this.payments.confirm(context.paymentId, checked.value, customer.sender, shownTotal);
    if (!isRefusal(confirmed)) return this.paymentPage(customer, confirmed, visit.form);
    if (errorBody(confirmed).status >= 500) return waitingPage(customer, 'unknown');
    return this.presentPage(quotedTo(customer, confirmed), visit.form);
  }

  /** Ends the try of a customer who has left the bank's page, where the processor permits it; the payment as it is then. */
  async endTry(request: LinkRequest, visit: PlainVisit): Promise<Buffer | Refusal> {
    // A page of another site may not end anything.
    if (request.site !== undefined && request.site !== 'same-origin') return forbidden;
    const customer = await this.customerOf(request, visit);
    return isRefusal(customer) ? customer : this.ended(customer);
  }

  /** The same by a form: the form of the payment, where its try has ended. */
  async payOtherwise(request: LinkRequest, visit: PlainVisit): Promise<LinkPage | Refusal> {
    if (request.site !== undefined && request.site !== 'same-origin') return forbidden;
    const customer = await this.customerOf(request, visit);
    if (isRefusal(customer)) return customer;
    const payment = await this.ended(customer);
    if (isRefusal(payment)) return this.show(request, visit);
    const state = paymentOf(JSON.parse(payment.toString()))?.state;
    if (state === 'payable') return this.formPage(customer, {}, null);
    return state === 'action' ? this.atBankPage(customer, payment, true) : this.paymentPage(customer, payment, {});
  }

  private ended({ context, sender }: Customer): Promise<Buffer | Refusal> {
    return this.payments.replaceAttempt(context.paymentId, sender);
  }

  private async customerOf(request: LinkRequest, { trace, ip }: PlainVisit): Promise<Customer | Refusal> {
    const { accounts, limits, pages } = this;
    const shown = await pages.behind(request, trace);
    if (isRefusal(shown)) return shown;
    const sender = await clientOfLink(shown, { trace, ip }, { accounts, limits });
    return isRefusal(sender) ? sender : { ...shown, sender };
  }

  private async formPage(customer: Customer, sent: SentForm, message: string | null): Promise<LinkPage | Refusal> {
    const list = await this.lists.list({}, customer.sender);
    if (isRefusal(list)) return list;
    const { link, context } = customer;
    const offered = plainMethods(list);
    const methods = plainForms(offered, context.locale, { chosen: chosenMethod(offered, sent), sent });
    const view = inFullView(link, context);
    return linkPageOf(
      customer,
      view.style,
      (nonce) => renderPlain(view, { methods, message }, nonce),
      picturesOf(view),
    );
  }

  private present({ link, context, sender }: Customer): Promise<Buffer | Refusal> {
    return this.reads.retrieve(context.paymentId, { client_secret: link.clientSecret }, sender);
  }

  /** The customer goes on at the bank, or pays otherwise. `isOpen`: the try could not be ended. */
  private atBankPage(customer: Customer, payment: Buffer | Refusal, isOpen = false): LinkPage | Refusal {
    if (isRefusal(payment)) return payment;
    const step = nextStepOf(JSON.parse(payment.toString()));
    if (step.kind !== 'redirect') return statusPageOf(customer);
    const view = plainView(customer.link, customer.context);
    return linkPageOf(
      customer,
      view.style,
      (nonce) => renderAtBank(view, { address: step.url, isOpen }, nonce),
      picturesOf(view),
    );
  }

  /** The payment as it is now. `sent`: the form whose confirmation was refused. */
  private async presentPage(customer: Customer, sent: SentForm = {}): Promise<LinkPage | Refusal> {
    const { link, context } = customer;
    const payment = await this.present(customer);
    if (isRefusal(payment)) return payment;
    const state = paymentOf(JSON.parse(payment.toString()))?.state;
    if (state === 'payable') return this.formPage(customer, sent, refusedText(sent, inFullView(link, context)));
    return this.paymentPage(customer, payment, sent);
  }

  /** Leads on to the bank or the wallet, or shows the form again after a decline, else says how the payment went. */
  private async paymentPage(customer: Customer, payment: Buffer, sent: SentForm): Promise<LinkPage | Refusal> {
    const { link, context, kind } = customer;
    const whole: unknown = JSON.parse(payment.toString());
    const known = paymentOf(whole);
    const step = nextStepOf(whole);
    if (known?.state === 'processing') return waitingPage(customer, 'processing');
    if (known?.state === 'failed' && known.mayRetry)
      return this.formPage(customer, sent, failureText(whole, context.locale));
    const view = plainView(link, context);
    if (known?.state !== 'action' || step.kind !== 'redirect') {
      const unifiedMessage = known?.state === 'failed' ? failureText(whole, context.locale) : null;
      const status = known?.status ?? link.status;
      const now = { state: 'ended', status, standardisedCode: null, unifiedMessage } as const;
      return statusPageOf({ ...customer, link: { ...link, ...now } });
    }
    const page = linkPageOf(customer, view.style, (nonce) => renderRedirect(view, step.url, nonce), picturesOf(view));
    // `form-action` would stop a redirect to another site after a form. The next page is for no frame, which a press of the link leaves.
    return kind === 'secure' ? page : { ...page, headers: { ...page.headers, refresh: `0; url=${step.url}` } };
  }
}

/** The page with the total that the confirmation would have charged, where the form has shown another one. */
function quotedTo(customer: Customer, { code, details }: Refusal): Customer {
  const quoted = code === 'other_total' ? shownTotalIn(details['total']) : undefined;
  if (quoted === undefined || isRefusal(quoted)) return customer;
  // The form takes the plan of installments back.
  const { planInterest: _, ...link } = customer.link;
  return { ...customer, link: { ...link, money: quoted } };
}

/** A page that looks again by itself. */
function waitingPage(customer: Customer, kind: 'unknown' | 'processing'): LinkPage {
  const view = plainView(customer.link, customer.context);
  const shown = { kind, address: view.plainAddress };
  const page = linkPageOf(customer, view.style, (nonce) => renderWaiting(view, shown, nonce), picturesOf(view));
  return { ...page, headers: { ...page.headers, refresh: `5; url=${view.plainAddress}` } };
}
