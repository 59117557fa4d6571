/** A logo or picture that does not load shows nothing: not even the place where it would stand. */
export function hideFailedPictures(): void {
  for (const image of document.querySelectorAll('img')) {
    const hide = () => image.classList.add('failed');
    image.addEventListener('error', hide);
    if (image.complete && image.naturalWidth === 0) hide();
  }
}
