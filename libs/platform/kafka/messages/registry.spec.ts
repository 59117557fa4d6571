import { defineMessage, type MessageDefinition } from '@payorch/contracts';
import { z } from 'zod';
import { assertHandledOnce, messageRegistry } from './registry';

const define = (topic: string, type: string, version = 1): MessageDefinition =>
  defineMessage({ topic, type, version, kind: 'command', key: () => null, data: z.unknown() });

const create = define('payments.commands', 'payment.create');
const createV2 = define('payments.commands', 'payment.create', 2);
const result = define('routing.results', 'route.none');
const authorize = define('connector.commands.<lane>', 'connector.authorize');
const declared = [create, createV2, result, authorize];
const check = (consumes: string[], handlers: MessageDefinition[]) => () =>
  assertHandledOnce(consumes, handlers, declared);

describe('assertHandledOnce', () => {
  it('each message of the consumed topics has one handler', () => {
    expect(check(['payments.commands', 'routing.results'], [create, createV2, result])).not.toThrow();
    expect(check(['connector.commands.shared', 'connector.commands.big_shop'], [authorize])).not.toThrow();
    expect(check(['connector.commands.<lane>'], [authorize])).not.toThrow();
  });

  it('the error names every message without a matching handler', () => {
    expect(check(['payments.commands'], [create, create, result])).toThrow(
      'payment.create.v2 is not handled; payment.create.v1 is handled twice; route.none.v1 is handled, routing.results is not consumed',
    );
    expect(check(['connector.stripe.webhooks'], [authorize])).toThrow('is not consumed');
    expect(check(['connector.commands.shared'], [])).toThrow('connector.authorize.v1 is not handled');
  });
});

describe('messageRegistry', () => {
  it('two versions of a message are distinguished', () => {
    const registry = messageRegistry(declared);
    expect(registry.get('payment.create.v2')).toBe(createV2);
    expect(registry.get('payment.create.v1')).toBe(create);
    expect(registry.get('payment.create.v3')).toBeUndefined();
  });
});
