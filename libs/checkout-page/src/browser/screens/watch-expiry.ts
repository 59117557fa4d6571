/** An open form notices that its link has expired; a request in progress goes on. `expiresAt`: ISO 8601. */
export function watchExpiry(expiresAt: string, onExpired: () => void): void {
  const leftMs = Date.parse(expiresAt) - Date.now();
  // Longer timers of a browser overflow and fire at once.
  if (leftMs > 2 ** 31 - 1) return;
  setTimeout(
    () => {
      const isBusy = document.querySelector('form[aria-busy="true"]') !== null;
      const isOpen = document.querySelector('form.checkout') !== null;
      if (isOpen && !isBusy) onExpired();
    },
    Math.max(0, leftMs),
  );
}
