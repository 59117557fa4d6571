import { nextStepOf } from '../script/next-step';
import type { PageData } from '../script/page-data';
import {
  confirmResult,
  paymentOf,
  pollDelayMs,
  pollsUntilNotReceived,
  type KnownPayment,
} from '../script/payment-state';
import { say } from '../script/problem';
import type { Api } from './api';
import { button, leaveTo } from './dom';
import type { CheckoutForm } from './form';
import type { Option } from './options';
import type { Screens } from './screens';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a wallet shows: of an unknown outcome neither success nor failure. */
function walletOutcome(result: ReturnType<typeof confirmResult>): PaymentComplete {
  if (result.kind === 'payment') return result.payment.state === 'failed' ? 'fail' : 'success';
  return result.kind === 'not_accepted' || result.kind === 'too_many' ? 'fail' : 'unknown';
}

const browserInfo = () => ({
  ...{ java_enabled: false, java_script_enabled: true, language: navigator.language, user_agent: navigator.userAgent },
  ...{ color_depth: screen.colorDepth, screen_height: screen.height, screen_width: screen.width },
  ...{ time_zone: new Date().getTimezoneOffset(), accept_header: '*/*' },
});

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
    private readonly api: Api,
    private readonly screens: Screens,
    /** Shows the form; `message` says why it is there again. */
    private readonly openForm: (message: string) => void,
  ) {}

  /** Before it waits for anything it opens the wallet of the option: browsers permit that only in answer to the press. */
  async confirm(option: Option, form: CheckoutForm): Promise<void> {
    const approving = option.approve?.();
    form.setBusy(true);
    form.showMessage('');
    const approval = await approving;
    if (approval && approval.kind !== 'approved') {
      form.setBusy(false);
      return form.showMessage(approval.kind === 'failed' ? this.data.messages.notAccepted : '');
    }
    const isRetry = this.known?.state === 'failed';
    const context = { clientSecret: this.data.clientSecret, isRetry, browser: browserInfo() };
    const body = option.body(context, approval?.data);
    if (!body) {
      approval?.close('fail');
      return form.setBusy(false);
    }
    await this.send(body, form, approval?.close);
  }

  private async send(
    body: object,
    form: CheckoutForm,
    closeWallet?: (outcome: PaymentComplete) => void,
  ): Promise<void> {
    this.screens.progress('paying');
    const { status, body: answer } = await this.api.confirm(body);
    const result = confirmResult(status, answer);
    closeWallet?.(walletOutcome(result));
    const { messages } = this.data;
    switch (result.kind) {
      case 'payment':
        form.clear();
        return this.show(result.payment);
      case 'moved_on':
        form.clear();
        return this.refresh();
      case 'unknown':
        form.clear();
        return this.findOut();
      case 'not_accepted':
      case 'too_many':
        this.screens.progress(null);
        form.setBusy(false);
        form.showMessage(result.kind === 'too_many' ? messages.tooMany : messages.notAccepted);
    }
  }

  /** Shows the payment as it is now. */
  async show(payment: KnownPayment): Promise<void> {
    this.known = payment;
    this.turn += 1;
    const { messages, amount, skipsStatus } = this.data;
    const { screens } = this;
    switch (payment.state) {
      case 'payable':
        return this.openForm(payment.reason ?? '');
      case 'action':
        return this.takeStep(payment);
      case 'processing':
        screens.result('processing', 'processingTitle', messages.processingText, screens.backLink('processing'));
        return this.poll(payment);
      case 'succeeded':
        screens.result(
          'succeeded',
          'succeededTitle',
          say(messages, 'succeededText', { amount }),
          screens.backLink('succeeded'),
        );
        return skipsStatus ? screens.goBack('succeeded') : undefined;
      case 'failed':
        return screens.failed(payment, () => this.openForm(''));
      case 'cancelled':
        return screens.result('failed', 'cancelledTitle', messages.cancelledText, screens.backLink('cancelled'));
      case 'expired':
        return screens.result('failed', 'expiredTitle', messages.expiredText, screens.backLink('expired'));
    }
  }

  /** Shows the payment after a refusal for its state: paid elsewhere, for example, or still payable in another way. */
  private async refresh(): Promise<void> {
    const payment = await this.read();
    if (!payment) return this.findOut();
    if (payment.state === 'payable') return this.openForm(this.data.messages.notAccepted);
    return this.show(payment);
  }

  private async read(): Promise<KnownPayment | undefined> {
    const { status, body } = await this.api.payment();
    return status === 200 ? paymentOf(body) : undefined;
  }

  private async takeStep(payment: KnownPayment): Promise<void> {
    const step = nextStepOf(payment.whole);
    this.screens.step(step, payment);
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
  private async pollUntil(turn: number, fits: (payment: KnownPayment) => boolean): Promise<KnownPayment | undefined> {
    for (let polls = 0; ; polls += 1) {
      const delayMs = pollDelayMs(polls);
      if (delayMs === null) return undefined;
      await wait(delayMs);
      if (turn !== this.turn) return undefined;
      const payment = await this.read();
      if (payment && fits(payment)) return payment;
    }
  }

  /**
   * The response to a confirmation was lost. The payment is one object with one confirmation at a time, so a payment that
   * still waits for one after the gateway's longest wait was not confirmed, and the form may open again.
   */
  private async findOut(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const before = this.known;
    const { messages } = this.data;
    this.screens.result('unknown', 'unknownTitle', messages.unknownText);
    let unchanged = 0;
    const payment = await this.pollUntil(turn, (one) => {
      const isUnchanged = one.state === before?.state && one.attempts === before.attempts;
      unchanged += isUnchanged ? 1 : 0;
      return !isUnchanged || unchanged >= pollsUntilNotReceived;
    });
    if (turn !== this.turn) return;
    if (!payment) {
      const again = button(messages.checkAgain, () => void this.findOut(), { class: 'button' });
      return this.screens.result('unknown', 'unknownTitle', messages.unknownText, [again]);
    }
    if (unchanged < pollsUntilNotReceived) return this.show(payment);
    this.openForm(messages.notReceived);
  }
}
