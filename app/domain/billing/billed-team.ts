import { provenTeam } from '#app/domain/prove-scope.ts'
import type { TeamScope } from '#app/domain/scope.ts'

/**
 * The team that a subscription, an invoice, an account or a job of billing belongs to. For rows that
 * billing read or stored itself; only billing imports it.
 */
export const billedTeam = ({ teamId }: { teamId: number }): TeamScope => provenTeam(teamId)
