/** The first segment of all paths. */
export const urlPrefix = 'dummy-connector';
