import { expect, test } from 'vitest'
import { givenName } from '#app/lib/names/given-name.ts'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import { doors } from '#tests/support/doors/doors.ts'
import { randomOrders, type TrueOrder } from '#tests/support/doors/random-orders.ts'
import { rowOf, type ActivityReport } from './activity-row.server.ts'
import { fingerprintOfEmail } from './email-fingerprint.server.ts'

const secrets = createSecrets(Buffer.alloc(32, 7).toString('base64'))
const site = { teamId: 1, siteId: 1, siteUuid: '', isPlatform: false }
const at = new Date('2027-06-01T00:00:00Z')
/** Ten thousand are asked for where time doesn't matter. */
const orders = randomOrders(Number(process.env.DOOR_ORDERS ?? 500), 33)

/** As it is stored, with the name as it is shown: some doors bring two given names, some one. */
function storedOf(report: ActivityReport) {
  const { firstName, lastName, country, ...row } = rowOf(site as never, report, {
    provenance: { source: 'import' },
    rules: [],
    at,
  })
  return {
    id: row.externalId,
    name: givenName({ first: firstName, last: lastName, country }),
    city: row.city,
    country,
    emailHash: row.emailHash,
    product: row.productTitle,
    cents: row.amountCents,
    currency: row.currency,
    state: row.state,
    isTest: row.isTest,
    isShowable: row.isShowable,
    at: row.occurredAt.toISOString(),
  }
}

/** The dearest product that was kept. The first one where two cost the same. */
const productOf = ({ lines }: TrueOrder) =>
  lines
    .filter(({ kind, quantity }) => kind === 'product' && quantity > 0)
    .toSorted((one, other) => other.cents - one.cents)[0]?.title ?? null

const expectedOf = (one: TrueOrder) => ({
  id: one.number,
  name: givenName({ first: one.first, last: one.last, country: one.country }),
  city: one.city,
  country: one.country,
  emailHash: fingerprintOfEmail(secrets, one.email),
  product: productOf(one),
  cents: one.totalCents,
  currency: one.currency,
  state: one.state,
  isTest: one.isTest,
  isShowable: one.state === 'confirmed' && !one.isTest && one.totalCents > 0,
  at: one.at.toISOString(),
})

test.each(doors)('random orders come in by $name as they are', async ({ knowsTests, read }) => {
  const arriving = orders.filter(({ isTest }) => knowsTests || !isTest)
  const stored = (await read(arriving, secrets)).map(storedOf)
  const paid = arriving.filter(({ state }) => state !== 'unpaid').map(expectedOf)
  const byId = new Map(stored.map((row) => [row.id, row]))

  expect(stored.length).toBe(paid.length)
  const wrong = paid.filter((one) => JSON.stringify(byId.get(one.id)) !== JSON.stringify(one))
  expect(wrong.slice(0, 3).map(({ id }) => byId.get(id))).toEqual(wrong.slice(0, 3))
})
