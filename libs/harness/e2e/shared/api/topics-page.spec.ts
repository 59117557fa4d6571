import { sharedSystem } from '@payorch/harness';
import { launchChromium } from '../../support/chromium';

it('the page of topics is read on a phone, under its own security policy', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const complaints: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    await page.goto(`${sharedSystem().baseUrl('gateway')}/topics/`);
    expect(page.url()).toMatch(/\/topics$/);
    await page.locator('[id="payment.captured.v1"] ~ details summary').first().click();
    expect(await page.locator('[id="payment.captured.v1"] ~ details pre').first().isVisible()).toBe(true);
    // In the browser: the page is not wider than the screen, also with its examples open.
    const width = await page.evaluate(
      "document.querySelectorAll('details').forEach((one) => (one.open = true)), document.documentElement.scrollWidth",
    );
    expect([width, complaints]).toEqual([360, []]);
  } finally {
    await browser.close();
  }
});
