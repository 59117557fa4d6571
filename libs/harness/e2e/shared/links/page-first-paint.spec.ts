import { aMerchant, sharedSystem } from '@payorch/harness';
import { writeFile } from 'node:fs/promises';
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
const paintOf = `new Promise((resolve) => {
  const read = () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (!paint) return requestAnimationFrame(read);
    const [page] = performance.getEntriesByType('navigation');
    const arrived = ({ responseEnd }) => responseEnd > 0 && responseEnd < paint.startTime;
    const filesBefore = performance.getEntriesByType('resource').filter(arrived).length;
    resolve({ paintMs: Math.round(paint.startTime), pageBytes: page.encodedBodySize, filesBefore });
  };
  read();
})`;

it('on a slow phone network the outline needs one request and nothing else', async () => {
  const merchant = await aMerchant(system);
  const { address } = await linkOf(merchant);
  const page = await at.open();
  const devTools = await at.context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowNetwork);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Held until the paint: a busy machine may else paint only after the script has arrived.
  let sendScript = (): void => undefined;
  const held = new Promise<void>((resolve) => (sendScript = resolve));
  await page.route('**/payment_link_assets/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.outline').waitFor();
  const paint = await page.evaluate<Paint>(paintOf);
  sendScript();
  await payButton(page).waitFor();
  // How fast it is depends on the machine, so nothing is compared with it: `FIRST_PAINT=file` writes the figures.
  const file = process.env['FIRST_PAINT'];
  if (file) await writeFile(file, JSON.stringify(paint));
  expect(paint.filesBefore).toBe(0);
  expect(paint.pageBytes).toBeLessThan(20_000);
});
