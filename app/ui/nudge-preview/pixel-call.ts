/** Interprets a call of the page API with the pixel's own code. */
import type { Happening } from '#app/pixel/track.ts'
import type { Core } from '#app/pixel/core.ts'
import { handleCall } from '#app/pixel/facts/page-api.ts'
import { readFacts } from '#app/pixel/facts/page-facts.ts'
import type { PageFacts } from '#app/pixel/renderer.ts'

export type PixelCallResult = {
  /** The page's facts after the call. */
  facts: Pick<PageFacts, 'product' | 'cart' | 'kind' | 'variables'>
  /** Events that would be reported. */
  reported: Happening[]
}

/** @param call named `set`, `track` or `goal`; consent and stop affect the calling page */
export function runPixelCall(call: readonly [string, ...unknown[]]): PixelCallResult {
  const reported: Happening[] = []
  const path = '/'
  const none: PageFacts = { path, kind: undefined, variables: {} }
  // Runs only the part of `set` that reads facts. The rest would add listeners to this window.
  if (call[0] === 'set') return { facts: readFacts(none, call[1]), reported }
  const core: Core = {
    facts: none,
    visitor: { isReturning: null, seen: [], shown: 0, closed: 0, isOff: false, save: () => {} },
    report: (happening) => {
      reported.push(happening)
    },
    ask: () => Promise.resolve(null),
    onFacts: () => () => {},
    announce: () => {},
    makeId: () => '',
    stop: () => {},
  }
  handleCall(core, call, path)
  return { facts: core.facts, reported }
}
