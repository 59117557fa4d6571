import type { Answer } from './answer';

/** An error in the sandbox's own format, for processors without a format of their own and for the control endpoints. */
export interface Refusal {
  readonly http: number;
  readonly code: string;
  readonly message: string;
}

export const refusal = (http: number, code: string, message: string): Refusal => ({ http, code, message });

export const somethingWentWrong = refusal(500, 'DC_00', 'Something went wrong');
export const tooManyRequests = refusal(429, 'DC_00', 'Too many requests');
export const badRequest = (http: number, message: string): Refusal => refusal(http, 'DC_02', message);
export const unknownRoute = refusal(404, 'IR_02', 'Unrecognized request URL');

/** A decline names the payment that was recorded. */
export const answerRefusal = ({ http, code, message }: Refusal, paymentId?: string): Answer => ({
  status: http,
  body: {
    error: {
      type: http >= 500 ? 'api' : 'invalid_request',
      message,
      code,
      ...(paymentId === undefined ? {} : { payment_id: paymentId }),
    },
  },
});
