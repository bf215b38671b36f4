/**
 * The service worker for push messages: the script that shops' files import, and the file itself where a
 * platform's proxy serves it from the shop's host.
 */
import { workerFile } from '#app/domain/push/worker/worker-place.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { createHeaderBlock, openHeaders, type EdgeResponse } from './edge-response.server.ts'
import { bodyResponse, createBodyHeaders } from './encoded-body.server.ts'
import { createLibrary } from './library.server.ts'
import type { RequestHead } from './request-head.ts'

/**
 * Browsers look for a new version of a worker's imports when they look for one of the worker, at least
 * once a day, and ask their cache first (https://w3c.github.io/ServiceWorker/#update-algorithm). So a new version is everywhere
 * after a day and an hour. The header lets a shop's proxy serve the script from any folder.
 */
const workerHead = createBodyHeaders({
  contentType: 'text/javascript; charset=utf-8',
  cacheControl: 'public, max-age=3600',
  more: { 'Service-Worker-Allowed': '/' },
})

/** The script, and below `shopify` the file that Shopify's app proxy asks for. */
export const pushWorkerPath = /^\/push\/(shopify\/)?worker\.js$/

type AskedWorker = { path: string; query: string }

/** @throws Refusal when the script isn't built, or Shopify hasn't signed the request for the file */
type AnswerPushWorker = (request: RequestHead, asked: AskedWorker) => MaybePromise<EdgeResponse>

export function createPushWorker(
  { config, shopify }: Pick<Services, 'config' | 'shopify'>,
  folder: string,
): AnswerPushWorker {
  const read = createLibrary({
    folder,
    name: /^push\.worker\.js$/,
    isWatched: !config.isProduction,
  })
  const file = workerFile(config.appUrl)
  const { origin } = new URL(config.appUrl)
  const fileHeaders = createHeaderBlock({
    ...openHeaders,
    'Content-Type': 'text/javascript; charset=utf-8',
    // Shopify's proxy sends what it gets, and each request is signed with another query.
    'Cache-Control': 'private, max-age=3600',
    // A worker has the policy of its file: it imports our script, and sends reports to us.
    'Content-Security-Policy': `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}`,
  })

  return (request, { path, query }) => {
    const isFile = pushWorkerPath.exec(path)?.[1]
    if (!isFile) {
      return read().then((script) => {
        if (script) return bodyResponse(request, { text: script.text, head: workerHead })
        throw new Refusal('unavailable', 'The pixel is not built. Run "npm run build".')
      })
    }
    // Only Shopify passes a shop's request on. Everyone else has the script above.
    if (!shopify?.isProxied(new URLSearchParams(query))) {
      throw new Refusal('not_found', 'Open this through the shop.')
    }
    const extraHeaders = ['Content-Length', String(Buffer.byteLength(file))]
    return { status: 200, headerBlock: fileHeaders, extraHeaders, body: file, encoding: 'latin1' }
  }
}
