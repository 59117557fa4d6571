import type { Json } from '../../script/json';
import type { FormSettings, PageData } from '../../script/page-data';
import { hasPlans, isSamePlan, plansOf, type Plan } from '../../script/methods/plans';
import { say } from '../../script/problem';
import { element } from '../dom';
import type { ShownTotal } from '../screens/shown-total';

/** The choice among the plans of a payment method, and to pay in full. */
export interface PlanField {
  readonly nodes: readonly Node[];
  readonly chosen: () => Plan | null;
}

const noPlans: PlanField = { nodes: [], chosen: () => null };

interface Shown {
  readonly paymentMethod: string;
  readonly root: HTMLElement;
  /** Its value is the place of the plan in the listing; empty: in full. */
  readonly select: HTMLSelectElement;
  plans: readonly Plan[];
}

/** An option has text alone: without these characters a sum could be shown backwards in a text from right to left. */
const isolated = (sum: string): string => `\u2068${sum}\u2069`;

const indexOf = (plans: readonly Plan[], plan: Parameters<typeof isSamePlan>[1]): string => {
  const index = plans.findIndex((one) => isSamePlan(one, plan));
  return index < 0 ? '' : String(index);
};

/** The plans of installments of a listing. Each way to pay has a choice of its own among those of its payment method. */
export class PlanFields {
  private readonly fields: Shown[] = [];

  constructor(
    private list: Json,
    private readonly data: FormSettings & Pick<PageData, 'currencyDigits'>,
    private readonly total: ShownTotal,
  ) {}

  /** Whether a confirmation must say which plan it means: there is one to choose, or one to take back. */
  get isAsked(): boolean {
    return hasPlans(this.list) || this.total.stored !== null;
  }

  /** No nodes where the listing has no plan for the payment method. `name`: unique on the page. */
  field(paymentMethod: string, name: string): PlanField {
    if (plansOf(this.list, paymentMethod, this.data.currencyDigits).length === 0) return noPlans;
    const id = `plan-${name.replace(/\W+/g, '-')}`;
    const label = element('label', { for: id, class: 'label' }, this.data.messages.installments);
    const select = element('select', { id, class: 'input' });
    const shown: Shown = { paymentMethod, select, plans: [], root: element('div', { class: 'field' }, label, select) };
    this.fields.push(shown);
    this.fill(shown, this.total.stored);
    return { nodes: [shown.root], chosen: () => chosenIn(shown) };
  }

  /** Shows the sums of another listing; a choice stays where the listing has the plan still. */
  renew(list: Json): void {
    this.list = list;
    for (const shown of this.fields) this.fill(shown, chosenIn(shown));
  }

  private fill(shown: Shown, chosen: Parameters<typeof isSamePlan>[1]): void {
    const { messages, currencyDigits } = this.data;
    const { select, root, paymentMethod } = shown;
    shown.plans = plansOf(this.list, paymentMethod, currencyDigits);
    const full = say(messages, 'payInFull', { amount: isolated(this.total.fullText) });
    const texts = shown.plans.map(({ count, each, total }) =>
      say(messages, 'monthlyPlan', {
        count: String(count),
        each: isolated(this.total.textOf(each)),
        total: isolated(this.total.textOf(total)),
      }),
    );
    select.replaceChildren(
      element('option', { value: '' }, full),
      ...texts.map((text, index) => element('option', { value: String(index) }, text)),
    );
    select.value = indexOf(shown.plans, chosen);
    root.hidden = shown.plans.length === 0;
  }
}

const chosenIn = ({ plans, select }: Shown): Plan | null => plans[Number.parseInt(select.value, 10)] ?? null;
