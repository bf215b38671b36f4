/** Plan gates of the REST API. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import type { FeatureFlag } from '#app/domain/plans/feature-flags.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'

/** @throws Refusal `not_on_plan` */
export async function requireApiFeature(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  scope: TeamScope,
  flag: FeatureFlag,
): Promise<void> {
  requireFeature(await readEntitlements(context.services, scope), flag)
}
