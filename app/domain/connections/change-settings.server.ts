/** Changes what a connection was connected with, and so connects a lost one again. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { connections } from '#app/db/schema/connections.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { callerOf } from './caller.server.ts'
import { connectErrors, fieldErrors, withoutGranted, type Connected } from './connect.server.ts'
import type { Connection } from './connection.server.ts'
import { changeCredentials, type Credentials } from './credentials.server.ts'
import { pullConnectionsJob } from './jobs.ts'
import { refuseForeignPage } from './reviews/refuse-foreign-page.ts'
import { refuseListedTwice } from './reviews/refuse-listed-twice.server.ts'
import { isOtherName, keptName, listOthers, nameOf } from './upkeep/account-names.server.ts'
import { asItWas } from './upkeep/as-it-was.server.ts'
import { leaveService } from './upkeep/leave-service.server.ts'
import { cursorOfFound } from './upkeep/missing-account.server.ts'

/**
 * Tries the settings at the service first: when they don't work, the connection goes on as it was.
 *
 * @param given the fields that change; others stay as they are stored
 */
export async function changeSettings(
  services: Services,
  connection: Connection,
  given: Record<string, unknown>,
): Promise<Connected> {
  const { uuid, integration, credentials } = connection
  const { subscription: subscribed } = credentials
  const merged = { ...credentials.settings, ...withoutGranted(integration, given) }
  const read = integration.settings.safeParse(merged)
  if (!read.success) return { ok: false, errors: { fields: fieldErrors(read.error), form: null } }
  const settings = read.data
  const account = integration.accountOf(settings) || uuid
  const others = await listOthers(services, connection)
  if (others.some((one) => nameOf(one) === account)) {
    return refused('Another connection of this site belongs to this account.')
  }
  try {
    refuseForeignPage(integration, settings, connection.siteUrl)
    await refuseListedTwice(services, connection, settings)
    const caller = callerOf(services, connection, { settings })
    const tested = await integration.test?.(caller)
    const isRenamed = nameOf(connection) !== account
    const isByService = integration.idsOf === 'service' && !integration.isNamedByKey
    const moved =
      isOtherName(integration, nameOf(connection), account) || (isByService && isRenamed)
    const isSame = !moved || (await integration.isSameAccount?.(caller, credentials.settings))
    if (!isSame) return refused(otherAccount)
    const subscription = (await integration.subscribe?.(caller)) ?? {}
    const columns = { account: keptName(connection, account), label: tested?.label ?? null }
    const readsAgain = isRenamed || choosesOthers(connection, settings)
    if (!(await store(services, connection, { columns, settings, subscription, readsAgain }))) {
      // No other code knows the webhooks that the calls created.
      await leaveService(services, connection, { ...caller, subscription })
      return refused('This connection was disconnected meanwhile. Connect it again.')
    }
    if (isRenamed && integration.isNamedByKey && !isDeepStrictEqual(subscription, subscribed)) {
      await leaveService(services, connection, callerOf(services, connection, credentials))
    }
    return { ok: true, uuid }
  } catch (error) {
    if (!isFailedCall(error)) throw error
    return { ok: false, errors: connectErrors(error, integration) }
  }
}

/**
 * Stored records, and the place where lists were read to, belong to the account: another one with the same ids, or
 * with reviews of another shop, has to be another connection.
 */
const otherAccount =
  'These details belong to another account or page. Connect it separately, then disconnect this one if you no longer need it.'

type Tried = Pick<Credentials, 'settings' | 'subscription'> & {
  columns: { account: string; label: string | null }
  /** The lists are others than before, so they are read from the beginning. Known entries count once. */
  readsAgain: boolean
}

/** Secrets don't choose what is listed. Other settings can: a store view, a shop of several, a channel. */
function choosesOthers(
  { integration, credentials }: Connection,
  settings: Record<string, unknown>,
): boolean {
  const shape: Readonly<Record<string, z.ZodType>> = integration.settings.shape
  return Object.keys(shape).some((name) => {
    const isSecret = shape[name]?.meta()?.['isSecret'] === true
    return !isSecret && !isDeepStrictEqual(settings[name], credentials.settings[name])
  })
}

/** False, and nothing is stored, when it was disconnected during the calls. One that was paused stays so. */
const store = (
  { db, now, security: { secrets }, jobs }: Services,
  connection: Connection,
  { columns, settings, subscription, readsAgain }: Tried,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({ state: connections.state })
      .from(connections)
      .where(asItWas(connection))
      .for('no key update')
    if (!row) return false
    const state = row.state === 'paused' ? 'paused' : 'active'
    const isRead = connection.integration.pull !== undefined && state === 'active'
    await changeCredentials({ tx, secrets }, connection, {
      columns: {
        ...columns,
        state,
        failures: 0,
        failingSince: null,
        lostAt: null,
        fault: null,
        cursor: readsAgain ? null : cursorOfFound,
        pullDueAt: isRead ? now() : null,
      },
      // The token of an approval doesn't depend on the settings.
      change: (current) => ({
        ...current,
        settings,
        subscription,
        token: current.grant ? current.token : null,
      }),
    })
    if (isRead) await jobs.send(pullConnectionsJob, {}, tx)
    return true
  })

const refused = (form: string): Connected => ({ ok: false, errors: { fields: {}, form } })
