import type { AuthorizeOperation, Preliminary } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { readPreliminary } from './answers';
import type { Credentials } from './headers';
import { headersOnce } from './headers';
import { metadataOf } from './metadata';
import { methodOf, storedReference } from './methods';
import { billingDetails } from './methods/billing';

type Before = Preliminary<'authorize' | 'setup', Credentials>;

/** What the calls before a payment bring, under these names. */
export const foundNames = { customer: 'customer', token: 'token', paymentMethod: 'payment_method' } as const;

/** Stripe's customer: of whom a method is kept, or to whose balance money is sent. */
const customer: Before = {
  name: foundNames.customer,
  isNeeded: (operation) =>
    operation.mandate.kind === 'store' ||
    (storedReference(operation) === null && methodOf(operation).type === 'customer_balance'),
  buildRequest({ id, customerId, customerName, customerPhone, email, billing, card }, account) {
    const { name, address } = billingDetails({ billing, card, customerName, customerPhone, email }, undefined);
    return postForm(
      urlOf(account.baseUrl, 'v1', 'customers'),
      {
        name: customerName ?? name,
        email,
        phone: customerPhone,
        address,
        metadata: metadataOf(null, customerId === null ? {} : { customer_id: customerId }),
      },
      headersOnce(account, `${id}:${foundNames.customer}`),
    );
  },
  parseResponse: (_, reply) => readPreliminary(reply),
};

/** A token of what a wallet has encrypted. */
const token: Before = {
  name: foundNames.token,
  isNeeded: (operation) => methodOf(operation).token !== undefined,
  buildRequest: (operation, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'tokens'),
      methodOf(operation).token ?? {},
      headersOnce(account, `${operation.id}:${foundNames.token}`),
    ),
  parseResponse: (_, reply) => readPreliminary(reply),
};

/** Cards are made a method of their own first: Stripe takes none within a payment. */
export const isMadeFirst = (operation: AuthorizeOperation): boolean =>
  storedReference(operation) === null && methodOf(operation).type === 'card';

const paymentMethod: Before = {
  name: foundNames.paymentMethod,
  isNeeded: isMadeFirst,
  buildRequest(operation, account, found) {
    const method = methodOf(operation);
    const tokenId = found[foundNames.token];
    return postForm(
      urlOf(account.baseUrl, 'v1', 'payment_methods'),
      {
        type: method.type,
        [method.type]: tokenId === undefined ? method.details : { token: tokenId },
        billing_details: billingDetails(operation, method),
      },
      headersOnce(account, `${operation.id}:${foundNames.paymentMethod}`),
    );
  },
  parseResponse: (_, reply) => readPreliminary(reply),
};

/** In their order: each may use what those before it brought. */
export const preliminaries: readonly Before[] = [customer, token, paymentMethod];
