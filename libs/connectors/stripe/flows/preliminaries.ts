import type { Preliminary } from '@payorch/connector-kit';
import { getJson, postForm, urlOf } from '@payorch/connector-kit';
import { readPreliminary } from '../responses/answers';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { foundNames } from '../requests/found-names';
import { metadataOf } from '../requests/metadata';
import { isMadeFirst, methodOf, storedReference } from '../requests/methods';
import { made, savedMethod } from '../responses/wire';
import { billingDetails } from '../requests/methods/billing';

type Before = Preliminary<'authorize' | 'setup', Credentials>;

/** Stripe's customer: required to save a payment method, or to receive a bank transfer on a balance. */
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
  parseResponse: (_, reply) => readPreliminary(reply, made, ({ id }) => id),
};

/** A token of a wallet's encrypted payload. */
const token: Before = {
  name: foundNames.token,
  isNeeded: (operation) => methodOf(operation).token !== undefined,
  buildRequest: (operation, account) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'tokens'),
      methodOf(operation).token ?? {},
      headersOnce(account, `${operation.id}:${foundNames.token}`),
    ),
  parseResponse: (_, reply) => readPreliminary(reply, made, ({ id }) => id),
};

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
  parseResponse: (_, reply) => readPreliminary(reply, made, ({ id }) => id),
};

/** The customer of a payment method that the merchant names by Stripe's id; empty where it has none. */
const owner: Preliminary<'authorize', Credentials> = {
  name: foundNames.owner,
  isNeeded: ({ mandate }) =>
    mandate.kind === 'use' && mandate.mandateReference !== null && mandate.customerReference === null,
  buildRequest: (operation, account) =>
    getJson(
      urlOf(account.baseUrl, 'v1', 'payment_methods', storedReference(operation) ?? ''),
      headersOnce(account, `${operation.id}:${foundNames.owner}`),
    ),
  parseResponse: (_, reply) => readPreliminary(reply, savedMethod, ({ customer }) => customer ?? ''),
};

/** In order: each may use the results of the previous ones. */
export const preliminaries: readonly Before[] = [customer, token, paymentMethod];

export const authorizePreliminaries: readonly Preliminary<'authorize', Credentials>[] = [...preliminaries, owner];
