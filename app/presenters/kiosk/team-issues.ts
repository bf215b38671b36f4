/** Everything that is wrong with an organization, as staff read it. Safe in the browser. */
import type { OpenPayment } from '#app/domain/billing/stored/open-payment.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { formatCents } from '#app/lib/money.ts'
import { dayMillis } from '#app/lib/time.ts'

export type TeamIssue = {
  sentence: string
  /** Where staff read more, or act. */
  to: string
}

export type TeamFacts = {
  id: number
  name: string
  suspendedAt: Date | null
  /** Someone on staff asked to delete it. */
  isErasureAsked: boolean
  isLimitReached: boolean
  openPayment: OpenPayment | null
  /** Null: nothing is paid for. */
  subscription: { planId: string; state: string } | null
  sites: readonly { name: string; pixelSeenAt: Date | null; pausedAt: Date | null }[]
  connections: readonly { integration: string; site: string; state: string; fault: string | null }[]
  /** The newest ones first, as far as the page lists them. */
  failedWebhooks: readonly { at: Date }[]
  /** Support requests that wait for staff. */
  openRequests: number
  now: Date
}

/** Most serious first. */
export function findTeamIssues(team: TeamFacts): TeamIssue[] {
  const { id, suspendedAt, isErasureAsked, isLimitReached, openRequests } = team
  const page = `/kiosk/teams/${String(id)}`
  return [
    ...when(
      isErasureAsked,
      'Its deletion was asked for. Someone else on staff confirms it.',
      `${page}?act=confirm-erasure`,
    ),
    ...when(
      suspendedAt !== null,
      'It’s suspended, so visitors see no nudges.',
      `${page}?act=reinstate`,
    ),
    ...findPayment(team, `${page}/plan`),
    ...when(
      isLimitReached,
      'Its plan’s limit is reached, so nudges are paused.',
      `${page}/plan?give=boost`,
    ),
    ...findSites(team),
    ...findConnections(team),
    ...findWebhooks(team, `/kiosk/deliveries?team=${String(id)}&list=sent`),
    ...when(
      openRequests > 0,
      openRequests === 1
        ? 'A support request waits for an answer.'
        : `${String(openRequests)} support requests wait for an answer.`,
      `/kiosk/support?${new URLSearchParams({ q: team.name }).toString()}`,
    ),
  ]
}

const when = (isSo: boolean, sentence: string, to: string): TeamIssue[] =>
  isSo ? [{ sentence, to }] : []

const nameOf = (planId: string) => findPlan(planId)?.name ?? planId

function findPayment({ openPayment, subscription }: TeamFacts, to: string): TeamIssue[] {
  const name = subscription ? nameOf(subscription.planId) : ''
  const isOwed = openPayment !== null && openPayment.cents > 0
  const end = openPayment?.hasEnded ? ', and that plan has ended' : ''
  return [
    ...(isOwed
      ? [
          {
            sentence: `${formatCents(openPayment.cents, openPayment.currency)} for ${nameOf(openPayment.planId)} is unpaid${end}.`,
            to,
          },
        ]
      : []),
    // Shop systems don't report their invoices.
    ...when(
      !isOwed && subscription?.state === 'past_due',
      `The last payment for its ${name} plan failed.`,
      to,
    ),
    ...when(
      subscription?.state === 'paused',
      `Its ${name} plan is paused at the company that charges for it.`,
      to,
    ),
  ]
}

function findSites({ sites, now }: TeamFacts): TeamIssue[] {
  const named = (
    of: readonly { name: string }[],
    words: { one: string; many: string },
  ): TeamIssue[] =>
    when(
      of.length > 0,
      of.length === 1
        ? `${of[0]?.name ?? ''} ${words.one}`
        : `${String(of.length)} sites ${words.many}: ${of.map(({ name }) => name).join(', ')}.`,
      '#sites',
    )
  const silent = sites.filter(
    ({ pixelSeenAt }) => pixelSeenAt !== null && now.getTime() - pixelSeenAt.getTime() > dayMillis,
  )
  return [
    ...named(silent, {
      one: 'hasn’t reported for more than 24 hours.',
      many: 'haven’t reported for more than 24 hours',
    }),
    ...named(
      sites.filter(({ pixelSeenAt }) => pixelSeenAt === null),
      { one: 'has never reported.', many: 'have never reported' },
    ),
    ...named(
      sites.filter(({ pausedAt }) => pausedAt !== null),
      { one: 'is paused by its organization.', many: 'are paused by their organization' },
    ),
  ]
}

function findConnections({ connections }: TeamFacts): TeamIssue[] {
  const listed = (of: TeamFacts['connections']) =>
    of.map(({ integration, site }) => `${integration} (${site})`).join(', ')
  const lost = connections.filter(({ state }) => state === 'lost')
  const failing = connections.filter(({ state, fault }) => state === 'active' && fault !== null)
  return [
    ...when(lost.length > 0, `Access refused: ${listed(lost)}.`, '#connections'),
    ...when(failing.length > 0, `Failing: ${listed(failing)}.`, '#connections'),
  ]
}

function findWebhooks({ failedWebhooks, now }: TeamFacts, to: string): TeamIssue[] {
  const since = now.getTime() - dayMillis
  const recent = failedWebhooks.filter(({ at }) => at.getTime() > since).length
  // The page lists no more.
  const isCut = recent > 0 && recent === failedWebhooks.length && recent >= 10
  const count = `${isCut ? 'At least ' : ''}${String(recent)}`
  return when(
    recent > 0,
    recent === 1
      ? 'A webhook failed in the last 24 hours.'
      : `${count} webhooks failed in the last 24 hours.`,
    to,
  )
}
