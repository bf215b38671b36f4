/** Result of commands that change a limit: the limit, and the usage. */
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { CommandAnswer } from './command.ts'

export async function describeUsage(services: Services, scope: TeamScope): Promise<CommandAnswer> {
  const { plan, meteredBy, used, allowance, boost, isLimitReached } = await readMeter(
    services,
    scope,
  )
  return {
    lines: [
      `Plan     ${plan}`,
      `Limit    ${allowance === null ? 'none' : `${String(allowance)} ${meteredBy} a month`}`,
      ...(boost ? [`Boost    ${String(boost.units)} until ${boost.expiresAt.toISOString()}`] : []),
      `Used     ${String(used)}${isLimitReached ? ' (nudges paused)' : ''}`,
    ],
    json: { plan, billing: meteredBy, limit: allowance, boost, used, limitReached: isLimitReached },
  }
}
