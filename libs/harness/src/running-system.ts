import { RedirectTokens, type AttemptInAddress } from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import path from 'node:path';
import type { AppName, SchemaName } from '../../../tools/lib/app-env';
import { apiAt, type Api, type Json } from './http';
import { wholeLines } from './whole-lines';

/** Where a system is: plain data, so that another process can be told. */
export interface SystemAddresses {
  readonly baseUrls: Readonly<Record<AppName, string>>;
  /** As the superuser, and as the role of each service. */
  readonly databaseUrl: string;
  readonly databaseUrls: Readonly<Record<SchemaName, string>>;
  readonly kafkaBrokers: string;
  readonly redisUrl: string;
  readonly adminKey: string;
  readonly redirectSecrets: string;
  /** Holds a log for each app, and the sandbox's ledger. */
  readonly folder: string;
}

/** All built apps, up and serving: what can be asked of them, whoever started them. */
export interface RunningSystem {
  readonly database: {
    /** As the superuser: to look everywhere, to take a dump. */
    readonly adminUrl: string;
    /** As the role of one service, which can touch its own schema alone. */
    readonly urlOf: (schema: SchemaName) => string;
  };
  readonly kafkaBrokers: string[];
  readonly redisUrl: string;
  readonly adminKey: string;
  /** The gateway, without a key. */
  readonly api: Api;
  readonly admin: Api;
  readonly sandbox: Api;
  readonly baseUrl: (name: AppName) => string;
  readonly logs: (name: AppName) => string;
  /** The token of an attempt's addresses, as the service of payments makes it. */
  readonly redirectToken: (merchantId: string, paymentId: string, number?: number) => string;
  /** The sandbox's ledger, entry by entry: what the processor saw and charged. */
  readonly ledger: () => Json[];
}

export const logIn = (folder: string, name: AppName): string => path.join(folder, `${name}.log`);
export const ledgerIn = (folder: string): string => path.join(folder, 'ledger.jsonl');

export function runningSystem(addresses: SystemAddresses): RunningSystem {
  const { baseUrls, databaseUrl, databaseUrls, kafkaBrokers, redisUrl, adminKey, folder } = addresses;
  const tokens = new RedirectTokens([new Secret(addresses.redirectSecrets)]);
  return {
    database: { adminUrl: databaseUrl, urlOf: (schema) => databaseUrls[schema] },
    kafkaBrokers: [kafkaBrokers],
    redisUrl,
    adminKey,
    api: apiAt(baseUrls.gateway),
    admin: apiAt(baseUrls.gateway, { 'api-key': adminKey }),
    sandbox: apiAt(baseUrls.sandbox),
    baseUrl: (name) => baseUrls[name],
    redirectToken: (merchantId, paymentId, number = 1) =>
      tokens.of({ merchantId, paymentId, attemptId: `${paymentId}_${number}` } as AttemptInAddress),
    logs: (name) => wholeLines(logIn(folder, name)),
    ledger: () =>
      wholeLines(ledgerIn(folder))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Json),
  };
}
