import { ConnectionLost } from '#app/lib/web/provider-errors.ts'

/** A setting that has the right shape, and names nothing at the service. Its owner can correct it. */
export class WrongSetting extends ConnectionLost {
  /**
   * @param field of the integration's settings
   * @param sentence for its owner, without any value of the service
   */
  constructor(
    readonly field: string,
    readonly sentence: string,
  ) {
    super(sentence)
  }
}
