import { formatAmount } from './amount';
import { pageMessages } from './messages';
import { choiceNames, choicesIn } from './payout-choices';
import type { PayoutView } from './payout-view';
import type { PayoutData } from './script/page-data';
import { say } from './script/problem';
import { oneFormSettings } from './collect-data-of';

/** The text of the button, with the sum. */
export const receiveText = ({ locale, amount, currency }: PayoutView): string =>
  say(pageMessages(locale), 'receive', { amount: formatAmount(amount, currency, locale) });

/** What the script needs of the view. */
export const payoutDataOf = (view: PayoutView): PayoutData => ({
  ...oneFormSettings(view),
  payoutId: view.payoutId,
  methods: choicesIn(view),
  methodNames: choiceNames(view.locale, view.destination),
  buttonText: receiveText(view),
});
