import { aMerchant, sharedSystem } from '@payorch/harness';
import { linkOf, payButton } from '../../support/checkout-page';
import { checkoutWindows, narrow } from '../../support/checkout-windows';

jest.setTimeout(120_000);

const system = sharedSystem();
const at = checkoutWindows({ viewport: narrow });

/** Chromium's profile of a slow phone network, in bytes per second, and a processor that is four times slower. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

interface Paint {
  readonly paintMs: number;
  readonly pageBytes: number;
  readonly filesBefore: number;
}

/** The first paint with content, the compressed page, and the files that had arrived by then. */
const paintOf = `(() => {
  const [page] = performance.getEntriesByType('navigation');
  const { startTime } = performance.getEntriesByName('first-contentful-paint')[0];
  const files = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd > 0 && responseEnd < startTime);
  return { paintMs: Math.round(startTime), pageBytes: page.encodedBodySize, filesBefore: files.length };
})()`;

it('on a slow phone network the outline needs one request and nothing else', async () => {
  const merchant = await aMerchant(system);
  const { address } = await linkOf(merchant);
  const page = await at.open();
  const devTools = await at.context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowNetwork);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const started = Date.now();
  await page.goto(address, { waitUntil: 'commit' });
  await payButton(page).waitFor();
  const formMs = Date.now() - started;
  const paint = await page.evaluate<Paint>(paintOf);
  // The figures of docs/payment-link-page.md: how fast it is depends on the machine, so nothing is compared with them.
  process.stdout.write(`first paint ${JSON.stringify({ ...paint, formMs })}\n`);
  expect(paint.filesBefore).toBe(0);
  expect(paint.pageBytes).toBeLessThan(20_000);
});
