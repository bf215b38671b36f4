/** The part of a site's payload about push messages. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { automationKinds, type PixelPush, type PixelPushGoal } from '#app/contract/push.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { goals } from '#app/db/schema/goals.ts'
import { sites } from '#app/db/schema/ground.ts'
import { pushMessages, pushSites } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { pushWordsOf } from '#app/domain/wording/push-words/push-words-of.ts'
import { findPushSite } from './site-settings.server.ts'
import { isInShopify } from './worker/find-shop.server.ts'
import { workerPlaceOf, workerScope } from './worker/worker-place.ts'

type Compiling = {
  appUrl: string
  /** The pages' language. */
  language: NudgeLanguage
  /** The plan includes push messages. */
  isIncluded: boolean
}

/**
 * For pages that offer no messages: those of the holdout group, and of a site that is paused, at its plan's
 * limit or without them in its plan. Subscribers still get what they need to change their choice, and report
 * the goals and orders that end a request.
 */
export function withoutOffers({ prompt: _prompt, ...push }: PixelPush): PixelPush {
  return { ...push, kinds: ['news'] }
}

/**
 * Null for a site without push messages, whose pages get nothing of it. With the prompt and all automations
 * off, subscribers still get what they need to change their choice.
 */
export async function compilePush(
  tx: Queries,
  site: SiteScope,
  { appUrl, language, isIncluded }: Compiling,
): Promise<PixelPush | null> {
  const [known] = await tx
    .select({ name: sites.name })
    .from(pushSites)
    .innerJoin(sites, eq(sites.id, pushSites.siteId))
    .where(inSite(pushSites, site))
  if (!known) return null
  const { prompt, key, isSecure } = await findPushSite(tx, site)
  if (key === null || !isSecure) return null
  const on = await tx
    .select({ kind: pushMessages.kind })
    .from(pushMessages)
    .where(and(inSite(pushMessages, site), sql`${pushMessages.state} = 'on'`))
  const automatic = automationKinds.filter((kind) => on.some((one) => one.kind === kind))
  const shop = (await isInShopify(tx, site)) ? 'shopify' : 'standalone'
  const { path, isShared } = workerPlaceOf(shop, {
    path: prompt.workerPath,
    isShared: prompt.isShared,
  })
  const push: PixelPush = {
    at: `${appUrl}/api/push/${site.siteUuid}`,
    site: known.name,
    key,
    worker: isShared ? { path, scope: '/', isShared } : { path, scope: workerScope(path) },
    ...(prompt.isShown
      ? {
          prompt: {
            title: prompt.title,
            text: prompt.text,
            accept: prompt.accept,
            notNow: prompt.notNow,
            kinds: ['news' as const],
            ...(prompt.pages.length > 0 ? { paths: prompt.pages } : {}),
            views: prompt.views,
            seconds: prompt.seconds,
            days: prompt.days,
          },
        }
      : {}),
    kinds: ['news', ...automatic],
    texts: pushWordsOf(language).texts,
    ...(await compileGoals(tx, site)),
  }
  return isIncluded ? push : withoutOffers(push)
}

/** Those that the browser of a subscriber compares with its page. */
async function compileGoals(tx: Queries, site: SiteScope): Promise<{ goals?: PixelPushGoal[] }> {
  const rows = await tx
    .select({ goal: goals.uuid, match: goals.match, path: goals.pattern })
    .from(goals)
    .where(and(inSite(goals, site), eq(goals.kind, 'url'), eq(goals.isActive, true)))
    .orderBy(asc(goals.id))
  const found = rows.flatMap(({ goal, match, path }) =>
    match === null || path === null || path === '' ? [] : [{ goal, match, path }],
  )
  return found.length > 0 ? { goals: found } : {}
}
