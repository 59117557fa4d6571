import { billingFrequency, type Installments } from '@payorch/values';
import { z } from 'zod';

/** One plan that the merchant offers for a payment method. */
export interface InstallmentPlan extends Installments {
  readonly paymentMethod: string;
  /** In percent, as the merchant sent it: at most two decimals. */
  readonly interestRate: number;
}

const largestCount = 255;
const count = z.int().min(1).max(largestCount);
const hasTwoDecimals = (rate: number): boolean => Math.round(rate * 100) / 100 === rate;

const option = z.object({
  payment_method: z.string(),
  installments: z.array(
    z.object({
      /** One number, or a list to choose from. */
      number_of_installments: z.union([count.transform((one) => [one]), z.array(count).min(1)]),
      billing_frequency: billingFrequency,
      interest_rate: z.number().min(0).max(100).refine(hasTwoDecimals),
    }),
  ),
});

export type ReadPlans =
  | { readonly kind: 'none' }
  | { readonly kind: 'plans'; readonly plans: readonly InstallmentPlan[] }
  /** The field whose value no plan can have, with the places of the items: `installment_options[0].installments[1].interest_rate`. */
  | { readonly kind: 'wrong'; readonly field: string; readonly allowed: string };

const root = 'installment_options';

/** What is allowed in each field of an option; elsewhere the shape of the interface. */
const allowedIn: Readonly<Record<string, string>> = {
  payment_method: 'a payment method',
  number_of_installments: `one or more whole numbers from 1 to ${largestCount}, each once for a payment method and frequency`,
  billing_frequency: billingFrequency.options.join(', '),
  interest_rate: '0 to 100, with at most two decimals',
};

/** The counts of a plan are one value: a list of them is wrong as a whole. */
function wrongAt(path: readonly PropertyKey[]): ReadPlans {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const steps = last < 0 ? path : path.slice(0, last + 1);
  const field = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return { kind: 'wrong', field: root + field, allowed: allowedIn[String(path[last])] ?? 'a list of plans' };
}

interface PlacedPlan {
  readonly plan: InstallmentPlan;
  readonly place: readonly PropertyKey[];
}

/** What a choice names: two plans that agree in it cannot be distinguished. */
const nameOf = ({ paymentMethod, count: number, frequency }: InstallmentPlan): string =>
  `${paymentMethod} ${number} ${frequency}`;

/** Reads `installment_options` of a request, or as it was stored. */
export function readPlans(value: unknown): ReadPlans {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return { kind: 'none' };
  const read = z.array(option).safeParse(value);
  if (!read.success) return wrongAt(read.error.issues[0]?.path ?? []);
  const placed = read.data.flatMap(({ payment_method: paymentMethod, installments: offered }, index) =>
    offered.flatMap((one, inner) => {
      const place = [index, 'installments', inner, 'number_of_installments'];
      const { billing_frequency: frequency, interest_rate: interestRate } = one;
      return one.number_of_installments.map((count): PlacedPlan => ({
        plan: { paymentMethod, count, frequency, interestRate },
        place,
      }));
    }),
  );
  const seen = new Set<string>();
  for (const { plan, place } of placed) {
    if (seen.has(nameOf(plan))) return wrongAt(place);
    seen.add(nameOf(plan));
  }
  return { kind: 'plans', plans: placed.map(({ plan }) => plan) };
}
