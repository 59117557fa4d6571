import { z } from 'zod';

/** How often an installment is due, by its names in the interface. */
export const billingFrequency = z.enum(['month']);
export type BillingFrequency = z.infer<typeof billingFrequency>;

/** The plan of one authorization, as processors get it. */
export const installments = z.object({ count: z.int().min(1), frequency: billingFrequency });
export type Installments = z.infer<typeof installments>;

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
  /** The field whose value no plan can have. */
  | { readonly kind: 'wrong'; readonly field: string };

const path = 'installment_options';
const wrong = (field: string): ReadPlans => ({ kind: 'wrong', field });

/** What a choice names: two plans that agree in it cannot be distinguished. */
const nameOf = ({ paymentMethod, count: number, frequency }: InstallmentPlan): string =>
  `${paymentMethod} ${number} ${frequency}`;

/** Reads `installment_options` of a request, or as it was stored. */
export function readPlans(value: unknown): ReadPlans {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return { kind: 'none' };
  const read = z.array(option).safeParse(value);
  if (!read.success) {
    const names = read.error.issues[0]?.path.filter((part) => typeof part === 'string') ?? [];
    return wrong([path, ...names].join('.'));
  }
  const plans = read.data.flatMap(({ payment_method: paymentMethod, installments: offered }) =>
    offered.flatMap(({ number_of_installments: counts, billing_frequency: frequency, interest_rate: interestRate }) =>
      counts.map((one): InstallmentPlan => ({ paymentMethod, count: one, frequency, interestRate })),
    ),
  );
  return new Set(plans.map(nameOf)).size === plans.length
    ? { kind: 'plans', plans }
    : wrong(`${path}.installments.number_of_installments`);
}
