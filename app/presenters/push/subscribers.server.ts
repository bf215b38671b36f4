/** A site's push subscribers, without their addresses. */
import { and, asc, count, desc, gt, gte, lt } from 'drizzle-orm'
import { pushDays, pushSubscriptions } from '#app/db/schema/push.ts'
import type { PushKind } from '#app/contract/push.ts'
import { nameOfService } from '#app/domain/push/push-services.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { dayAt, listDays } from '#app/lib/days/counted-days.ts'
import type { Services } from '#app/services.ts'
import { growthDays } from './words.ts'

export type ListedSubscriber = {
  uuid: string
  /** The push service of the browser. */
  service: string
  kinds: readonly PushKind[]
  language: string
  timeZone: string
  country: string | null
  consentAt: Date
  consentPage: string
  lastVisitAt: Date
}

const shownColumns = {
  id: pushSubscriptions.id,
  uuid: pushSubscriptions.uuid,
  service: pushSubscriptions.service,
  kinds: pushSubscriptions.kinds,
  language: pushSubscriptions.language,
  timeZone: pushSubscriptions.timeZone,
  country: pushSubscriptions.country,
  consentAt: pushSubscriptions.consentAt,
  consentPage: pushSubscriptions.consentPage,
  lastVisitAt: pushSubscriptions.lastVisitAt,
}

const subscriberPageSize = 25

/** Newest first. @param before id of the last one on the page before; null: the first page */
export async function listSubscribers(
  { db }: Services,
  site: SiteScope,
  before: number | null,
): Promise<{ subscribers: ListedSubscriber[]; next: number | null }> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select(shownColumns)
      .from(pushSubscriptions)
      .where(
        and(
          inSite(pushSubscriptions, site),
          before === null ? undefined : lt(pushSubscriptions.id, before),
        ),
      )
      .orderBy(desc(pushSubscriptions.id))
      .limit(subscriberPageSize + 1),
  )
  const page = rows.slice(0, subscriberPageSize)
  return {
    subscribers: page.map(({ id: _id, service, ...row }) => ({
      ...row,
      service: nameOfService(service),
    })),
    next: rows.length > subscriberPageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

export type SubscriberCounts = {
  /** Subscribed now. */
  total: number
  byService: { name: string; subscribers: number }[]
}

export async function countSubscribers(
  { db }: Services,
  site: SiteScope,
): Promise<SubscriberCounts> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ service: pushSubscriptions.service, subscribers: count() })
      .from(pushSubscriptions)
      .where(inSite(pushSubscriptions, site))
      .groupBy(pushSubscriptions.service),
  )
  const byName = new Map<string, number>()
  for (const { service, subscribers } of rows) {
    const name = nameOfService(service)
    byName.set(name, (byName.get(name) ?? 0) + subscribers)
  }
  return {
    total: rows.reduce((sum, { subscribers }) => sum + subscribers, 0),
    byService: [...byName]
      .map(([name, subscribers]) => ({ name, subscribers }))
      .toSorted((one, other) => other.subscribers - one.subscribers),
  }
}

export type SubscriberGrowth = {
  /** UTC, oldest first. */
  days: string[]
  subscribed: number[]
  unsubscribed: number[]
  gone: number[]
}

/** The last days (UTC), today included. */
export async function readGrowth(
  { db, now }: Services,
  site: SiteScope,
): Promise<SubscriberGrowth> {
  const range = lastDays(dayAt('UTC', now()), growthDays)
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select()
      .from(pushDays)
      .where(and(inSite(pushDays, site), gte(pushDays.day, range.from)))
      .orderBy(asc(pushDays.day)),
  )
  const days = listDays(range)
  const of = (name: 'subscribed' | 'unsubscribed' | 'gone') =>
    days.map((day) => rows.find((row) => row.day === day)?.[name] ?? 0)
  return {
    days,
    subscribed: of('subscribed'),
    unsubscribed: of('unsubscribed'),
    gone: of('gone'),
  }
}

/** Read in pages, because a site can have more subscribers than fit in memory at the same time. */
const exportPage = 2_000

/** A file of at most this many rows, the oldest first. */
const mostExported = 100_000

/** For a file: what each subscriber agreed to, and when. No addresses and no keys. */
export async function exportSubscribers({ db }: Services, site: SiteScope) {
  const rows: (readonly (string | number | null)[])[] = [
    [
      'ID',
      'Messages',
      'Service',
      'Language',
      'Time zone',
      'Country',
      'Consent (UTC)',
      'Page of consent',
      'Words of consent',
      'Last visit (UTC)',
    ],
  ]
  let after = 0
  while (rows.length <= mostExported) {
    const last = after
    const page = await db.asTeam(site, (tx) =>
      tx
        .select({ ...shownColumns, consentWords: pushSubscriptions.consentWords })
        .from(pushSubscriptions)
        .where(and(inSite(pushSubscriptions, site), gt(pushSubscriptions.id, last)))
        .orderBy(asc(pushSubscriptions.id))
        .limit(exportPage),
    )
    for (const row of page) {
      rows.push([
        row.uuid,
        row.kinds.join(' '),
        nameOfService(row.service),
        row.language,
        row.timeZone,
        row.country,
        row.consentAt.toISOString(),
        row.consentPage,
        row.consentWords,
        row.lastVisitAt.toISOString(),
      ])
    }
    const end = page.at(-1)
    if (end === undefined || page.length < exportPage) break
    after = end.id
  }
  return rows
}
