import { refuse, type Refusal } from '@payorch/contracts';
import type { ConnectorDefinition } from '@payorch/connector-kit';
import { supportedMethods } from '@payorch/connectors/catalogue';
import { CountryAlpha2, Currency } from '@payorch/rest';

/** The currencies and billing countries in which a connector takes a payment method type, sorted. */
export interface MethodLimits {
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
}

const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

/**
 * What the connector takes of the type. A type that belongs to several payment methods has the values of all of them. A
 * connector that does not exist, or that this installation does not offer, and a type that the connector lacks are refused.
 */
export function methodLimits(
  definition: Pick<ConnectorDefinition, 'capabilities'> | undefined,
  type: string,
): MethodLimits | Refusal {
  if (!definition)
    return refuse('value_not_allowed', { field: 'connector', allowed: 'a connector of this installation' });
  const methods = supportedMethods(definition).filter(({ paymentMethodType }) => paymentMethodType === type);
  if (methods.length === 0)
    return refuse('value_not_allowed', {
      field: 'paymentMethodType',
      allowed: 'a payment method type of the connector',
    });
  return {
    currencies: sorted(methods.flatMap(({ currencies }) => (currencies === 'all' ? Currency : currencies))),
    countries: sorted(
      methods.flatMap(({ countries = {} }) => (Object.hasOwn(countries, type) ? countries[type]! : CountryAlpha2)),
    ),
  };
}
