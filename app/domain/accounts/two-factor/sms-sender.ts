/** The port for text messages; app/clients fulfils it, and without a provider it is null. */
export type SmsSender = {
  /**
   * Resolves when the provider took the message.
   *
   * @param to in E.164: `+4915112345678`
   * @throws SmsNotTaken, with neither the number nor the text in it
   */
  send: (message: { to: string; text: string }) => Promise<void>
}

/** The provider was away, or refused the number. */
export class SmsNotAccepted extends Error {
  override readonly name = 'SmsNotTaken'
}
