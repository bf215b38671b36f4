/** What a site's pages learn about push messages. */
import { and, eq, sql } from 'drizzle-orm'
import { automationKinds, type PixelPush, type PixelPushTexts } from '#app/contract/push.ts'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { pushMessages, pushSites } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findPushSite } from './site-settings.server.ts'

/** Until the languages of nudges have them. */
export const pushTexts: PixelPushTexts = {
  backInStock: 'Tell me when it’s back',
  priceDrop: 'Tell me when the price drops',
  orderShipped: 'Tell me when it ships',
  requested: 'We’ll send you a message',
  refused: 'Your browser doesn’t allow messages, or we couldn’t store this. Try again later.',
  installFirst: 'Add this site to your home screen first.',
  preferences: 'Message preferences',
}

type Compiling = {
  appUrl: string
  texts: PixelPushTexts
  /** The plan includes push messages. */
  isIncluded: boolean
}

/**
 * Null for a site without push messages, whose pages get nothing of it. With the prompt and all automations
 * off, subscribers still get what they need to change their choice.
 */
export async function compilePush(
  tx: Queries,
  site: SiteScope,
  { appUrl, texts, isIncluded }: Compiling,
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
  const automatic = isIncluded
    ? automationKinds.filter((kind) => on.some((one) => one.kind === kind))
    : []
  const isOffered = (kind: string) => kind === 'news' || automatic.some((one) => one === kind)
  const kinds = prompt.kinds.filter(isOffered)
  return {
    at: `${appUrl}/api/push/${site.siteUuid}`,
    site: known.name,
    key,
    worker: prompt.isShared
      ? { path: prompt.workerPath, scope: '/', isShared: true }
      : { path: prompt.workerPath, scope: '/footfall-push/' },
    ...(prompt.isShown && isIncluded && kinds.length > 0
      ? {
          prompt: {
            title: prompt.title,
            text: prompt.text,
            accept: prompt.accept,
            notNow: prompt.notNow,
            kinds,
            ...(prompt.pages.length > 0 ? { paths: prompt.pages } : {}),
            views: prompt.views,
            seconds: prompt.seconds,
            days: prompt.days,
          },
        }
      : {}),
    kinds: ['news', ...automatic],
    texts,
  }
}
