import { declineOf } from '../script/decline';
import { nextStepOf } from '../script/next-step';
import type { PageData } from '../script/page-data';
import {
  confirmResult,
  paymentOf,
  pollDelayMs,
  pollsUntilNotReceived,
  pollsUntilNotSent,
  type KnownPayment,
} from '../script/payment-state';
import type { ChosenPlan } from '../script/methods/plans';
import type { Api } from './api';
import { button, leaveTo } from './dom';
import type { CheckoutForm, FormNote } from './fields/form';
import type { Approval, Option } from './fields/options';
import type { Screens } from './screens/screens';
import type { ShownTotal } from './screens/shown-total';

type Approved = Extract<Approval, { kind: 'approved' }>;

/** Ends early when the network is back. */
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });

/** What a wallet shows: of an unknown outcome neither success nor failure. */
function walletOutcome(result: ReturnType<typeof confirmResult>): PaymentComplete {
  if (result.kind === 'payment') return result.payment.state === 'failed' ? 'fail' : 'success';
  return result.kind === 'not_accepted' || result.kind === 'too_many' ? 'fail' : 'unknown';
}

/** Whether the form may be needed again, as the customer has left it. */
const mayComeBack = ({ state, mayRetry }: KnownPayment): boolean =>
  state === 'payable' || state === 'processing' || (state === 'failed' && mayRetry);

const browserInfo = () => ({
  java_enabled: false,
  java_script_enabled: true,
  language: navigator.language,
  user_agent: navigator.userAgent,
  color_depth: screen.colorDepth,
  screen_height: screen.height,
  screen_width: screen.width,
  time_zone: new Date().getTimezoneOffset(),
  accept_header: '*/*',
});

export interface FlowParts {
  readonly api: Api;
  readonly screens: Screens;
  readonly total: ShownTotal;
  /** The plan that a confirmation with the option names; undefined: none needs to be named. */
  readonly planOf: (option: Option) => ChosenPlan | null | undefined;
  /** Shows the form, as the customer has left it. */
  readonly openForm: (note: FormNote) => void;
  /** Forgets the form, with what the customer typed. */
  readonly closeForm: () => void;
}

/**
 * Confirms the payment once for each press of the button, and shows what becomes of it. After a lost response the page
 * only reads the payment, until it is known whether the confirmation was received.
 */
export class PaymentFlow {
  /** The payment as the page knows it; a retry must say that it is one. */
  private known: KnownPayment | undefined;
  /** Counts the screens: a poll that was begun for an earlier screen ends. */
  private turn = 0;

  constructor(
    private readonly data: PageData,
    private readonly parts: FlowParts,
  ) {}

  /** Before it waits for anything it opens the wallet of the option: browsers permit that only in answer to the press. */
  async confirm(option: Option, form: CheckoutForm): Promise<void> {
    const approving = option.approve?.();
    form.setBusy(true);
    form.showNote({ text: '' });
    const approval = await approving;
    if (approval && approval.kind !== 'approved') {
      form.setBusy(false);
      return form.showNote({ text: approval.kind === 'failed' ? this.data.messages.notAccepted : '' });
    }
    const isRetry = this.known?.state === 'failed';
    const plan = this.parts.planOf(option);
    const context = {
      clientSecret: this.data.clientSecret,
      isRetry,
      browser: browserInfo(),
      ...(plan !== undefined && { plan }),
    };
    const body = option.body(context, approval?.data);
    if (!body) {
      approval?.close('fail');
      return form.setBusy(false);
    }
    await this.send(body, form, approval);
  }

  private async send(body: object, form: CheckoutForm, approval: Approved | undefined): Promise<void> {
    const { api, screens, total } = this.parts;
    screens.progress('paying');
    const { status, body: answer, isLost } = await api.confirm(body, approval?.total ?? total.wire);
    const result = confirmResult(status, answer);
    approval?.close(walletOutcome(result));
    const { messages } = this.data;
    switch (result.kind) {
      case 'payment':
        form.clearCode();
        if (result.payment.state === 'succeeded') {
          form.clear();
          await form.showDone();
        }
        return this.show(result.payment);
      case 'moved_on':
        form.clearCode();
        return this.refresh(result.total);
      case 'unknown':
        form.clearCode();
        return this.findOut(isLost ? pollsUntilNotSent : pollsUntilNotReceived);
      case 'not_accepted':
      case 'too_many':
        screens.progress(null);
        form.setBusy(false);
        form.showNote({ text: result.kind === 'too_many' ? messages.tooMany : messages.notAccepted });
    }
  }

  /** Shows the payment as it is now. */
  async show(payment: KnownPayment): Promise<void> {
    this.known = payment;
    this.turn += 1;
    const { messages, skipsStatus } = this.data;
    const { screens, total, openForm } = this.parts;
    total.update(payment.whole);
    if (!mayComeBack(payment)) this.parts.closeForm();
    switch (payment.state) {
      case 'payable':
        return openForm({ text: payment.reason ?? '' });
      case 'action':
        return this.takeStep(payment);
      case 'processing':
        screens.result('processing', 'processingTitle', messages.processingText, screens.backLink('processing'));
        return this.poll(payment);
      case 'succeeded':
        screens.succeeded(payment);
        return skipsStatus ? screens.goBack('succeeded') : undefined;
      case 'failed':
        return payment.mayRetry ? openForm(this.noteOf(payment)) : screens.failed(this.noteOf(payment).text);
      case 'cancelled':
        return screens.result('failed', 'cancelledTitle', messages.cancelledText, screens.backLink('cancelled'));
      case 'expired':
        return screens.result('failed', 'expiredTitle', messages.expiredText, screens.backLink('expired'));
    }
  }

  private noteOf(payment: KnownPayment): FormNote {
    const { key, part } = declineOf(payment.whole);
    const text = key === null ? (payment.reason ?? this.data.messages.failedText) : this.data.messages[key];
    return { text, part };
  }

  /** Shows the payment after a refusal for its state: paid elsewhere, for example, or still payable in another way. */
  private async refresh(quoted?: string): Promise<void> {
    const payment = await this.read();
    if (!payment) return this.findOut();
    if (payment.state === 'payable') return this.openAgain(payment, this.data.messages.notAccepted, quoted);
    return this.show(payment);
  }

  /** The form again, with the total that holds now: that of the payment, or `quoted` for the customer's choice. */
  private openAgain(payment: KnownPayment, text: string, quoted?: string): void {
    this.known = payment;
    this.parts.total.update(payment.whole);
    if (quoted !== undefined) this.parts.total.quote(quoted);
    this.parts.openForm({ text, saysChange: true });
  }

  private async read(inOrder = false): Promise<KnownPayment | undefined> {
    const { api } = this.parts;
    const { status, body } = await (inOrder ? api.paymentInOrder() : api.payment());
    return status === 200 ? paymentOf(body) : undefined;
  }

  /** The payment of a page that was opened anew: who has left the bank's page is not sent there again unasked. */
  async resume(payment: KnownPayment): Promise<void> {
    if (payment.state !== 'action') return this.show(payment);
    await this.offerChoice(payment, 'atBankText');
  }

  private async offerChoice(payment: KnownPayment, text: 'atBankText' | 'stillAtBank'): Promise<void> {
    const { screens, total } = this.parts;
    this.known = payment;
    this.turn += 1;
    total.update(payment.whole);
    const step = nextStepOf(payment.whole);
    const payOtherwise = () => void this.payOtherwise();
    if (step.kind === 'redirect') screens.atBank(step.url, text, payOtherwise);
    else {
      screens.step(step, payment);
      screens.offerOther(payOtherwise);
    }
    await this.poll(payment);
  }

  /** Ends the try at the bank first: a payment never has two. */
  private async payOtherwise(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const { api, screens } = this.parts;
    screens.progress('endingTry');
    const { status, body } = await api.endTry();
    const answered = status === 200 ? paymentOf(body) : await this.read();
    const isEnding = (one: KnownPayment) => one.state === 'processing';
    const payment = answered && isEnding(answered) ? await this.pollUntil(turn, (one) => !isEnding(one)) : answered;
    screens.progress(null);
    if (turn !== this.turn) return;
    if (!payment) return this.findOut();
    return payment.state === 'action' ? this.offerChoice(payment, 'stillAtBank') : this.show(payment);
  }

  private async takeStep(payment: KnownPayment): Promise<void> {
    const step = nextStepOf(payment.whole);
    this.parts.screens.step(step, payment);
    if (step.kind === 'redirect') return leaveTo(step.url);
    if (step.kind !== 'unknown') await this.poll(payment);
  }

  /** Polls until the payment is in another state. */
  private async poll(shown: KnownPayment): Promise<void> {
    const { turn } = this;
    const payment = await this.pollUntil(turn, (one) => one.state !== shown.state);
    if (payment && turn === this.turn) await this.show(payment);
  }

  /** The first payment that fits; undefined when the polls are over, or another screen has begun. */
  private async pollUntil(
    turn: number,
    fits: (payment: KnownPayment) => boolean,
    inOrder = false,
  ): Promise<KnownPayment | undefined> {
    for (let polls = 0; ; polls += 1) {
      const delayMs = pollDelayMs(polls);
      if (delayMs === null) return undefined;
      await wait(delayMs);
      if (turn !== this.turn) return undefined;
      const payment = await this.read(inOrder);
      if (payment && fits(payment)) return payment;
    }
  }

  /**
   * The response to a confirmation was lost. The payment is one object with one confirmation at a time, so a payment that
   * still waits for one after the gateway's longest wait was not confirmed, and the form may open again. `enough`: how many times
   * it must be read so.
   */
  private async findOut(enough = pollsUntilNotReceived): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const before = this.known;
    const { messages } = this.data;
    this.parts.screens.result('unknown', 'unknownTitle', messages.unknownText);
    let unchanged = 0;
    const payment = await this.pollUntil(
      turn,
      (one) => {
        const isUnchanged = one.state === before?.state && one.attempts === before.attempts;
        unchanged += isUnchanged ? 1 : 0;
        return !isUnchanged || unchanged >= enough;
      },
      true,
    );
    if (turn !== this.turn) return;
    if (!payment) {
      const again = button(messages.checkAgain, () => void this.findOut(enough), { class: 'button' });
      return this.parts.screens.result('unknown', 'unknownTitle', messages.unknownText, [again]);
    }
    if (unchanged < enough) return this.show(payment);
    this.openAgain(payment, messages.notReceived);
  }
}
