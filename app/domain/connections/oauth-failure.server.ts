/** Errors after an OAuth approval, for the log and for the person. */
import type { AnyIntegration } from '#app/integrations/integration.ts'
import { BadRecord, ConnectionLost, HeldUp, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { FaultyApproval, OAuthFault } from './oauth-faults.ts'
import { forOwner } from './upkeep/for-owner.ts'

/** The approval isn't of the account that needs reconnecting. */
export class OtherAccount extends Error {
  override readonly name = 'OtherAccount'
}

/** The login works, and covers no account. */
export class NothingToConnect extends Error {
  override readonly name = 'NothingToConnect'
}

/** @throws the failure, when it is a bug of ours */
export function reportFailure(
  { log }: Pick<Services, 'log'>,
  integration: AnyIntegration,
  thrown: unknown,
): FaultyApproval {
  const { name } = integration
  const failure = forOwner(thrown, integration)
  const fault = faultOf(failure)
  if (fault === null) throw failure
  log.warn({ integration: name, fault, err: failure }, 'an approval was not completed')
  return failure instanceof HeldUp
    ? { ok: false, fault, reason: `${failure.sentence} Then try again.` }
    : { ok: false, fault }
}

function faultOf(failure: unknown): OAuthFault | null {
  if (failure instanceof OtherAccount) return 'otherAccount'
  if (failure instanceof NothingToConnect) return 'nothing'
  if (failure instanceof ConnectionLost) return 'refused'
  if (failure instanceof HeldUp) return 'held'
  if (failure instanceof TryLater) return 'busy'
  return failure instanceof BadRecord ? 'unreadable' : null
}
