import path from 'node:path';
import { startKafka } from './kafka.mjs';
import { layoutOf } from './paths.mjs';
import { stopProcess } from './processes.mjs';
import { provisionTopics } from './provision.mjs';

/** With fewer test files than this the template costs more than it saves. */
const worthFrom = 3;

/**
 * Makes the folder of a stopped broker with every topic of the contracts: each journey's own broker starts as a copy of it, in half
 * of the CPU time, since making the topics takes longer than the start. The caller removes `folder`.
 */
export async function brokerTemplate({ folder, files }) {
  if (files.length < worthFrom) return undefined;
  const layout = layoutOf(path.join(folder, 'broker'));
  const broker = await startKafka({ ...layout, name: 'template', briefly: true });
  try {
    await provisionTopics({ kafkaBrokers: broker.url });
  } finally {
    await stopProcess(broker, { withinMs: 30_000 });
  }
  return { env: { KAFKA_TEMPLATE: path.join(layout.dataDir, 'template') } };
}
