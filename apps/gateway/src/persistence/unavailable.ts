import { refuse } from '@payorch/contracts';
import { isTransient } from '@payorch/platform/postgres';
import { RefusalError } from '../edge';

/** A database that is away is no bug of ours: the caller is asked to come again. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isTransient(error) ? new RefusalError(refuse('overloaded')) : error;
  }
}
