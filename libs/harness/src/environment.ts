/** An address that `npm test` sets; a test run by hand needs it exported. */
export function required(name: 'DATABASE_URL' | 'REDIS_URL' | 'KAFKA_BROKERS' | 'SHARED_SYSTEM'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run \`npm test -- <pattern>\`, or export it`);
  return value;
}

export const kafkaBrokers = (): string[] => required('KAFKA_BROKERS').split(',');
export const redisUrl = (): string => required('REDIS_URL');
