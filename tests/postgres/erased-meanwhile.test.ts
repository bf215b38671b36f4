/** A visitor is erased at the very moment in which events of theirs are applied. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pixelEvents, visitors } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { eraseVisitor } from '#app/domain/lifecycle/erase-visitor.server.ts'
import { waitingFor } from '../support/api/locks.ts'
import { openLog, openShop } from '../support/event-log/log-world.ts'

const consentId = 'shopper-of-this-story-0001'

/** A shop whose log has a visit that isn't applied yet. Its visitor may have been there before. */
async function openVisited(isKnown: boolean) {
  const { services, folder, visit, site } = await openShop()
  const { db, now, security } = services
  const { append, applier } = openLog(services, folder)
  const facts = { siteUuid: site.uuid, address: '', userAgent: '', at: now() }
  const visitor = await security.visitorKeys.of({ ...facts, consentId })
  await append(isKnown ? visit({ visitor }) : visit())
  await applier.applyAll()
  await append(visit({ visitor }))

  const readKeys = async () => {
    const stored = await db.system.select({ visitor: pixelEvents.visitor }).from(pixelEvents)
    const known = await db.system.select({ visitor: visitors.visitor }).from(visitors)
    return [...stored, ...known].map((row) => row.visitor.toString('hex'))
  }
  return { services, applier, erased: visitor.toString('hex'), readKeys }
}

test.each([{ isKnown: true }, { isKnown: false }])(
  'events that reach the database while their visitor is erased don’t bring them back, known before: $isKnown',
  async ({ isKnown }) => {
    const { services, applier, erased, readKeys } = await openVisited(isKnown)

    let erasing: Promise<number> = Promise.resolve(0)
    let applying: Promise<boolean> = Promise.resolve(false)
    await services.db.transaction(async (tx) => {
      // The visitor's rows have new keys by then, and the list isn't written.
      await tx.execute(sql`lock table erasures in share mode`)
      erasing = eraseVisitor(services, consentId)
      await waitingFor(services, 1)
      applying = applier.applyAll()
      await waitingFor(services, 2)
    })

    expect(await erasing).toBe(isKnown ? 1 : 0)
    expect(await applying).toBe(true)
    expect(await readKeys()).not.toContain(erased)
    expect(await recount(services)).toEqual([])
  },
)

test.each([{ isKnown: true }, { isKnown: false }])(
  'an erasure waits for events that are being applied, and finds them, known before: $isKnown',
  async ({ isKnown }) => {
    const { services, applier, erased, readKeys } = await openVisited(isKnown)

    let erasing: Promise<number> = Promise.resolve(0)
    let applying: Promise<boolean> = Promise.resolve(false)
    await services.db.transaction(async (tx) => {
      // Its row is reached when the visitor is stored.
      await tx.execute(sql`select from hourly_events for update`)
      applying = applier.applyAll()
      await waitingFor(services, 1)
      erasing = eraseVisitor(services, consentId)
      await waitingFor(services, 2)
    })

    expect(await applying).toBe(true)
    expect(await erasing).toBe(1)
    expect(await readKeys()).not.toContain(erased)
    expect(await recount(services)).toEqual([])
  },
)
