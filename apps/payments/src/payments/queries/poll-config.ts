import { pollConfigIn, type PollConfig } from '@payorch/contracts';

/** Contract: poll id. */
const usual: PollConfig = { delay_in_secs: 2, frequency: 5 };

/** How often a browser asks for the result of an authentication at the connector: as the operator's config says, if there is one. */
export const pollConfigOf = (config: (key: string) => string | undefined, connector: string): PollConfig => {
  const value = config(`poll_config_external_three_ds_${connector}`);
  return (value === undefined ? undefined : pollConfigIn(value)) ?? usual;
};
