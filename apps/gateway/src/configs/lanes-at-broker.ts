import { Inject, Injectable } from '@nestjs/common';
import { connectorCommandsTopic, connectorWebhooksTopic } from '@payorch/contracts';
import { Kafka } from 'kafkajs';

/** The lanes that operators have made. */
@Injectable()
export class LanesAtBroker {
  constructor(@Inject(Kafka) private readonly kafka: Pick<Kafka, 'admin'>) {}

  /** Whether the broker has both topics of the lane. Rejects when the broker does not answer. */
  async has(lane: string): Promise<boolean> {
    const admin = this.kafka.admin({ retry: { retries: 1 } });
    try {
      await admin.connect();
      const present = await admin.listTopics();
      return [connectorCommandsTopic(lane), connectorWebhooksTopic(lane)].every((topic) => present.includes(topic));
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
