import { amountText, majorText, type Amount } from '../script/amount-text';
import { numberAt, textAt, type Json } from '../script/json';
import type { PageData } from '../script/page-data';

/** The total on the page. A confirmation names it, so that no other one is charged than the customer has seen. */
export class ShownTotal {
  private shown: Amount;

  constructor(private readonly data: Pick<PageData, 'amount' | 'currency' | 'currencyDigits' | 'locale'>) {
    this.shown = { amount: data.amount, currency: data.currency, digits: data.currencyDigits };
  }

  /** As the customer reads it: `65,40 €`. */
  get text(): string {
    return amountText(this.shown, this.data.locale);
  }

  /** As the gateway reads it: `EUR 65.40`. */
  get wire(): string {
    return `${this.shown.currency} ${majorText(this.shown)}`;
  }

  /** Shows the total that the payment has now; false where that is the shown one. */
  update(payment: Json): boolean {
    const amount = numberAt(payment, 'net_amount');
    const currency = textAt(payment, 'currency');
    // The page was made for one currency; the server makes it anew for another.
    if (currency !== undefined && currency !== this.shown.currency) location.reload();
    if (amount === undefined || currency !== this.shown.currency || amount === this.shown.amount) return false;
    this.shown = { ...this.shown, amount };
    for (const place of document.querySelectorAll('[data-total]')) place.textContent = this.text;
    // The items that the page was made with added up to the earlier total.
    for (const items of document.querySelectorAll('[data-items-of-total]')) items.remove();
    return true;
  }
}
