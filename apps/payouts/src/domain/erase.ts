import { redacted } from '@payorch/contracts';
import { isIn, move, type Payout } from './payout';
import { marksOf } from './payout-states';

const textOf = (text: string | null): string | null => (text === null ? null : redacted);

/** What names the person. Ids, sums, states and what the merchant wrote for itself stay. */
function withoutPerson(payout: Payout): Payout {
  const { customer } = payout.fields;
  const fields = {
    ...payout.fields,
    description: textOf(payout.fields.description),
    billing: null,
    customer: {
      name: textOf(customer.name),
      email: textOf(customer.email),
      phone: textOf(customer.phone),
      phoneCountryCode: textOf(customer.phoneCountryCode),
    },
  };
  return { ...payout, fields };
}

/** The payout of a deleted recipient without its personal data, once no step needs it any more; else as it is. */
export function erased(payout: Payout): Payout {
  if (!payout.isRedacted || !marksOf(payout.state).erasable) return payout;
  const without = { ...withoutPerson(payout), destination: null, payoutMethodId: null };
  return isIn(without, 'requires_confirmation') ? move(without, 'erased', {}) : without;
}

/** The last time that the recipient is erased: of a payout under way the destination alone stays, which its next step needs. */
export const erasedAtLast = (payout: Payout): Payout =>
  marksOf(payout.state).erasable ? erased(payout) : withoutPerson(payout);
