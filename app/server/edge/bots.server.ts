/** Recognizes bots by their User-Agent. */
import { isbot } from 'isbot'
import { detachString } from '#app/lib/cache/detach-string.ts'
import { createLru } from '#app/lib/cache/lru.ts'

const maxRemembered = 5_000
/** Longer ones are rare and may differ each time, so they aren't cached. */
const maxRememberedLength = 512

/**
 * Speed tests and screenshot services that the library doesn't recognize. Apps with a built-in
 * browser don't belong here, although some lists of crawlers contain them: people use them.
 */
const otherBots = /GTmetrix|Miniature\.io\/|YLT Chrome\//

/** Browsers always send a User-Agent; no header means a bot. */
export function createBotCheck(): (userAgent: string | undefined) => boolean {
  const known = createLru<string, boolean>(maxRemembered)

  return (userAgent) => {
    if (!userAgent) return true
    const before = known.get(userAgent)
    if (before !== undefined) return before
    const isBotAgent = isbot(userAgent) || otherBots.test(userAgent)
    if (userAgent.length <= maxRememberedLength) known.set(detachString(userAgent), isBotAgent)
    return isBotAgent
  }
}
