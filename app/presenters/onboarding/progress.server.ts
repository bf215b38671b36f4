/** Onboarding progress of a person and their site. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { nudges, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { skippable, type OnboardingProgress, type SkippedStep } from './steps.ts'

/** @param visited null: there is no site yet */
export async function readOnboardingProgress(
  services: Services,
  userId: number,
  visited: { scope: SiteScope; site: { pixelSeenAt: Date | null } } | null,
): Promise<OnboardingProgress> {
  const skipped = await readSkippedSteps(services, userId)
  if (!visited) {
    return { hasSite: false, isInstalled: false, hasNudge: false, isPublished: false, skipped }
  }
  const { scope, site } = visited
  const [counted] = await services.db.asTeam(scope, (tx) =>
    tx
      .select({
        popups: sql<number>`count(*) filter (where ${nudges.surface} = 'popup')::int`,
        published: sql<number>`count(*) filter (where ${nudges.state} = 'published')::int`,
      })
      .from(nudges)
      .where(and(inSite(nudges, scope), isNull(nudges.archivedAt))),
  )
  const { popups = 0, published = 0 } = counted ?? {}
  return {
    hasSite: true,
    isInstalled: site.pixelSeenAt !== null,
    skipped,
    hasNudge: popups > 0,
    isPublished: published > 0,
  }
}

/** Steps that the person skipped. Only home's checklist still lists them. */
async function readSkippedSteps({ db }: Services, userId: number): Promise<SkippedStep[]> {
  const [row] = await db.system
    .select({ kept: users.extraAttributes })
    .from(users)
    .where(eq(users.id, userId))
  const { skippedSteps = [] } = row?.kept ?? {}
  return skippable.filter((step) => skippedSteps.includes(step))
}
