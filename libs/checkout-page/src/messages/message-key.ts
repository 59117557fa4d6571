import type en from './en.json';

/** The texts of the pages: the keys of the English ones, which every language has. `{name}` in a text stands for a value. */
export type MessageKey = keyof typeof en;
