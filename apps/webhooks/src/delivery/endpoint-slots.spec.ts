import type { MerchantId } from '@payorch/kernel';
import { EndpointSlots } from './endpoint-slots';

const at = (merchant: string) => ({ merchantId: merchant as MerchantId, endpointId: 'pro' });
const slow = at('slow');
const quick = at('quick');

describe('slots of endpoints', () => {
  it('limit the attempts of one endpoint', () => {
    const slots = new EndpointSlots({ perEndpoint: 2, total: 10 });
    expect(slots.take(slow, 5)).toBe(2);
    expect(slots.take(slow, 1)).toBe(0);
    expect(slots.take(quick, 1)).toBe(1);
    slots.release(slow, 1);
    expect(slots.free(slow)).toBe(1);
  });

  it('limit the attempts of all endpoints', () => {
    const slots = new EndpointSlots({ perEndpoint: 2, total: 3 });
    expect([slots.take(slow, 2), slots.take(quick, 2), slots.take(at('third'), 1)]).toEqual([2, 1, 0]);
    expect(slots.inFlight).toBe(3);
    slots.release(slow, 2);
    expect(slots.take(at('third'), 2)).toBe(2);
  });

  it('give none to a paused endpoint until the pause ends, also when its attempts end meanwhile', () => {
    let now = 0;
    const slots = new EndpointSlots({ perEndpoint: 2, total: 10 }, () => now);
    slots.take(slow, 1);
    slots.pause(slow, 100);
    slots.pause(slow, 50);
    slots.release(slow, 1);
    now = 99;
    expect(slots.take(slow, 1)).toBe(0);
    expect(slots.take(quick, 1)).toBe(1);
    now = 100;
    expect(slots.take(slow, 1)).toBe(1);
  });
});
