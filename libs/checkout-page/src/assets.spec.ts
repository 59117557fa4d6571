import { checkoutScript, pageAssets } from './assets';
import { isOfPayouts } from './messages';
import en from './messages/en.json';

it.each(pageAssets)('the script $name is small, and uses no storage and no cookie', ({ body }) => {
  expect(body.length).toBeLessThan(60_000);
  expect(body).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|eval\(/);
});

it.each(Object.keys(en).filter(isOfPayouts))('the checkout does not say %s, which its page does not carry', (key) =>
  expect(checkoutScript.body).not.toMatch(new RegExp(`["'\`.]${key}\\b`)),
);
