import { addExternalAccount, createRecipient, rejectRecipient, updateRecipient } from '../decide/recipients';
import { cancelPayout, createPayout, createTransfer, reversePayout, reverseTransfer } from '../decide/payouts';
import * as others from '../params/other-params';
import * as params from '../params/payout-params';
import type { StripeEndpoint } from './endpoint';
import { rowsOf } from './endpoint';

const accounts = rowsOf('account', 'accounts');
const transfers = rowsOf('transfer', 'transfers');
const payouts = rowsOf('payout', 'payouts');

/** Endpoints of Connect that pay out. `GET transfers/:id` is with the transfers of charges. */
export const payoutEndpoints: readonly StripeEndpoint[] = [
  accounts.create('payout_recipient', params.createRecipient, createRecipient),
  accounts.retrieve('payout_lookup', others.nothing),
  accounts.change('', 'account', params.updateRecipient, updateRecipient),
  accounts.change('reject', 'account', params.rejectRecipient, rejectRecipient),
  accounts.change('external_accounts', 'payout_recipient_account', params.addExternalAccount, addExternalAccount),
  transfers.create('payout_create', params.createTransfer, createTransfer),
  transfers.list('payout_lookup', others.lists.transfer),
  transfers.change('reversals', 'payout_cancel', params.reverseTransfer, reverseTransfer),
  payouts.create('payout_fulfill', params.createPayout, createPayout),
  payouts.list('payout_lookup', others.lists.payout),
  payouts.retrieve('payout_lookup', others.nothing),
  payouts.change('cancel', 'payout_cancel', others.nothing, cancelPayout),
  payouts.change('reverse', 'account', others.onlyMetadata, reversePayout),
];
