/** Drives a use case through each refusal that Shopify publishes, one after the other, in one shop. */
import { expect } from 'vitest'
import { hourMillis } from '#app/lib/time.ts'
import { refusalIds, type RefusalId } from '#workshop/store/refusals/published-refusals.ts'
import type { StoreWorld } from './store-world.ts'

export type UseCase = {
  /** Names of the operations that it sends to the Admin API. */
  sends: readonly string[]
  /** Before Shopify refuses. */
  prepare?: () => Promise<unknown>
  /** While Shopify refuses. Returns what people see of it, and '' for nothing. */
  run: () => Promise<string>
  /** An hour after the refusal has ended. Expects that nothing is lost. */
  finish: (id: RefusalId) => Promise<unknown>
}

/** Returns the sentence that people saw, by refusal. */
export async function meetRefusals(
  world: StoreWorld,
  { sends, prepare, run, finish }: UseCase,
): Promise<Record<RefusalId, string>> {
  const { shop, clock } = world
  const seen: Partial<Record<RefusalId, string>> = {}
  const before = shop.operations.length
  // A call doesn't sit out so long a wait.
  shop.state.retryAfterSeconds = 30
  for (const id of refusalIds) {
    shop.bucket.setLimits({ maximumAvailable: 100_000, restoreRate: 100_000 })
    await prepare?.()
    shop.refusing.start(id)
    seen[id] = await run()
    shop.refusing.end(id)
    clock.advance(hourMillis + 1_000)
    // Only the shop's staff bring new tokens.
    if (id === 'revoked') await world.openApp()
    await finish(id)
  }
  const sent = shop.operations.slice(before).map(({ name }) => name)
  expect([...new Set(sent)].sort()).toEqual([...sends].sort())
  return seen as Record<RefusalId, string>
}

/** The first of the phrases that a page has; the page itself if it has none of them. */
export const phraseOf = (page: string, phrases: readonly string[]): string =>
  phrases.find((one) => one !== '' && page.includes(one)) ?? page
