import { TryLater } from '#app/lib/web/provider-errors.ts'

/** The provider is away for one team, for a reason that its people can read. */
export class ChannelAway extends TryLater {
  /** @param sentence why, and what to do */
  constructor(
    readonly sentence: string,
    at: Date,
  ) {
    super(sentence, at)
  }
}
