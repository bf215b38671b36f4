import { setPlan as change, type WantedPlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

/** Changes a team's plan, as staff do. */
export const setPlan = (services: Services, scope: TeamScope, wanted: WantedPlan): Promise<void> =>
  change(services, scope, {
    wanted,
    cause: { actor: 'staff', userId: null, reason: 'For a test.' },
  })
