/**
 * An order is reported in the same moment in which a member deletes it, or its customer is erased. Two real
 * transactions, of which the erasing one is committed while the report waits.
 */
import { expect, inject, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import { lockSales } from '#app/domain/activities/sales/match-payments.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { createGate } from '../../support/api/gate.ts'
import { settledOrWaiting, waitingFor } from '../../support/api/locks.ts'
import { buyerEmail, openSaleReports } from '../../support/integrations/paid-shop.ts'

// The embedded database has one session, and runs one transaction after the other.
const both = test.skipIf(inject('engine') === 'pglite')

type Reports = Awaited<ReturnType<typeof openSaleReports>>

/** Another report of the site, which others wait for until it goes on. */
async function holdSales({ services, site }: Reports) {
  const [held, gate] = [createGate(), createGate()]
  const holding = services.db.asTeam(site.scope, async (tx) => {
    await lockSales(tx, site.scope)
    held.open()
    await gate.opened
  })
  await held.opened
  return {
    go: async () => {
      gate.open()
      await holding
    },
  }
}

both('an order that is reported while it is deleted doesn’t come back', async () => {
  const reports = await openSaleReports()
  const { services, site, byShop, byStripe, record, factOf, rows } = reports
  await record(byShop, [factOf()])
  const [order] = await rows()
  const { go } = await holdSales(reports)

  const deleting = deleteActivity(services, site.scope, order?.uuid ?? '')
  await settledOrWaiting(services, deleting)
  const reporting = Promise.all([
    record(byShop, [factOf({ state: 'refunded' })]),
    record(byStripe, [factOf({ id: 'pi_1' })]),
  ])
  await waitingFor(services, 3)
  await go()
  await Promise.all([deleting, reporting])

  expect(await rows()).toEqual([])
})

both('a sign-up that is reported while it is deleted doesn’t come back', async () => {
  const reports = await openSaleReports()
  const { services, site, byShop, record, factOf, rows } = reports
  const signup = { ...factOf({ kind: 'signup', id: 'emma' }), total: null, currency: null }
  await record(byShop, [signup])
  const [row] = await rows()
  const { go } = await holdSales(reports)

  const deleting = deleteActivity(services, site.scope, row?.uuid ?? '')
  await settledOrWaiting(services, deleting)
  const reporting = record(byShop, [signup])
  await settledOrWaiting(services, reporting)
  await go()
  await Promise.all([deleting, reporting])

  expect(await services.db.system.select().from(activities)).toEqual([])
})

both('a person’s order that is reported while the person is erased isn’t stored', async () => {
  const reports = await openSaleReports()
  const { services, byShop, record, factOf, rows } = reports
  const { go } = await holdSales(reports)

  const reporting = record(byShop, [factOf()])
  await settledOrWaiting(services, reporting)
  await eraseShopper(services, buyerEmail)
  await go()
  await reporting

  expect(await rows()).toEqual([])
})

both('a person is erased with an order that was being stored before', async () => {
  const reports = await openSaleReports()
  const { services, byShop, record, factOf, rows } = reports
  const [stored, gate] = [createGate(), createGate()]
  const { db } = services
  const slow = {
    ...services,
    db: {
      ...db,
      asTeamAfter: (team, look) =>
        db.asTeamAfter(team, async (before) => {
          const work = await look(before)
          return async (tx) => {
            const result = await work(tx)
            stored.open()
            await gate.opened
            return result
          }
        }),
    } satisfies typeof db,
  }
  const reporting = record(byShop, [factOf()], slow)
  await stored.opened

  const erasing = eraseShopper(services, buyerEmail)
  await settledOrWaiting(services, erasing)
  gate.open()
  await reporting

  expect(await erasing).toBe(1)
  expect(await rows()).toEqual([])
})
