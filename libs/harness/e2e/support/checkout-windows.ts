import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ShopWindow, shopWindow, type WindowOptions } from './checkout-page';
import { launchChromium } from './chromium';

/** The two widths at which the pages are looked at. */
export const narrow = { width: 360, height: 740 };
export const wide = { width: 1280, height: 800 };

/** The window of the present test, in the one browser of a spec file. */
export interface CheckoutWindows {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
  /** Opens another window; the one before is closed. */
  readonly open: (options?: WindowOptions) => Promise<Page>;
}

/** One browser for a spec file, and a window without a history for each test that opens one, closed after it. */
export function checkoutWindows(usual: WindowOptions = {}): CheckoutWindows {
  let browser: Browser | undefined;
  let shown: ShopWindow | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  const close = async (): Promise<void> => {
    await shown?.context.close();
    shown = undefined;
  };
  afterEach(close);
  afterAll(() => browser?.close());
  const present = (): ShopWindow => {
    if (!shown) throw new Error('the test has opened no window');
    return shown;
  };
  return {
    get browser() {
      return browser!;
    },
    get context() {
      return present().context;
    },
    get page() {
      return present().page;
    },
    get complaints() {
      return present().complaints;
    },
    get requests() {
      return present().requests;
    },
    open: async (options = {}) => {
      await close();
      shown = await shopWindow(browser!, { ...usual, ...options });
      return shown.page;
    },
  };
}

/** Sums the layout shifts that no press caused, of pages that are opened afterwards. */
export const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    'window.shifts = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value; }).observe({ type: "layout-shift", buffered: true });',
  );
export const shiftsOf = (page: Page): Promise<number> => page.evaluate<number>('window.shifts');
