import { amountText, majorText, type Amount } from '../../script/amount-text';
import { numberAt, textAt, type Json } from '../../script/json';
import type { PageData } from '../../script/page-data';
import { inFull, minorUnits, storedPlan, type ChosenPlan, type Plan } from '../../script/methods/plans';

/** The total on the page. A confirmation names it, so that no other one is charged than the customer has seen. */
export class ShownTotal {
  private readonly amountOf: (amount: number) => Amount;
  private shown: number;
  /** Without a plan of installments. */
  private full: number;
  /** What the server would charge for the present choice; undefined: it has not said. */
  private quoted: number | undefined;
  /** The plan that the payment has already. */
  stored: ChosenPlan | null;

  constructor(private readonly data: Pick<PageData, 'amount' | 'currency' | 'currencyDigits' | 'locale' | 'known'>) {
    this.amountOf = (amount) => ({ amount, currency: data.currency, digits: data.currencyDigits });
    this.shown = data.amount;
    this.full = inFull(data.known.payment) ?? data.amount;
    this.stored = storedPlan(data.known.payment);
  }

  /** As the customer reads it: `65,40 €`. */
  get text(): string {
    return this.textOf(this.shown);
  }

  /** What the customer pays without a plan, as the customer reads it. */
  get fullText(): string {
    return this.textOf(this.full);
  }

  /** As the gateway reads it: `EUR 65.40`. */
  get wire(): string {
    return `${this.data.currency} ${majorText(this.amountOf(this.shown))}`;
  }

  /** What the customer pays without a plan, as wallets have it: `65.40`. */
  get fullMajor(): string {
    return majorText(this.amountOf(this.quoted ?? this.full));
  }

  /** A sum of this payment as the customer reads it. */
  textOf(amount: number): string {
    return amountText(this.amountOf(amount), this.data.locale);
  }

  /** Shows the total of the plan; null: of a payment in full. */
  choose(plan: Plan | null): void {
    this.showAmount(this.quoted ?? plan?.total ?? this.full);
  }

  /** Shows what the server would charge for the customer's choice, such as `EUR 65.40`: a payment method may have a surcharge. */
  quote(wire: string): void {
    const [currency, major] = wire.split(' ');
    const amount = minorUnits(Number(major), this.data.currencyDigits);
    if (currency !== this.data.currency || amount === undefined || Number.isNaN(amount)) return;
    this.quoted = amount;
    this.showAmount(amount);
  }

  /** The customer chooses otherwise: what the server said was for the choice before. */
  forgetQuote(): void {
    this.quoted = undefined;
  }

  /** Shows the total that the payment has now. */
  update(payment: Json): void {
    const amount = numberAt(payment, 'net_amount');
    const currency = textAt(payment, 'currency');
    // The page was made for one currency; the server makes it anew for another.
    if (currency !== undefined && currency !== this.data.currency) location.reload();
    if (amount === undefined || currency !== this.data.currency) return;
    this.stored = storedPlan(payment);
    this.forgetQuote();
    const full = inFull(payment) ?? amount;
    // The items that the page was made with added up to the earlier total.
    if (full !== this.full) for (const items of document.querySelectorAll('[data-items-of-total]')) items.remove();
    this.full = full;
    this.showAmount(amount);
  }

  private showAmount(amount: number): void {
    if (amount === this.shown) return;
    this.shown = amount;
    for (const place of document.querySelectorAll('[data-total]')) place.textContent = this.text;
  }
}
