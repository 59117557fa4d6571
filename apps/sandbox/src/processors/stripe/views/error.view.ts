import type { StripeError } from '../errors';
import { Expansion } from './expansion';
import { methodView } from './method.view';
import type { ViewContext } from './view-context';

const documentation = 'https://stripe.com/docs/error-codes/';

/** An error as the API returns it: with a link to its documentation and the attempted payment method. */
export function errorView(error: StripeError, viewContext: ViewContext): Readonly<Record<string, unknown>> {
  const { payment_method: method, ...fields } = error;
  return {
    ...fields,
    ...(error.code === undefined ? {} : { doc_url: `${documentation}${error.code.replaceAll('_', '-')}` }),
    ...(method === undefined
      ? {}
      : { payment_method: methodView(viewContext.objects.get('payment_method', method), viewContext, Expansion.none) }),
  };
}
