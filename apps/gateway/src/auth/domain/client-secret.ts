/** The id of the payment that a client secret names, `<payment id>_secret_<random>`; null: it has another form. */
export function paymentIdOfSecret(clientSecret: string): string | null {
  const end = clientSecret.lastIndexOf('_secret_');
  return end < 1 ? null : clientSecret.slice(0, end);
}
