/** Loads the file of a shop's service worker like a browser, and reports what is wrong with it. */
import { NotFetched, type OutsideHead } from '#app/lib/web/guarded-opener.server.ts'
import type { Services } from '#app/services.ts'
import { findWorkerFaults, type WorkerFault } from './find-worker-faults.ts'
import type { WorkerPlace } from './worker-place.ts'

export type WorkerCheck = {
  /** URL of the file, and the final one. */
  asked: string
  answered: string | null
  status: number | null
  /** Empty: push messages work with it. */
  faults: WorkerFault[]
  at: Date
}

type Checked = {
  site: { url: string }
  worker: WorkerPlace
  /** Email address of the person who checks. */
  asker: { account: string; address: string }
}

const limits = { maxBytes: 1_000_000, maxMillis: 10_000 }

/** @throws Refusal `too_many` */
export async function checkPushWorker(
  services: Pick<Services, 'config' | 'net' | 'now' | 'security'>,
  { site, worker: { path, isShared }, asker }: Checked,
): Promise<WorkerCheck> {
  const { config, net, now, security } = services
  await security.rateLimits.consume('verify', asker.account, asker.address)
  const asked = new URL(path, site.url).href
  const isLocal = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(asked)
  const heads: OutsideHead[] = []
  const result = (faults: WorkerFault[]): WorkerCheck => ({
    asked,
    answered: heads[0]?.address ?? null,
    status: heads[0]?.status ?? null,
    faults,
    at: now(),
  })
  if (!asked.startsWith('https:') && !isLocal) return result(['insecure'])
  try {
    const onAnswer = (head: OutsideHead) => {
      heads.push(head)
    }
    const body = await net.fetch(asked, { ...limits, accept: 'text/javascript', onAnswer })
    const { address, headers } = heads[0] ?? { address: asked, headers: {} }
    const wanted = { asked, appUrl: config.appUrl, isShared }
    return result(findWorkerFaults({ address, headers, text: body.toString('utf8') }, wanted))
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    return result([faultOf(error.why, heads[0]?.status)])
  }
}

function faultOf(why: NotFetched['why'], status: number | undefined): WorkerFault {
  if (why === 'answer') return status === 404 || status === 410 ? 'missing' : 'status'
  if (why === 'redirects') return 'redirect'
  if (why === 'size') return 'large'
  return why === 'time' ? 'slow' : 'unreachable'
}
