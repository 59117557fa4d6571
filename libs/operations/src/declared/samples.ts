import { money } from '@payorch/kernel';

/** The values that samples of operations share. */
export const sampleSum = money(6540n, 'USD');
export const samplePart = money(2540n, 'USD');
export const sampleAuthentication = 'd65e93c3-35ab-41ba-b307-767bfc19eae3';
export const sampleRequestor = 'https://acme.example';
