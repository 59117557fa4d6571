import type { OperationWords } from './operation-words';

const token = 'The token in the address is the only credential; a wrong one is answered as an unknown payment.';
const returned =
  'The payment is synced with the processor, and the browser is sent on to the return address of the merchant with the status in its query; without such an address it gets a page.';
const form = 'As the same address by GET, for processors that send the browser back with a form.';
const webhook =
  'The request is stored when its signature is right, and answered before it acts. Unknown merchants, accounts and connectors are 404, a wrong signature is 401.';

/** What browsers, processors and probes call: addresses that answers and pages have in them. */
export const pages: OperationWords = {
  'Open the Page of a Payment': {
    summary: 'Open a payment page',
    description: `Shows the page on which the customer pays, or what became of the payment. ${token}`,
  },
  'Open the Page of a Payment in a frame': {
    summary: 'Open a payment page in a frame',
    description: `Shows the payment page in a frame of the sites that the merchant allows. ${token}`,
  },
  'Open the Status Page of a Payment': {
    summary: 'Open a status page',
    description: `Shows the status of the payment without a way to pay. ${token}`,
  },
  'Open the Page of a Payment without scripts': {
    summary: 'Open a payment page without scripts',
    description: `Shows the payment page as plain forms for a browser that runs no scripts. ${token}`,
  },
  'Pay on the Page without scripts': {
    summary: 'Send a plain form',
    description: `Takes the form of the page without scripts, and shows the outcome or the form again. ${token}`,
  },
  'Pay otherwise on the Page of a Payment': {
    summary: 'Pay otherwise',
    description:
      'Ends the attempt with which a customer left for a bank, so that the customer can pay otherwise; voids it where the bank accepted ' +
      `it meanwhile. Answers scripts with the payment and other browsers with the page. ${token}`,
  },
  'Open the Page that saves a Payment Method': {
    summary: 'Open a page that saves a payment method',
    description: `Shows the page on which a customer saves a payment method without a payment. ${token}`,
  },
  'Start the Redirect of a Payment': {
    summary: 'Start a redirect',
    description: `The address of \`next_action\`: shows a page that sends the browser to the processor. ${token}`,
  },
  'Return from the Redirect of a Payment by Response': {
    summary: 'Return from a redirect',
    description: `Where the browser comes back from the processor. ${returned}`,
  },
  'Return from the Redirect of a Payment by Response with a form': {
    summary: 'Return from a redirect with a form',
    description: form,
  },
  'Return from the Redirect of a Payment by Completion': {
    summary: 'Return from a redirect that needs a second call',
    description: `Where the browser comes back from processors that complete a payment by a second call. ${returned}`,
  },
  'Return from the Redirect of a Payment by Completion with a form': {
    summary: 'Return with a form from a redirect that needs a second call',
    description: form,
  },
  'Return from the Redirect of a Payment by Authorization': {
    summary: 'Return from a challenge of the card issuer',
    description: `Where the browser comes back from a challenge of the card issuer. ${returned}`,
  },
  'Return from the Redirect of a Payment by Authorization with a form': {
    summary: 'Return with a form from a challenge of the card issuer',
    description: form,
  },
  'Return from the Challenge of an Authentication': {
    summary: 'Return from a challenge without a payment',
    description: `Where the browser comes back from the challenge of an authentication without a payment. The result is looked up, and the browser is sent on to the return address.`,
  },
  'Return from the Challenge of an Authentication with a form': {
    summary: 'Return with a form from a challenge without a payment',
    description: form,
  },
  'File of the Pages': {
    summary: 'Load a script of the pages',
    description:
      'A script of the pages that customers see. Its name changes with its content, so browsers store it; a page names the files that it loads.',
  },
  'Receive a Webhook': {
    summary: 'Receive a webhook of a processor',
    description: `The address that a merchant enters at the processor. ${webhook}`,
  },
  'Receive a Webhook by GET': {
    summary: 'Receive a webhook of a processor by GET',
    description: `For processors that send their notifications in the query. ${webhook}`,
  },
  'Receive a Webhook by PUT': {
    summary: 'Receive a webhook of a processor by PUT',
    description: `For processors that send their notifications by PUT. ${webhook}`,
  },
  Liveness: {
    summary: 'Check whether the process lives',
    description: 'Answers while the process can answer at all; a probe that gets no answer restarts it.',
  },
  Readiness: {
    summary: 'Check whether the gateway can work',
    description:
      'Answers 200 with the servers that the gateway needs while it reaches all of them, else 500 with the first one that it does not.',
  },
  Metrics: {
    summary: 'Read the metrics',
    description:
      'Answers the metrics of the process in the text format of Prometheus: counts, times and sizes, without ids.',
  },
  'Front Page': {
    summary: 'Open the front page',
    description: 'A page with links to this reference and to the other public pages. It has no data.',
  },
  'Reference Page': {
    summary: 'Open the reference',
    description: 'This reference as a page from which every request can be sent.',
  },
  'Page of Errors': {
    summary: 'Open the page of errors',
    description: 'What each error code means and what to do; the `Link` header of every error leads there.',
  },
  'Page of Guides': {
    summary: 'Open the list of guides',
    description: 'The guides and the pages that they send a reader to, in groups.',
  },
  'Page of a Guide': {
    summary: 'Open a guide',
    description: 'One guide as a page that needs no script.',
  },
  'File of the Reference Page': {
    summary: 'Load a file of the reference',
    description: 'The scripts, styles and images of the documentation, by name.',
  },
  'Page of Topics': {
    summary: 'Open the page of public topics',
    description: 'Every event that subscribers read from Kafka: its meaning, its fields and an example.',
  },
  'AsyncAPI Document': {
    summary: 'Read the document of public topics',
    description: 'The events on public topics as an AsyncAPI 3 document.',
  },
  'Schema of an Event': {
    summary: 'Read the JSON Schema of an event',
    description: 'The body of one type of event in one version: the address that `ce_dataschema` of each event names.',
  },
  'OpenAPI Document': {
    summary: 'Read this document',
    description: 'This reference as an OpenAPI document, with the routes that this gateway serves.',
  },
  'Apple Pay Domain Association': {
    summary: 'Read the Apple Pay association',
    description:
      'The file with which Apple Pay verifies the host of the hosted pages; absent where the operator has set none.',
  },
};
