/** A card channel whose provider fails at one call: before it did what was asked, or after. */
import type { CardChannel } from '#app/domain/billing/channel.ts'
import type { Services } from '#app/services.ts'
import { isAway } from './memory-card.ts'

export type Failure = { at: number; when: 'before' | 'after' }

/** @returns services with the channel, and how often it was called */
export function withFailingCard(
  services: Services,
  failure: Failure | null,
): { services: Services; count: () => number } {
  const { card } = services.billing
  if (card === null) throw new Error('There is no card channel.')
  let calls = 0
  const failing = Object.fromEntries(
    Object.entries(card).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value]
      const call = value as (...input: unknown[]) => Promise<unknown>
      return [
        name,
        async (...input: unknown[]) => {
          const isFailing = calls === failure?.at
          calls += 1
          if (isFailing && failure.when === 'before') throw isAway()
          const outcome = await call(...input)
          if (isFailing) throw isAway()
          return outcome
        },
      ]
    }),
  ) as CardChannel
  return { services: { ...services, billing: { card: failing } }, count: () => calls }
}
