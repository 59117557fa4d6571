import type { PayoutData } from '../script/page-data';
import { payoutCardBody, payoutMethodBody, payoutResult } from '../script/payout-body';
import { found } from './dom';
import { runOneForm } from './one-form';

/** The server of this script wrote the data into the same page. */
const data: PayoutData = JSON.parse(found('checkout-data').textContent ?? '');
const { messages } = data;

runOneForm(data, {
  path: `/payouts/${encodeURIComponent(data.payoutId)}/confirm`,
  cardBody: payoutCardBody,
  methodBody: payoutMethodBody,
  resultOf: payoutResult,
  texts: { submit: data.buttonText, legend: messages.choosePayout },
  sending: 'payingOut',
  unknownTitle: 'payoutUnknownTitle',
  // The server knows what became of the payout, and where it goes.
  onAccepted: () => location.reload(),
  nothing: 'noPayoutMethods',
});
