/** A visitor is erased while their events are in the log: they aren’t brought back. */
import { expect, test } from 'vitest'
import { erasures, pixelEvents, visitors } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { eraseVisitor } from '#app/domain/lifecycle/erase-visitor.server.ts'
import type { Services } from '#app/services.ts'
import { openLog, openShop } from '../../support/event-log/log-world.ts'

const consentId = 'shopper-of-this-story-0001'

const keyOf = async ({ security, now }: Services, siteUuid: string) =>
  security.visitorKeys.of({ siteUuid, consentId, address: '', userAgent: '', at: now() })

async function readKeys({ db }: Services): Promise<string[]> {
  const raw = await db.system.select({ visitor: pixelEvents.visitor }).from(pixelEvents)
  const known = await db.system.select({ visitor: visitors.visitor }).from(visitors)
  return [...raw, ...known].map(({ visitor }) => visitor.toString('hex'))
}

test.each([
  { name: 'who is in the database already', isKnown: true },
  { name: 'whom only the log has', isKnown: false },
])(
  'a visitor $name is erased: events that wait don’t bring their key back',
  async ({ isKnown }) => {
    const { world, services, folder, visit, site } = await openShop()
    const { append, applier } = openLog(services, folder)
    const visitor = await keyOf(services, site.uuid)
    const another = visit()
    await append(isKnown ? visit({ visitor }) : visit())
    const applied = [await applier.applyAll()]
    await append(visit({ visitor }), another)

    const found = await eraseVisitor(services, consentId)
    applied.push(await applier.applyAll())
    const afterwards = await readKeys(services)
    world.clock.advance(1)
    await append(visit({ visitor }))
    applied.push(await applier.applyAll())

    expect(applied).toEqual([true, true, true])
    expect(found).toBe(isKnown ? 1 : 0)
    expect(afterwards).not.toContain(visitor.toString('hex'))
    expect(afterwards).toContain(another.visitor.toString('hex'))
    // Who comes back later and consents is a visitor again.
    expect(await readKeys(services)).toContain(visitor.toString('hex'))
    expect(await recount(services)).toEqual([])
  },
)

test('without a log, a visitor whom no site knows isn’t listed', async () => {
  const { services } = await openShop()

  await eraseVisitor(services, consentId)

  expect(await services.db.system.$count(erasures)).toBe(0)
})
