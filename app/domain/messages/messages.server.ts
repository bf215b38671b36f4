/**
 * Custom messages. Stored in a separate table, so that no code that shows or counts activities can
 * read them.
 */
import { and, count, desc, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { manualEntries } from '#app/db/schema/messages.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { maxMessages } from './message.ts'
import type { MessageInput } from './message-input.ts'

export type Message = {
  uuid: string
  text: string
  url: string | null
  image: string | null
  isShown: boolean
  createdAt: Date
}

const columns = {
  uuid: manualEntries.uuid,
  text: manualEntries.text,
  url: manualEntries.url,
  image: manualEntries.image,
  isShown: manualEntries.isShown,
  createdAt: manualEntries.createdAt,
}
const ofMessage = (site: SiteScope, uuid: string) =>
  and(inSite(manualEntries, site), eq(manualEntries.uuid, uuid))

/** Newest first. */
export const listMessages = ({ db }: Services, site: SiteScope): Promise<Message[]> =>
  db.asTeam(site, (tx) =>
    tx
      .select(columns)
      .from(manualEntries)
      .where(inSite(manualEntries, site))
      .orderBy(desc(manualEntries.createdAt), desc(manualEntries.id)),
  )

/** Those that nudges can show, newest first. */
export const listShownMessages = (
  tx: Queries,
  site: SiteScope,
  most: number,
): Promise<Pick<Message, 'text' | 'url' | 'image'>[]> =>
  tx
    .select({ text: columns.text, url: columns.url, image: columns.image })
    .from(manualEntries)
    .where(and(inSite(manualEntries, site), eq(manualEntries.isShown, true)))
    .orderBy(desc(manualEntries.createdAt), desc(manualEntries.id))
    .limit(most)

/** @throws Refusal `invalid` beyond the maximum per site */
export async function addMessage(
  { db, siteCache, now }: Services,
  site: SiteScope,
  { userId, input }: { userId: number; input: MessageInput },
): Promise<void> {
  await changeSite({ db, siteCache }, site, async (tx) => {
    await lockSite(tx, site)
    const [row] = await tx
      .select({ total: count() })
      .from(manualEntries)
      .where(inSite(manualEntries, site))
    if ((row?.total ?? 0) >= maxMessages) {
      throw refuseField(
        'text',
        `You’ve reached the limit of ${String(maxMessages)} messages. Delete one to add another.`,
      )
    }
    const { text, url = null, image = null } = input
    await tx.insert(manualEntries).values({
      teamId: site.teamId,
      siteId: site.siteId,
      userId,
      text,
      url,
      image,
      createdAt: now(),
    })
  })
}

/** @throws Refusal `not_found` */
export async function setMessageShown(
  { db, siteCache }: Services,
  site: SiteScope,
  { uuid, isShown }: { uuid: string; isShown: boolean },
): Promise<void> {
  const changed = await changeSite({ db, siteCache }, site, (tx) =>
    tx
      .update(manualEntries)
      .set({ isShown })
      .where(ofMessage(site, uuid))
      .returning({ id: manualEntries.id }),
  )
  if (changed.length === 0) throw new Refusal('not_found', noMessage)
}

/** @throws Refusal `not_found` */
export async function deleteMessage(
  { db, siteCache }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  const gone = await changeSite({ db, siteCache }, site, (tx) =>
    tx.delete(manualEntries).where(ofMessage(site, uuid)).returning({ id: manualEntries.id }),
  )
  if (gone.length === 0) throw new Refusal('not_found', noMessage)
}

const noMessage = 'Message not found.'
