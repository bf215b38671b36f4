/** Sends events to Footfall. Errors never reach the sandbox. */
import type { ExtensionApi } from '@shopify/web-pixels-extension'
import type { PixelEvent } from '../../../app/contract/pixel-events.ts'

/** A checkout page isn't open for much longer. */
const retryMillis = [2_000, 10_000]

/** Where the storefront's pixel keeps the id of a visitor who consented (app/pixel/visitor.ts). */
const storageKey = 'footfall'

/** Sends events, and again while the server can't take them: it counts each id once. */
export type Report = (events: readonly PixelEvent[]) => Promise<void>

export function createReport(
  { site, host, key }: ExtensionApi['settings'],
  browser: Pick<ExtensionApi['browser'], 'localStorage'>,
): Report {
  const address = `${String(host)}/api/pixel/${String(site)}/events?sandbox=${String(key)}`

  return async (events) => {
    const visitor = await readVisitor(browser)
    const known = visitor === null ? events : events.map((event) => ({ ...event, visitor }))
    const body = JSON.stringify({ events: known })
    for (const millis of [...retryMillis, null]) {
      const isTaken = await post(address, body)
      if (isTaken || millis === null) return
      await new Promise((resolve) => setTimeout(resolve, millis))
    }
  }
}

/** The storefront's id, to count a visitor of the shop and of its checkout as one. */
async function readVisitor({
  localStorage,
}: Pick<ExtensionApi['browser'], 'localStorage'>): Promise<string | null> {
  const [id = ''] = ((await localStorage.getItem(storageKey).catch(() => null)) ?? '').split(';')
  return /^[\w-]{20,64}$/.test(id) ? id : null
}

/** False when it may help to try again. Text needs no preflight; the request outlives the page. */
const post = async (address: string, body: string): Promise<boolean> => {
  try {
    const { status } = await fetch(address, {
      method: 'POST',
      body,
      keepalive: true,
      credentials: 'omit',
    })
    return status !== 429 && status < 500
  } catch {
    return false
  }
}
