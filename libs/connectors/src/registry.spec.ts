import {
  type Capability,
  catalogue,
  connectorNames,
  createsOrders,
  definitionOf,
  isConnectorName,
  refundsWithoutCharge,
} from './catalogue';
import { registry } from './generated/registry';
import { webhookReaders } from './generated/webhook-readers';

describe('the registry', () => {
  it.each(connectorNames)('the registry has %s under its own name, with the data of the catalogue', (name) => {
    expect(registry[name].name).toBe(name);
    expect(registry[name]).toMatchObject(catalogue[name]);
    expect(registry[name].capabilities).toBe(catalogue[name].capabilities);
  });

  it.each(connectorNames)('the webhook reader of %s is the same in the gateway and in the worker', (name) => {
    expect(webhookReaders[name]).toBe(registry[name].webhooks);
  });

  it('the registry has exactly the connectors of the catalogue', () => {
    expect(Object.keys(registry).sort()).toEqual([...connectorNames].sort());
  });

  it.each(connectorNames)('%s has the flow of orders where its capabilities have orders', (name) => {
    if (catalogue[name].capabilities.some(({ orders }: Capability) => orders === true))
      expect(registry[name].flows).toContain('createOrder');
  });

  it('one test processor refunds without a charge, and the others do not', () => {
    expect(connectorNames.filter(refundsWithoutCharge)).toEqual(['adyen_test']);
    expect(refundsWithoutCharge('constructor')).toBe(false);
    for (const name of connectorNames.filter(refundsWithoutCharge))
      expect(registry[name].flows).toContain('unreferencedRefund');
  });

  it('only PayPal’s payments have orders, at one test processor', () => {
    const payPal = { paymentMethod: 'wallet', paymentMethodType: 'paypal' };
    const names = (method: typeof payPal) => connectorNames.filter((name) => createsOrders(name, method));
    expect([names(payPal), names({ ...payPal, paymentMethodType: 'venmo' })]).toEqual([['paypal_test'], []]);
    expect(createsOrders('constructor', payPal)).toBe(false);
  });

  it('definitionOf finds only own names of the catalogue', () => {
    expect(definitionOf('stripe_test')?.displayName).toBe('Stripe Test');
    expect(definitionOf('constructor')).toBeUndefined();
    expect(isConnectorName('toString')).toBe(false);
  });

  it('the catalogue lists test processors first', () => {
    const tests = connectorNames.map((name) => catalogue[name].test);
    expect(tests).toEqual([...tests].sort((a, b) => Number(b) - Number(a)));
  });
});
