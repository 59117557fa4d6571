/**
 * Node's flag for the memory of young objects, in MB. Most objects of parsers and tests die young: with the default of 16 MB a
 * process copies many of them first, which takes a tenth of its CPU time.
 */
export const youngSpace = '--max-semi-space-size=64';
