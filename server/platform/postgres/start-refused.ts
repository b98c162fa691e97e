/** The hub cannot start as asked, and the message tells a person what to do about it. No stack is needed. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
  }
}
