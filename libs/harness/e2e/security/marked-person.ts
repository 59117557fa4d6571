import { cardFields, cards, paymentBody } from '@payorch/harness';
import { personalMarkers } from '../support/personal-markers';

/** Every value about a person that the requests of the journey send is one of these. */
export const mark = personalMarkers();
/** Texts of the merchant that may be stored as they are: metadata, and the reason of a refund. */
export const merchantText = personalMarkers();

export const addressOf = (name: string) => ({
  address: {
    line1: mark.text(`${name}line1`),
    line2: mark.text(`${name}line2`),
    line3: mark.text(`${name}line3`),
    city: mark.text(`${name}city`),
    state: 'California',
    zip: mark.digits(),
    country: 'US',
    first_name: mark.text(`${name}first`),
    last_name: mark.text(`${name}last`),
  },
  phone: { number: mark.digits(), country_code: '+1' },
  email: mark.email(`${name}mail`),
});
export const browser = (name: string) => ({
  user_agent: mark.text(`${name}agent`),
  accept_header: mark.text(`${name}accept`),
  ip_address: mark.ip(),
  language: 'en-US',
  color_depth: 24,
  screen_height: 800,
  screen_width: 1200,
  time_zone: 0,
  java_enabled: true,
  java_script_enabled: true,
  device_model: mark.text(`${name}device`),
});
export const acceptance = (name: string) => ({
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: mark.ip(), user_agent: mark.text(`${name}agent`) },
});
/** The fields of a payment about a person. */
export const person = (name: string) => ({
  name: mark.text(`${name}name`),
  email: mark.email(name),
  phone: mark.digits(),
  phone_country_code: '+1',
  billing: addressOf(`${name}billing`),
  shipping: addressOf(`${name}shipping`),
  browser_info: browser(name),
  description: mark.text(`${name}description`),
  statement_descriptor_name: mark.text('st').slice(0, 18),
  order_details: [{ product_name: mark.text(`${name}product`), quantity: 1, amount: 6540 }],
});
export const cardOf = (name: string, number: string = cards.succeeds) =>
  cardFields(number, { card_holder_name: mark.text(`${name}holder`), nick_name: mark.text(`${name}nick`) });
export const payment = (name: string, more: object = {}) =>
  paymentBody({ ...cardOf(name), ...person(name), customer_id: `cus_${name}`, ...more });
