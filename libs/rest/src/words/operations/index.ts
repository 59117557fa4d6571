import accounts from './accounts.json';
import authentications from './authentications.json';
import customers from './customers.json';
import disputes from './disputes.json';
import files from './files.json';
import events from './events.json';
import migrations from './migrations.json';
import operator from './operator.json';
import ops from './ops.json';
import pages from './pages.json';
import paymentLinks from './payment-links.json';
import paymentLists from './payment-lists.json';
import paymentMethods from './payment-methods.json';
import payments from './payments.json';
import payouts from './payouts.json';
import profiles from './profiles.json';
import refunds from './refunds.json';
import relays from './relays.json';
import routing from './routing.json';
import sentences from './sentences.json';

/** What the reference says of an operation: a title of a few words, and two or three sentences of what the call does. */
export interface OperationText {
  readonly summary: string;
  readonly description: string;
}

type OperationWords = Readonly<Record<string, OperationText>>;

const shared: Readonly<Record<string, string>> = sentences;

/** `{{name}}` in a description stands for a sentence of sentences.json, which several operations share. */
const withSentences = (description: string): string =>
  description.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const sentence = shared[name];
    if (sentence === undefined) throw new Error(`sentences.json has no "${name}"`);
    return sentence;
  });

const written: OperationWords = {
  ...accounts,
  ...profiles,
  ...events,
  ...payments,
  ...paymentLists,
  ...paymentLinks,
  ...refunds,
  ...payouts,
  ...customers,
  ...disputes,
  ...paymentMethods,
  ...migrations,
  ...relays,
  ...authentications,
  ...routing,
  ...files,
  ...operator,
  ...ops,
  ...pages,
};

/** The words of every operation, by operation id of `api/openapi.json`. */
export const operationWords: OperationWords = Object.fromEntries(
  Object.entries(written).map(([id, { summary, description }]) => [
    id,
    { summary, description: withSentences(description) },
  ]),
);
