import { z } from 'zod';

/** `poll_config_external_three_ds_{connector}`: the seconds between two polls, and how many follow. A poll lives for 900 seconds. */
const pollConfig = z.strictObject({
  delay_in_secs: z.int().min(0).max(900),
  frequency: z.int().min(0).max(900),
});
export type PollConfig = z.infer<typeof pollConfig>;

/** The config in a text; undefined where the text is none. */
export function pollConfigIn(text: string): PollConfig | undefined {
  try {
    return pollConfig.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
