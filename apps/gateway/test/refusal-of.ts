import { RefusalError } from '../src/edge';

/** The code that a call was refused with; `done` where it was not. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof RefusalError ? error.refusal.code : String(error)),
  );
