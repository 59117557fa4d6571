/** An upload that cannot be read to its end; the message is for its sender. */
export class UploadFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadFault';
  }
}
