import { hash } from 'node:crypto';
import type { Authenticated } from '../../auth';

/**
 * The place of a key in the database: `POST /payments` for the operator and for a merchant's server. A caller without a
 * secret key has keys of its own, by what its credential opens: a browser by its client secret, an app by its customer.
 * So no stranger with the publishable key can claim a key of the merchant, nor one of another browser.
 */
export function routeOfKey(caller: Authenticated, template: string | undefined): string {
  const route = `POST ${template}`;
  const space = spaceOf(caller);
  return space === undefined ? route : `${space} ${route}`;
}

function spaceOf(caller: Authenticated): string | undefined {
  if (caller.kind === 'client') return `client ${digestOf(caller.clientSecret ?? '')}`;
  return caller.kind === 'customer' ? `customer ${caller.customerId}` : undefined;
}

/** Without a key: a client secret has 20 random characters and more, and a digest that no rotation changes keeps its keys. */
const digestOf = (clientSecret: string): string => hash('sha256', `idempotency client ${clientSecret}`, 'base64url');
