import { pollConfigOf } from './poll-config';

const usual = { delay_in_secs: 2, frequency: 5 };

it.each<[string | undefined, object]>([
  [undefined, usual],
  ['{"delay_in_secs":5,"frequency":12}', { delay_in_secs: 5, frequency: 12 }],
  ['{"delay_in_secs":0,"frequency":0}', { delay_in_secs: 0, frequency: 0 }],
  ['{"delay_in_secs":5}', usual],
  ['soon', usual],
])('the config %j polls by %j', (value, expected) => {
  const config = (key: string) => (key === 'poll_config_external_three_ds_netcetera' ? value : undefined);
  expect(pollConfigOf(config, 'netcetera')).toEqual(expected);
  expect(pollConfigOf(config, 'threedsecureio')).toEqual(usual);
});
