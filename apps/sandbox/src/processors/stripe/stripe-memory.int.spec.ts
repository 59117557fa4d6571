import { paying } from '../../../test/stripe/payments';
import { RunningStripe } from '../../../test/stripe/running-stripe';

const env = { SANDBOX_STRIPE_RETAINED_ENDED: '3' };

it('the oldest ended payments are evicted, also after a restart, and the ledger retains them', async () => {
  let stripe = await RunningStripe.start(env);
  const authorized = await stripe.client.paymentIntents.create(paying({ capture_method: 'manual' }));
  const paid: string[] = [];
  for (let n = 0; n < 5; n++) paid.push((await stripe.client.paymentIntents.create(paying())).id);
  const { folder } = stripe.sandbox;

  const retained = async () => {
    const { data } = await stripe.client.paymentIntents.list();
    await expect(stripe.client.paymentIntents.retrieve(paid[0]!)).rejects.toMatchObject({ code: 'resource_missing' });
    return data.map(({ id }) => id).reverse();
  };
  const charged = () => Promise.all(paid.map((id) => stripe.sandbox.effectsOf(id)));
  const inLedger = async () => {
    const { entries } = await stripe.sandbox.json('GET', '/control/ledger?limit=1000');
    return (entries as { entry: string; payment_id: string }[]).filter(({ entry }) => entry === 'effect');
  };

  for (const life of ['the first', 'the next']) {
    if (life === 'the next') {
      await stripe.stop({ retainLedger: true });
      stripe = await RunningStripe.start(env, folder);
    }
    expect(await retained()).toEqual([authorized.id, ...paid.slice(2)]);
    expect(await charged()).toEqual(paid.map(() => ['charge']));
    expect((await inLedger()).map(({ payment_id }) => payment_id)).toEqual([authorized.id, ...paid]);
  }
  const captured = await stripe.client.paymentIntents.capture(authorized.id);
  expect(captured.status).toBe('succeeded');
  await stripe.stop();
});
