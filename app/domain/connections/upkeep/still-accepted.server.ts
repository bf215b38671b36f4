/** Whether a service that refused one call refuses the whole connection. */
import type { AnyIntegration, Caller } from '#app/integrations/integration.ts'
import { WrongSetting } from '#app/integrations/kit/wrong-setting.ts'
import { BadRecord, BudgetSpent, ConnectionLost } from '#app/lib/web/provider-errors.ts'

/**
 * Tests the connection again, and then asks each of its lists. One call that is answered is enough: the
 * credentials work then, and what was refused is a right that they lack. The test alone doesn't show that,
 * because its first call may be the one that needs that right.
 *
 * A setting that its owner can correct, and a failure that isn't the service's answer, are never about a
 * part alone.
 *
 * @throws TryLater when the service can't be asked now
 */
export async function isStillAccepted(
  { test, pull, oauth }: AnyIntegration,
  caller: Caller,
  refusal: ConnectionLost,
): Promise<boolean> {
  if (!test || refusal.reply === null || refusal instanceof WrongSetting) return false
  let answers = 0
  // A service may make tokens for an app that it lets read nothing.
  let making = 0
  const http: Caller['http'] = {
    async request(request) {
      const reply = await caller.http.request(request)
      if (making === 0) answers += 1
      return reply
    },
  }
  const token: Caller['token'] = (make) =>
    caller.token(async () => {
      making += 1
      try {
        return await make()
      } finally {
        making -= 1
      }
    })
  const watched = { ...caller, http, token }
  try {
    await test(watched)
    return true
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    // RFC 6750, 3.1: 403 is a right that a token lacks. Other refusals are of the token.
    if (oauth && error.reply?.status !== 403) return answers > 0
  }
  let refusals = 0
  const spent: BudgetSpent[] = []
  for (const probe of pull?.probes ?? []) {
    if (answers > 0) return true
    await probe(watched).catch((error: unknown) => {
      if (error instanceof ConnectionLost) refusals += 1
      if (error instanceof BudgetSpent) spent.push(error)
      // A list that can't be read says nothing about the access, and neither does one that is refused.
      const isOfList = error instanceof ConnectionLost || error instanceof BadRecord
      // Each further try would spend our budget the same way, and access that ended would never be found.
      if (answers === 0 && !isOfList && !(error instanceof BudgetSpent)) throw error
    })
  }
  // Nothing that the service said about a list: it wasn't asked.
  if (answers === 0 && refusals === 0 && spent[0]) throw spent[0]
  return answers > 0
}

/**
 * Why the service has no such account: its list and the connection's test are both answered with “not
 * found”. Null: the list alone isn't found.
 *
 * @throws ConnectionLost, TryLater from the test
 */
export async function missingAccount(
  { test }: AnyIntegration,
  caller: Caller,
  failure: BadRecord,
): Promise<ConnectionLost | null> {
  if (!test || failure.reply?.status !== 404) return null
  try {
    await test(caller)
    return null
  } catch (error) {
    if (error instanceof WrongSetting) return error
    if (!(error instanceof BadRecord)) throw error
    if (error.reply?.status !== 404) return null
    return new ConnectionLost(failure.message, failure.reply)
  }
}
