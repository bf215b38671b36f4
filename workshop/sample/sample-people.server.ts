/**
 * The sample shop's people: its merchant, a colleague who looks at its figures, and a member of staff with codes.
 * Every step checks first, so the next start completes an interrupted one.
 */
import { startLogin } from '#app/domain/accounts/login/complete-login.server.ts'
import {
  createVerifiedAccount,
  verifyCredentials,
} from '#app/domain/accounts/login/credentials.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { findAccountId, setStaff } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import {
  confirmAppSetup,
  findTwoFactor,
  removeTwoFactor,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import type { Services } from '#app/services.ts'
import { replacePassword } from '../demo/demo-organization.server.ts'
import { codeAt } from './code-at.ts'
import {
  createSampleLogins,
  readSampleLogins,
  samplePeople,
  writeSampleLogins,
  type SampleLogins,
  type SamplePerson,
} from './sample-logins.ts'

export type SamplePeople = { logins: SampleLogins; ids: Record<SamplePerson, number> }

/** This machine's: the logins here come from no network. */
const address = '127.0.0.1'

export async function ensureSamplePeople(services: Services): Promise<SamplePeople> {
  const { dataDir } = services.config
  const known = readSampleLogins(dataDir)
  const logins = known ?? createSampleLogins()
  if (!known) writeSampleLogins(dataDir, logins)
  const idOf = (person: SamplePerson) =>
    ensureAccount(services, { person, password: logins[person], isNew: !known })
  const ids = {
    merchant: await idOf('merchant'),
    colleague: await idOf('colleague'),
    staff: await idOf('staff'),
  }
  await setStaff(services, ids.staff, { isStaff: true })
  return { logins: await ensureCodes(services, { logins, userId: ids.staff }), ids }
}

type Wanted = { person: SamplePerson; password: string; isNew: boolean }

async function ensureAccount(
  services: Services,
  { person, password, isNew }: Wanted,
): Promise<number> {
  const { name, email } = samplePeople[person]
  const known = await findAccountId(services, email)
  if (known === null) {
    const { userId } = await createVerifiedAccount(services, { name, email, password })
    return userId
  }
  if (isNew) await replacePassword(services, known, password)
  return known
}

/** The kiosk asks staff for a code, so the page of doors has to know the seed of the app that gives it. */
async function ensureCodes(
  services: Services,
  { logins, userId }: { logins: SampleLogins; userId: number },
): Promise<SampleLogins> {
  if (await findTwoFactor(services, userId)) {
    if (logins.staffSeed !== undefined) return logins
    await services.db.transaction((tx) => removeTwoFactor(tx, userId))
  }
  const given = { email: samplePeople.staff.email, password: logins.staff }
  const proof = await verifyCredentials(services, given, address)
  const login = await startLogin(services, proof, { userAgent: null, address })
  const account = login.kind === 'pending' ? null : await findSessionAccount(services, login.token)
  if (!account) throw new Error('The sample staff could not log in.')
  const { seed } = await startAppSetup(services, { account, address }, given)
  const complete = { ...logins, staffSeed: seed }
  writeSampleLogins(services.config.dataDir, complete)
  const code = codeAt(seed, services.now())
  await confirmAppSetup(services, { userId, userAgent: null }, code)
  return complete
}
