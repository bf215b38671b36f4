/** Complete requests as browsers send them, for raw sockets. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { BenchShop } from './shop.ts'

export const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type PixelSite = { uuid: string; url: string; nudge: string; claim: string }

/** Reads each site's payload once, which also creates the claims for the events. */
export async function readSites({ product, sites }: BenchShop): Promise<PixelSite[]> {
  const read: PixelSite[] = []
  for (const { uuid, url } of sites) {
    const answer = await fetch(`${product.baseUrl}/api/pixel/${uuid}`)
    if (!answer.ok) throw new Error(`The payload answered ${String(answer.status)}.`)
    const { nudges } = (await answer.json()) as PixelPayload
    const nudge = nudges[0]
    const claim = nudge?.items[0]?.claim
    if (!nudge || claim === undefined) throw new Error('The site shows nothing.')
    read.push({ uuid, url, nudge: nudge.id, claim })
  }
  return read
}

type Head = Record<string, string>

export const requestText = (line: string, headers: Head, body = '') =>
  [
    `${line} HTTP/1.1`,
    'Host: bench.example',
    `User-Agent: ${browser}`,
    'X-Forwarded-For: {address}',
    'CF-IPCountry: NL',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

/** A page's read. @param knownTag ETag in the browser's cache, in quotes */
export const payloadRequest = (uuid: string, url: string, knownTag?: string) =>
  requestText(`GET /api/pixel/${uuid}`, {
    Origin: url,
    'Accept-Encoding': 'gzip, deflate, br',
    ...(knownTag === undefined ? {} : { 'If-None-Match': knownTag }),
  })

/** Has the length of a filled-in id. */
const filledId = '00000000-000000000-000'

/** A page's report with this many events: visits, impressions and clicks in turn. */
export function eventsRequest(site: PixelSite, { at, events }: { at: number; events: number }) {
  const reported = Array.from({ length: events }, (_one, nth) => eventOf(site, at + nth))
  const body = JSON.stringify({ events: reported })
  const length = Buffer.byteLength(body.replaceAll('{id}', filledId))
  return requestText(
    `POST /api/pixel/${site.uuid}/events`,
    { Origin: site.url, 'Content-Type': 'text/plain', 'Content-Length': String(length) },
    body,
  )
}

const pages = ['/', '/kettles', '/kettles/blue', '/cups', '/about']
const types = ['visit', 'impression', 'visit', 'impression', 'click'] as const

function eventOf({ nudge, claim }: PixelSite, at: number) {
  const type = types[at % types.length] ?? 'visit'
  const page = pages[Math.floor(at / types.length) % pages.length] ?? '/'
  return type === 'visit' ? { id: '{id}', type, page } : { id: '{id}', type, nudge, claim, page }
}

/** Reports of all sites in turn, enough for every event type on every page. */
export const reportRequests = (sites: readonly PixelSite[], events = 1): string[] =>
  Array.from({ length: Math.ceil((types.length * pages.length) / events) }, (_one, nth) =>
    sites.map((site) => eventsRequest(site, { at: nth * events, events })),
  ).flat()
