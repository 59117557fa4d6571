import accounts from './accounts.json';
import authentication from './authentication.json';
import banks from './banks.json';
import cards from './cards.json';
import clientSdk from './client-sdk.json';
import connectors from './connectors.json';
import customers from './customers.json';
import disputes from './disputes.json';
import links from './links.json';
import lists from './lists.json';
import local from './local.json';
import operator from './operator.json';
import payments from './payments.json';
import payouts from './payouts.json';
import refunds from './refunds.json';
import routing from './routing.json';
import wallets from './wallets.json';

/** What a schema of `api/openapi.json` is, by its name: whole sentences, with units and the time of its appearance. */
export const schemaWords: Readonly<Record<string, string>> = {
  ...banks,
  ...wallets,
  ...local,
  ...payments,
  ...cards,
  ...accounts,
  ...connectors,
  ...routing,
  ...authentication,
  ...customers,
  ...clientSdk,
  ...lists,
  ...links,
  ...refunds,
  ...disputes,
  ...payouts,
  ...operator,
};
