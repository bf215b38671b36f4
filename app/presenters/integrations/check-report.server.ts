/** Checks how the server would treat an event that a page reports. Stores nothing. */
import { pixelEvent, type ReportCheck } from '#app/contract/pixel-events.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

/** @param text JSON of the event, as the pixel would report it */
export async function checkReport(
  services: Services,
  site: SiteScope,
  text: string,
): Promise<ReportCheck> {
  const read = pixelEvent.safeParse({ ...readObject(text), ...everyEvent })
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => ({
      field: path.filter((part) => part !== 'activity').join('.') || 'type',
      message: describeIssue(message),
    }))
    return { ok: false, problems }
  }
  if (read.data.type !== 'activity') {
    return { ok: true, message: 'The server accepts it and counts it.' }
  }
  const { kind } = read.data.activity
  const { options } = await readSiteOptions(services, site)
  const isApproved = options[approvalOptions[kind]]
  return {
    ok: true,
    message: `Stored as a ${nouns[kind]}. ${
      isApproved ? 'Approved automatically, as you chose.' : 'Waits for your approval.'
    }`,
  }
}

/** In words of the contract, or plainer than the schema's own. */
function describeIssue(message: string): string {
  if (message.startsWith('Invalid')) return 'is missing or of the wrong type.'
  return /^Too (?:big|small)/.test(message) ? 'is outside the allowed range.' : `${message}.`
}

/** Fields of an event that no page sent. */
const everyEvent = { id: '0000000000000000', page: '/' }

const nouns = { purchase: 'purchase', signup: 'sign-up', review: 'review' } as const

const approvalOptions = {
  purchase: 'preApprovePurchases',
  signup: 'preApproveSignups',
  review: 'preApproveReviews',
} as const

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
