/** Port for text messages, implemented in app/clients. Null without a provider. */
export type SmsSender = {
  /**
   * Resolves when the provider accepted the message.
   *
   * @param to in E.164: `+4915112345678`
   * @throws SmsNotAccepted, with neither the number nor the text in it
   */
  send: (message: { to: string; text: string }) => Promise<void>
}

/** The provider couldn't be reached, or refused the number. */
export class SmsNotAccepted extends Error {
  override readonly name = 'SmsNotAccepted'
}
