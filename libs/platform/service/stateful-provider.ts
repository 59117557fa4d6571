import type { FactoryProvider } from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { AccountSettings, Broker } from '@payorch/platform/kafka';
import {
  IncidentAnswers,
  measureOperations,
  OperatorAnswers,
  type ShownToOperators,
} from '@payorch/platform/operators';
import { inTransaction, reading } from '@payorch/platform/postgres';
import {
  OpsServer,
  type Repository,
  type ServiceTimes,
  type StatefulService,
  type StatefulServiceParts,
} from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { provide, type Token } from './provide';

type Parts<State, Shared> = StatefulServiceParts<State, Shared>;

/** What a service with operations is made of, beside its infrastructure. */
interface Served<State, Shared> {
  readonly name: string;
  readonly repository: Token<Repository<State, Shared>>;
  /** Knows the reply to a command that took effect before. */
  readonly replies: Token<Pick<Parts<State, Shared>, 'replyToRedelivery'>>;
  readonly topics: Parts<State, Shared>['topics'];
  readonly sweep: NonNullable<Parts<State, Shared>['sweep']>;
  readonly watch?: NonNullable<Parts<State, Shared>['watch']>;
  /** Its gauges count what waits. */
  readonly waiting: ShownToOperators['waiting'];
  readonly config: ServiceTimes & { readonly publicUrl: string };
  readonly logger: Logger;
}

/** Provides the service that handles commands, outcomes and due jobs in batches. */
export const statefulProvider = <State, Shared>(
  service: new (parts: Parts<State, Shared>) => StatefulService<State, Shared>,
  { repository, replies, waiting, config, ...rest }: Served<State, Shared>,
): FactoryProvider =>
  provide(
    service,
    [DataSource, Broker, AccountSettings, repository, replies],
    (database: DataSource, broker: Broker, settings: AccountSettings, stored, { replyToRedelivery }) =>
      new service({
        ...rest,
        database,
        broker,
        settings,
        repository: stored,
        replyToRedelivery,
        clock: systemClock,
        times: config,
        publicUrl: config.publicUrl,
        measure: measureOperations(waiting),
      }),
  );

type AnswersOf<Shown, Answers> = new (
  shown: Shown,
  read: OperatorAnswers['read'],
  change: OperatorAnswers['read'],
) => Answers;

const answersProviders = <Shown, Answers>(
  answers: AnswersOf<Shown, Answers>,
  topic: string,
  shown: Shown,
  { settingsWaitMs }: Pick<ServiceTimes, 'settingsWaitMs'>,
): FactoryProvider[] => [
  provide(
    answers,
    [DataSource],
    (database: DataSource) =>
      new answers(
        shown,
        (merchants, work) => reading(database, merchants, work),
        (merchants, work) => inTransaction(database, { merchants }, work),
      ),
  ),
  provide(OpsServer, [Broker], (broker: Broker) => new OpsServer(broker, topic, settingsWaitMs)),
];

/** Provides what answers a service's operators, on a topic of their own. */
export const operatorProviders = (
  topic: string,
  shown: ShownToOperators,
  times: Pick<ServiceTimes, 'settingsWaitMs'>,
): FactoryProvider[] => answersProviders(OperatorAnswers, topic, shown, times);

/** The same for a service without operations: only its incidents. */
export const incidentProviders = (
  topic: string,
  shown: Pick<ShownToOperators, 'incidents'>,
  times: Pick<ServiceTimes, 'settingsWaitMs'>,
): FactoryProvider[] => answersProviders(IncidentAnswers, topic, shown, times);
