import { RedirectTokens, type AttemptInAddress } from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import { DataKeys, SettingsBox } from '@payorch/platform/sealing';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AppName, SchemaName } from '@payorch/provisioning';
import { apiAt, type Api, type Json } from './http';
import { jsonLines, wholeLines } from './whole-lines';

/** The addresses of a system, as plain data that can be passed to another process. */
export interface SystemAddresses {
  readonly baseUrls: Readonly<Record<AppName, string>>;
  /** Superuser address; `databaseUrls` has the address for each service's role. */
  readonly databaseUrl: string;
  readonly databaseUrls: Readonly<Record<SchemaName, string>>;
  /** Address of the role with which people read every schema. */
  readonly readerUrl: string;
  readonly kafkaBrokers: string;
  readonly redisUrl: string;
  readonly adminKey: string;
  readonly redirectSecrets: string;
  readonly masterKeys: string;
  /** Where the gateway asks for TXT records: a spec listens there. */
  readonly nameServerPort?: number | undefined;
  /** The folder of the sockets at which the apps count what they do; see tools/lib/cost-counters.cjs. */
  readonly costCounters?: string | undefined;
  /** Contains a log for each app and the sandbox's ledger. */
  readonly folder: string;
}

/** A running system of all built apps, with clients for its interfaces. */
export interface RunningSystem {
  readonly database: {
    /** Superuser address: reads every schema, takes dumps. */
    readonly adminUrl: string;
    /** Address of the role with which people read every schema. */
    readonly readerUrl: string;
    /** Address of a service's role, which can access only its own schema. */
    readonly urlOf: (schema: SchemaName) => string;
  };
  readonly kafkaBrokers: string[];
  readonly redisUrl: string;
  readonly adminKey: string;
  /** Where the gateway asks for TXT records; undefined: at the system's name servers. */
  readonly nameServerPort: number | undefined;
  /** The folder of the sockets at which the apps count what they do; undefined: they do not count. */
  readonly costCounters: string | undefined;
  /** The gateway, without a key. */
  readonly api: Api;
  readonly admin: Api;
  readonly sandbox: Api;
  readonly baseUrl: (name: AppName) => string;
  readonly logs: (name: AppName) => string;
  /** The redirect token of an attempt, as the payments service creates it. */
  readonly redirectToken: (merchantId: string, paymentId: string, number?: number) => string;
  /** Opens the data keys of merchants, to look at stored personal data. */
  readonly dataKeys: DataKeys;
  /** The entries of the sandbox's ledger: requests received and funds moved. */
  readonly ledger: () => Json[];
  /** Writes the operator's rates between currencies; the gateway reads the file again within seconds. At the start there are none. */
  readonly writeForexRates: (rates: object) => void;
}

export const logIn = (folder: string, name: AppName): string => path.join(folder, `${name}.log`);
/** The file of the operator's rates between currencies. */
export const forexRatesIn = (folder: string): string => path.join(folder, 'forex-rates.json');
export const ledgerIn = (folder: string): string => path.join(folder, 'ledger.jsonl');

export function runningSystem(addresses: SystemAddresses): RunningSystem {
  const { baseUrls, databaseUrl, databaseUrls, readerUrl, kafkaBrokers, redisUrl, adminKey, folder } = addresses;
  const tokens = new RedirectTokens([new Secret(addresses.redirectSecrets)]);
  return {
    database: { adminUrl: databaseUrl, readerUrl, urlOf: (schema) => databaseUrls[schema] },
    kafkaBrokers: [kafkaBrokers],
    redisUrl,
    adminKey,
    nameServerPort: addresses.nameServerPort,
    costCounters: addresses.costCounters,
    api: apiAt(baseUrls.gateway),
    admin: apiAt(baseUrls.gateway, { 'api-key': adminKey }),
    sandbox: apiAt(baseUrls.sandbox),
    baseUrl: (name) => baseUrls[name],
    redirectToken: (merchantId, paymentId, number = 1) =>
      tokens.of({ merchantId, paymentId, attemptId: `${paymentId}_${number}` } as AttemptInAddress),
    dataKeys: new DataKeys(new SettingsBox(new Secret(addresses.masterKeys))),
    logs: (name) => wholeLines(logIn(folder, name)),
    ledger: jsonLines<Json>(ledgerIn(folder)),
    writeForexRates: (rates) => writeFileSync(forexRatesIn(folder), JSON.stringify(rates)),
  };
}
