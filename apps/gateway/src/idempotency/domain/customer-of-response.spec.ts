import { customerOfResponse } from './customer-of-response';

it.each([
  ['{"payment_id":"pay_1","customer_id":"cus_1","metadata":{"customer_id":"cus_2"}}', 'cus_1'],
  ['{"customer_id":null,"name":null}', null],
  ['{"description":"\\"customer_id\\":\\"cus_1\\""}', null],
  ['{"error":{"type":"invalid_request"}}', null],
  ['', null],
])('the response %s shows the customer %j', (body, customer) => expect(customerOfResponse(body)).toBe(customer));
