/** Settings of a site's push nudges. */
import { sql } from 'drizzle-orm'
import {
  defaultDelivery,
  defaultPrompt,
  pushDelivery,
  pushPrompt,
  type PushContent,
  type PushDelivery,
  type PushPrompt,
} from '#app/contract/push-settings.ts'
import type { Queries, Transaction } from '#app/db/db.ts'
import { pushSites } from '#app/db/schema/push.ts'
import { sites } from '#app/db/schema/ground.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { pageByPath } from '#app/domain/sites/site-url.ts'
import { refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { wakePush } from './jobs.ts'
import { addKey, findCurrentKey, retireKeys } from './keys.server.ts'

export type PushSite = {
  prompt: PushPrompt
  delivery: PushDelivery
  /** Public key that browsers subscribe with. Null: nothing was set up yet. */
  key: string | null
  /** Since when nothing is sent. Null: not paused. */
  pausedAt: Date | null
  holdoutSince: Date | null
  /** Workers need https; http is for this machine alone. */
  isSecure: boolean
}

export const readPushSite = ({ db }: Pick<Services, 'db'>, site: SiteScope): Promise<PushSite> =>
  db.asTeam(site, (tx) => findPushSite(tx, site))

export async function findPushSite(tx: Queries, site: SiteScope): Promise<PushSite> {
  const [[row], [stored], key] = await Promise.all([
    tx.select({ url: sites.url }).from(sites).where(inSite(sites, site)),
    tx.select().from(pushSites).where(inSite(pushSites, site)),
    findCurrentKey(tx, site),
  ])
  return {
    prompt: { ...defaultPrompt, ...stored?.prompt },
    delivery: { ...defaultDelivery, ...stored?.delivery },
    key: key?.publicKey ?? null,
    pausedAt: stored?.pausedAt ?? null,
    holdoutSince: stored?.holdoutSince ?? null,
    isSecure: isSecureOrigin(row?.url ?? ''),
  }
}

/** Where browsers run service workers (https://w3c.github.io/webappsec-secure-contexts/). */
const isSecureOrigin = (url: string) =>
  url.startsWith('https://') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(url)

/**
 * Saves the opt-in prompt.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field
 */
export function savePrompt(services: Services, site: SiteScope, input: unknown): Promise<PushSite> {
  const validated = validateInput(pushPrompt, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  return changePushSite(services, site, () => ({ prompt: validated.value }))
}

/**
 * Saves quiet hours, caps, the holdout group and further push services.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field
 */
export function saveDelivery(
  services: Services,
  site: SiteScope,
  input: unknown,
): Promise<PushSite> {
  const validated = validateInput(pushDelivery, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  const delivery = validated.value
  if (delivery.perWeek < delivery.perDay) {
    throw refuseFields({ perWeek: ['Enter at least as many as per day.'] })
  }
  return changePushSite(services, site, (before) => ({
    delivery,
    ...(delivery.holdout === before.delivery.holdout ? {} : { holdoutSince: services.now() }),
  }))
}

/** Stops and resumes all sending of the site. Messages on their way to a push service can't be held. */
export const setPushPaused = (
  services: Services,
  site: SiteScope,
  isPaused: boolean,
): Promise<PushSite> =>
  changePushSite(services, site, ({ pausedAt }, tx) => {
    if (!isPaused) wakePush(services, tx)
    return { pausedAt: isPaused ? (pausedAt ?? services.now()) : null }
  })

/**
 * Replaces the key that browsers subscribe with. Subscriptions keep the former one, which signs for them
 * until the last of them is deleted.
 */
export async function replacePushKey(services: Services, site: SiteScope): Promise<PushSite> {
  const { now, security } = services
  return changeSite(services, site, async (tx) => {
    await openPushSite(tx, services, site)
    await retireKeys(tx, site, now())
    await addKey(tx, site, { secrets: security.secrets, at: now() })
    return findPushSite(tx, site)
  })
}

type Change = Partial<
  Pick<typeof pushSites.$inferInsert, 'prompt' | 'delivery' | 'holdoutSince' | 'pausedAt'>
>

const changePushSite = (
  services: Services,
  site: SiteScope,
  changeOf: (before: PushSite, tx: Transaction) => Change,
): Promise<PushSite> =>
  changeSite(services, site, async (tx) => {
    await openPushSite(tx, services, site)
    const before = await findPushSite(tx, site)
    await tx
      .update(pushSites)
      .set({ ...changeOf(before, tx), updatedAt: services.now() })
      .where(inSite(pushSites, site))
    return findPushSite(tx, site)
  })

/**
 * A message opens a page of its site.
 *
 * @throws Refusal `invalid` with messages by field
 */
export async function requireSitePages(
  tx: Queries,
  site: SiteScope,
  { content, contentB = null }: { content: PushContent; contentB?: PushContent | null },
): Promise<void> {
  const [row] = await tx.select({ url: sites.url }).from(sites).where(inSite(sites, site))
  const isOfSite = (url: string) => pageByPath(row?.url ?? '', url) !== null
  const sentence = 'Enter a page of your site, for example /sale.'
  if (!isOfSite(content.url)) throw refuseFields({ 'content.url': [sentence] })
  if (contentB && !isOfSite(contentB.url)) throw refuseFields({ 'contentB.url': [sentence] })
}

/** The site's row and key, created when the first setting is saved. Locks the site. */
export async function openPushSite(
  tx: Transaction,
  { now, security }: Pick<Services, 'now' | 'security'>,
  site: SiteScope,
): Promise<void> {
  const at = now()
  await lockSite(tx, site)
  const { teamId, siteId } = site
  await tx
    .insert(pushSites)
    .values({ teamId, siteId, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
  await tx
    .select({ one: sql`1` })
    .from(pushSites)
    .where(inSite(pushSites, site))
    .for('update')
  if (!(await findCurrentKey(tx, site))) {
    await addKey(tx, site, { secrets: security.secrets, at })
  }
}
