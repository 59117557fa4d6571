import { RefusalError } from '../src/errors/errors';

/** The refusal code of a call; `done` without a refusal. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof RefusalError ? error.refusal.code : String(error)),
  );
