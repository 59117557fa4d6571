import { errorBody, type Refusal } from '@payorch/contracts';

/** A refusal as the interface shows it: status, code, message. */
export function wireErrorOf(refusal: unknown): unknown {
  const { status, body } = errorBody(refusal as Refusal);
  return [status, body.error['code'], body.error['message']];
}
