import type { MessageKey } from '../../messages/message-key';
import { pageAddress, stepEndsAt, type Instruction, type NextStep } from '../../script/next-step';
import { textAt } from '../../script/json';
import type { PageData } from '../../script/page-data';
import type { KnownPayment } from '../../script/payment-state';
import { say } from '../../script/problem';
import { button, element, leaveTo, link, newTabLink } from '../dom';
import { localTime } from './local-times';
import { type Fact, Place } from '../fields/place';
import type { ShownTotal } from './shown-total';

/** The screens of a payment. */
export class Screens extends Place {
  constructor(
    private readonly data: PageData,
    private readonly total: Pick<ShownTotal, 'text'>,
  ) {
    super(data.messages, [[data.messages.reference, data.paymentId]]);
  }

  /** The payment is made. */
  succeeded(payment: KnownPayment): void {
    const { messages, locale, merchantName, description } = this.data;
    const paidAt = textAt(payment.whole, 'updated') ?? Date.now();
    const text = say(messages, 'succeededText', { amount: this.total.text });
    const facts: readonly Fact[] = [
      ...(merchantName === null ? [] : [[messages.paidTo, merchantName] as const]),
      ...(description === null ? [] : [[messages.paidFor, description] as const]),
      [messages.dateLabel, localTime(paidAt, locale)],
      ...this.facts,
    ];
    this.result('succeeded', 'succeededTitle', text, this.backLink('succeeded'), facts);
  }

  /** The link to the merchant's page; empty where the merchant has none. */
  backLink(status?: string): readonly HTMLElement[] {
    const address = this.backAddress(status);
    return address === null ? [] : [link(address, this.data.messages.back, { class: 'button secondary' })];
  }

  goBack(status: string): void {
    const address = this.backAddress(status);
    if (address !== null) leaveTo(address);
  }

  /** The merchant's page with the payment's id and status, as after a redirect. */
  private backAddress(status: string | undefined): string | null {
    if (pageAddress(this.data.returnUrl) === null) return null;
    const address = new URL(this.data.returnUrl);
    address.searchParams.set('payment_id', this.data.paymentId);
    if (status !== undefined) address.searchParams.set('status', status);
    return address.href;
  }

  /** A failed payment that cannot be tried again. */
  failed(text: string): void {
    const { cannotRetry } = this.data.messages;
    this.result('failed', 'failedTitle', text, [element('p', {}, cannotRetry), ...this.backLink('failed')]);
  }

  /** The customer has left the bank's page: back to it, or another way to pay. */
  atBank(address: string, text: MessageKey, onOther: () => void): void {
    const { messages } = this.data;
    this.result('action', 'atBankTitle', messages[text], [
      link(address, messages.continueAtBank, { class: 'button' }),
      this.otherButton(onOther),
    ]);
  }

  /** Below a step that the customer may not want to finish. */
  offerOther(onOther: () => void): void {
    this.node.querySelector('.status')?.append(this.otherButton(onOther));
  }

  private otherButton(onOther: () => void): HTMLButtonElement {
    return button(this.data.messages.otherCard, onOther, { class: 'button secondary' });
  }

  /** What the customer does next; the caller polls meanwhile. */
  step(step: NextStep, payment: KnownPayment): void {
    const { messages } = this.data;
    const show = (title: MessageKey, text: string, more: readonly Node[] = []) =>
      this.result('action', title, text, more);
    switch (step.kind) {
      case 'redirect':
        show('redirecting', '', [link(step.url, messages.continue, { class: 'button' })]);
        break;
      case 'qr_code':
        show('scanTitle', messages.scanText, this.code(step));
        break;
      case 'transfer':
        show('transferTitle', messages.transferText, this.transfer(step));
        break;
      case 'voucher':
        show('voucherTitle', messages.voucherText, this.voucher(step));
        break;
      case 'app':
        show('waitTitle', messages.waitText, [link(step.url, messages.openApp, { class: 'button' })]);
        break;
      case 'wait':
        show('waitTitle', messages.waitText);
        break;
      case 'unknown':
        this.result('failed', 'openTitle', messages.stepUnknown, this.backLink());
    }
    const until = stepEndsAt(payment.whole);
    if (until !== null) this.node.querySelector('.status')?.append(this.lines([this.until(until)]));
  }

  private until(ms: number): Instruction {
    return { label: { key: 'validUntil' }, value: localTime(ms, this.data.locale) };
  }

  private code({ image, link: address, text }: Extract<NextStep, { kind: 'qr_code' }>): readonly Node[] {
    const { messages } = this.data;
    return [
      ...(image === null ? [] : [element('img', { class: 'qr-code', src: image, alt: messages.scanImage })]),
      ...(text === null ? [] : [element('p', {}, text)]),
      ...(address === null ? [] : [newTabLink(address, messages.openCode)]),
    ];
  }

  private transfer({ lines, link: address }: Extract<NextStep, { kind: 'transfer' }>): readonly Node[] {
    const shown: Instruction[] = [{ label: { key: 'amountLabel' }, value: this.total.text }, ...lines];
    return [this.lines(shown), ...(address === null ? [] : [newTabLink(address, this.data.messages.instructions)])];
  }

  private voucher({ lines, link: address, download }: Extract<NextStep, { kind: 'voucher' }>): readonly Node[] {
    const { messages } = this.data;
    return [
      this.lines(lines),
      ...(address === null ? [] : [newTabLink(address, messages.instructions)]),
      ...(download === null ? [] : [newTabLink(download, messages.download)]),
    ];
  }

  private lines(lines: readonly Instruction[]): HTMLElement {
    const { messages } = this.data;
    return element(
      'dl',
      { class: 'details' },
      ...lines.flatMap(({ label, value }) => [
        element('dt', {}, 'key' in label ? messages[label.key] : label.text),
        element('dd', { dir: 'auto' }, value),
      ]),
    );
  }
}
