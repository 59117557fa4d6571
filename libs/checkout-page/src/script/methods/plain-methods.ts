import { listAt, textAt, type Json } from '../json';
import { type NamesOfData, offeredMethods, type OfferedMethod } from './method-list';

/** Whether a payment method goes on by a redirect alone. Bank redirects do, also where the listing names no experience. */
const isRedirect = (paymentMethod: string | undefined, type: Json): boolean => {
  const experiences = listAt(type, 'payment_experience').map((one) => textAt(one, 'payment_experience_type'));
  return experiences.includes('redirect_to_url') || (paymentMethod === 'bank_redirect' && experiences.length === 0);
};

/** The ways to pay of a listing that need no script, in its order: no card, whose number would pass through a page that the server renders. */
export function redirectMethods(list: Json, namesOf: NamesOfData): readonly OfferedMethod[] {
  const redirects = new Set(
    listAt(list, 'payment_methods').flatMap((method) => {
      const name = textAt(method, 'payment_method');
      return listAt(method, 'payment_method_types')
        .filter((type) => isRedirect(name, type))
        .map((type) => `${name}/${textAt(type, 'payment_method_type')}`);
    }),
  );
  return offeredMethods(list, namesOf).filter(({ id, paymentMethod }) => paymentMethod !== 'card' && redirects.has(id));
}
