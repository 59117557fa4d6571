/** This worker's copy of a merchant's settings is older than the message requires. Retryable. */
export class SettingsOutdated extends Error {
  override readonly name = 'SettingsOutdated';

  constructor(merchantId: string, version: number) {
    super(`the settings of ${merchantId} are not yet at version ${version}`);
  }
}
