import { addressLines } from './address-lines';

const address = {
  first_name: 'Ann',
  last_name: 'Lee',
  line1: 'Sonnenallee 1',
  line2: null,
  line3: ' ',
  zip: '12047',
  city: 'Berlin',
  state: null,
  country: 'DE',
};

it('an address has a line for each part that it has, and the country by its name', () => {
  expect(addressLines(address, 'en')).toEqual(['Ann Lee', 'Sonnenallee 1', '12047 Berlin', 'Germany']);
  expect(addressLines(address, 'de').at(-1)).toBe('Deutschland');
});

it('a country that is no code is shown as it is, and nothing is shown of no address', () => {
  expect(addressLines({ country: 'germany' }, 'en')).toEqual(['germany']);
  expect([addressLines(null, 'en'), addressLines({}, 'en')]).toEqual([[], []]);
});
