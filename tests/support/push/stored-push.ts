/** Rows of push nudges inserted directly, for tests of what screens make of them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import {
  pushCounts,
  pushDays,
  pushKeys,
  pushMessages,
  pushSends,
  pushSubscriptions,
} from '#app/db/schema/push.ts'
import { savePrompt } from '#app/domain/push/site-settings.server.ts'
import { readPushSite } from '#app/domain/push/site-settings.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '../makers.ts'

type Subscription = typeof pushSubscriptions.$inferInsert
type Message = typeof pushMessages.$inferInsert
type Send = typeof pushSends.$inferInsert
type Count = typeof pushCounts.$inferInsert

/** Opens push nudges on the site. Returns the id of its key. */
async function keyOf(services: Services, { scope }: TestSite): Promise<number> {
  const { db } = services
  const find = () =>
    db.system
      .select({ id: pushKeys.id })
      .from(pushKeys)
      .where(and(eq(pushKeys.siteId, scope.siteId)))
  const [known] = await find()
  if (known) return known.id
  await savePrompt(services, scope, (await readPushSite(services, scope)).prompt)
  const [key] = await find()
  if (!key) throw new Error('The site got no key.')
  return key.id
}

/** A subscriber of news, whose endpoint can't be read. */
export async function storeSubscriber(
  services: Services,
  site: TestSite,
  wanted: Partial<Subscription> = {},
): Promise<{ id: number; uuid: string }> {
  const { scope } = site
  const now = services.now()
  const [row] = await services.db.system
    .insert(pushSubscriptions)
    .values({
      uuid: randomUUID(),
      teamId: scope.teamId,
      siteId: scope.siteId,
      keyId: await keyOf(services, site),
      endpointHash: randomBytes(32),
      address: services.security.secrets.seal('{}', 'test'),
      service: 'fcm.googleapis.com',
      kinds: ['news'],
      consentWords: 'News from this shop',
      consentAt: now,
      consentPage: '/kettles',
      language: 'en',
      timeZone: 'Europe/Amsterdam',
      country: 'NL',
      lastVisitAt: now,
      pages: ['/kettles'],
      products: [],
      draw: randomBytes(16),
      createdAt: now,
      ...wanted,
    })
    .returning({ id: pushSubscriptions.id, uuid: pushSubscriptions.uuid })
  if (!row) throw new Error('The subscription was not stored.')
  return row
}

/** A campaign, a draft by default. */
export async function storeCampaign(
  { db, now }: Services,
  { scope }: TestSite,
  wanted: Partial<Message> = {},
): Promise<{ id: number; uuid: string }> {
  const [row] = await db.system
    .insert(pushMessages)
    .values({
      teamId: scope.teamId,
      siteId: scope.siteId,
      kind: 'news',
      name: 'March',
      state: 'draft',
      content: { title: 'New kettles', body: 'See them first', url: '/new', image: null },
      createdAt: now(),
      updatedAt: now(),
      ...wanted,
    })
    .returning({ id: pushMessages.id, uuid: pushMessages.uuid })
  if (!row) throw new Error('The campaign was not stored.')
  return row
}

type CountWanted = Pick<Count, 'messageId'> & Partial<Count>

export async function storeCounts(
  { db, now }: Services,
  { scope }: TestSite,
  wanted: CountWanted,
): Promise<void> {
  const { teamId, siteId } = scope
  const day = now().toISOString().slice(0, 10)
  await db.system.insert(pushCounts).values({ teamId, siteId, variant: 'a', day, ...wanted })
}

type SendWanted = Pick<Send, 'messageId' | 'subscriptionId'> & Partial<Send>

export async function storeSend(
  { db, now }: Services,
  { scope }: TestSite,
  wanted: SendWanted,
): Promise<void> {
  const { teamId, siteId } = scope
  await db.system.insert(pushSends).values({
    teamId,
    siteId,
    variant: 'a',
    state: 'accepted',
    service: 'fcm.googleapis.com',
    dueAt: now(),
    expiresAt: now(),
    createdAt: now(),
    ...wanted,
  })
}

/** Subscriptions that came and went on the clock's day. */
export async function storeDay(
  { db, now }: Services,
  { scope }: TestSite,
  counts: { subscribed?: number; unsubscribed?: number; gone?: number },
): Promise<void> {
  const { teamId, siteId } = scope
  const day = now().toISOString().slice(0, 10)
  await db.system.insert(pushDays).values({ teamId, siteId, day, ...counts })
}
