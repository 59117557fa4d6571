import type { FactoryProvider } from '@nestjs/common';
import type { MessageDefinition, SealOwner } from '@payorch/contracts';
import { Broker, MessageProducer } from '@payorch/platform/kafka';
import { inTransaction, isTransient } from '@payorch/platform/postgres';
import {
  type JsonSealTable,
  paceOf,
  putJsonSeals,
  RewrapJob,
  type RewrapTimes,
  RewrapWalk,
  RotationTransport,
  transactOn,
} from '@payorch/platform/rewrap';
import { CurrentPublicKey, followPublicKeys, type OkpJwk } from '@payorch/platform/sealing';
import { type Logger, metrics } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { provide } from './provide';

interface RewrapParts {
  readonly owner: SealOwner;
  /** The message with the new seals. */
  readonly answer: MessageDefinition;
  readonly tables: readonly JsonSealTable[];
  readonly config: RewrapTimes & { readonly sealingPublicKeys: readonly OkpJwk[] };
  readonly logger: Logger;
}

/** Has workers reseal what a service stores for them under an older key. The transport reads their answers while keys turn. */
export const rewrapProviders = ({ owner, answer, tables, config, logger }: RewrapParts): FactoryProvider[] => [
  provide(RewrapJob, [DataSource, MessageProducer], (dataSource: DataSource, producer: MessageProducer) => {
    const sealingKey = new CurrentPublicKey(config.sealingPublicKeys);
    followPublicKeys(sealingKey, { logger, everyMs: config.keysReloadEveryMs });
    const pace = paceOf(config);
    return new RewrapJob({
      owner,
      producer,
      logger,
      metrics,
      ...pace.job,
      walk: new RewrapWalk({ tables, ...pace.walk }),
      kids: () => sealingKey.kids,
      transact: transactOn(dataSource),
      put: (seals, kid) => {
        const merchants = [...new Set(seals.map(({ merchantId }) => merchantId))];
        return inTransaction(dataSource, { merchants }, (sql) => putJsonSeals(sql, tables, seals, kid));
      },
    });
  }),
  provide(RotationTransport, [Broker, RewrapJob], (broker: Broker, job: RewrapJob) => {
    const consumer = { ...broker, groupId: `${owner}.rewrapped`, topics: [answer.topic], isTransient };
    return new RotationTransport({ ...consumer, isTurning: () => job.isTurning, everyMs: config.keysReloadEveryMs });
  }),
];
