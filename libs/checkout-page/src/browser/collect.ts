import type { CollectData } from '../script/page-data';
import { saveCardBody, saveMethodBody, sentResult } from '../script/save-body';
import { found } from './dom';
import { runOneForm } from './one-form';

/** The server of this script wrote the data into the same page. */
const data: CollectData = JSON.parse(found('checkout-data').textContent ?? '');
const { messages } = data;

runOneForm(data, {
  path: `/payment_methods/${encodeURIComponent(data.paymentMethodId)}/save`,
  cardBody: saveCardBody,
  methodBody: saveMethodBody,
  resultOf: sentResult,
  texts: { submit: messages.save, legend: messages.chooseToSave },
  sending: 'saving',
  unknownTitle: 'saveUnknownTitle',
  onAccepted: (place, more) => place.result('succeeded', 'savedTitle', messages.savedText, more),
  nothing: 'noMethods',
});
