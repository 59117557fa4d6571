import type { KafkaConfig } from 'kafkajs';
import { kafkaAccessSettings, readConfig } from '../../../platform/config';
import { clientAccess } from '../../../platform/kafka/client/access';

/** The access of these tools to an external broker, from the same variables as the apps'. */
export const brokerAccess = (env: Readonly<Record<string, string | undefined>>): Pick<KafkaConfig, 'ssl' | 'sasl'> =>
  clientAccess(readConfig(kafkaAccessSettings, { ...env, MODE: 'development', FAIL_POINTS: '' }));
