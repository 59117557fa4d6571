import type { Refusal } from '../../kit/calls/refusal';
import { badRequest, refusal } from '../../kit/calls/refusal';

export const paymentNotFound = refusal(404, 'DC_01', 'Payment does not exist in our records');
export const missingParam = (field: string): Refusal => badRequest(400, `Missing required param: ${field}`);
export const noAuthorization = badRequest(401, 'Missing required param: Authorization');
export const refundTooMuch = refusal(500, 'DC_03', 'The refund amount exceeds the amount captured');
export const cardNotSupported = refusal(400, 'DC_04', 'Card not supported. Please use test cards');
export const refundNotFound = refusal(404, 'DC_05', 'Refund does not exist in our records');
export const paymentNotSuccessful = refusal(400, 'DC_06', 'Payment is not successful');
export const notStored = refusal(500, 'DC_07', 'Error occurred while storing the payment');
export const declined = (why: string): Refusal => refusal(400, 'DC_08', `Payment declined: ${why}`);

export const orderNotFound = refusal(404, 'DC_09', 'Order does not exist in our records');
export const orderNotApproved = refusal(400, 'DC_10', 'Order is not approved by the customer');
export const orderCompleted = refusal(400, 'DC_11', 'Order is already paid');
export const orderDiffers = refusal(400, 'DC_12', 'Order has another amount, currency or capture method');

export const payoutNotFound = refusal(404, 'DC_13', 'Payout does not exist in our records');
export const payoutDeclined = (why: string): Refusal => refusal(400, 'DC_14', `Payout declined: ${why}`);
export const payoutNotChangeable = refusal(400, 'DC_15', 'The status of the payout does not allow this');
export const recipientIneligible = refusal(400, 'DC_16', 'The recipient cannot be paid');

export const disputeNotFound = refusal(404, 'DC_17', 'Dispute does not exist in our records');
export const disputeClosed = refusal(400, 'DC_18', 'Dispute is already closed');
export const paymentDisputed = refusal(400, 'DC_19', 'Payment is disputed and cannot be refunded');

export const captureTooMuch = refusal(400, 'DC_06', 'The capture amount exceeds the amount authorized');
export const notMulticapture = refusal(400, 'DC_06', 'Payment can be captured once');
export const notCapturable = refusal(400, 'DC_06', 'Payment is not waiting for a capture');
export const alreadyVoided = refusal(400, 'DC_06', 'Payment is already voided');
export const notVoidable = refusal(400, 'DC_06', 'Payment can no longer be voided');
export const nothingToVoidAfterCapture = refusal(400, 'DC_06', 'Payment has no captured amount that could be voided');
export const notExtendable = refusal(400, 'DC_06', 'Payment has no authorization that could be extended');
