/** `admin`: the guard of everything for staff. There is no weaker one. */
import { notFound, requireAccount, type GuardArgs } from './guards.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { hasSecondFactor } from '#app/domain/accounts/two-factor/has-second-factor.server.ts'
import type { StaffActor } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { StaffProof } from '#app/lib/web/staff-proof.ts'

export type StaffContext = { account: Account; actor: StaffActor }

/**
 * Staff who gave their second factor within the last two hours (docs/threats.md T05), for loaders. For
 * others than staff the page doesn't exist.
 *
 * @throws Response 403 with a `StaffProof`, which the kiosk's layout asks for in place
 */
export async function requireKiosk(args: GuardArgs): Promise<StaffContext> {
  try {
    return await requireKioskAct(args)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error
    const proof: StaffProof = { message: error.message, proof: error.details.proof ?? null }
    const headers = { 'Cache-Control': 'no-store' }
    throw Response.json(proof, { status: 403, headers })
  }
}

/**
 * The same for actions, whose forms ask for the second factor themselves.
 *
 * @throws Refusal `invalid` about the form as a whole, with the ways to confirm
 */
export async function requireKioskAct(args: GuardArgs): Promise<StaffContext> {
  const account = await requireAccount(args)
  if (!account.isStaff) throw notFound(args)
  const { services, clientAddress: address } = args.context
  if (!(await hasSecondFactor(services, account.id))) {
    throw new Refusal('forbidden', 'Turn on two-factor login to use the kiosk.')
  }
  await requireRecentTwoFactor(services, account)
  return { account, actor: { staffId: account.id, address } }
}
