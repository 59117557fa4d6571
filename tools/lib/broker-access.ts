import type { KafkaConfig } from 'kafkajs';
import { kafkaAccessSettings, readConfig } from '../../libs/platform/config';
import { clientAccess } from '../../libs/platform/kafka/access';

/** How these tools reach a broker that somebody else runs: by the variables that the apps are told by. */
export const brokerAccess = (env: Readonly<Record<string, string | undefined>>): Pick<KafkaConfig, 'ssl' | 'sasl'> =>
  clientAccess(readConfig(kafkaAccessSettings, { ...env, MODE: 'development', FAIL_POINTS: '' }));
