import { z } from 'zod';
import type { Reading } from './method';
import { named, reading, text } from './method';

/** Lenders to which the customer's browser is redirected. */
export const payLater: Readonly<Record<string, Reading>> = {
  affirm_redirect: named('affirm'),
  afterpay_clearpay_redirect: reading(z.object({ billing_email: text, billing_name: text }), (data) => ({
    type: 'afterpay_clearpay',
    billing: { name: data.billing_name, email: data.billing_email },
  })),
  klarna_redirect: reading(z.object({ billing_email: text }), (data) => ({
    type: 'klarna',
    billing: { email: data.billing_email },
  })),
};
