/** Tells programs from people by the name that they give themselves. */
import { isbot } from 'isbot'
import { detachString } from '#app/lib/cache/detach-string.ts'
import { createLruMap } from '#app/lib/cache/lru-map.ts'

const maxRemembered = 5_000
/** Longer names are rare and may be different each time: they are judged anew. */
const maxRememberedLength = 512

/** Every browser names itself: what doesn't is a program. */
export function createBotCheck(): (userAgent: string | undefined) => boolean {
  const known = createLruMap<string, boolean>({ maxWeight: maxRemembered })

  return (userAgent) => {
    if (!userAgent) return true
    const before = known.get(userAgent)
    if (before !== undefined) return before
    const isBotAgent = isbot(userAgent)
    if (userAgent.length <= maxRememberedLength) known.set(detachString(userAgent), isBotAgent)
    return isBotAgent
  }
}
