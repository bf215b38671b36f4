/** Phone number and language of an account. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { twoFactors, users } from '#app/db/schema/index.ts'
import { loader as general } from '#app/routes/account/general.tsx'
import { action as changeLanguage } from '#app/routes/account/language.ts'
import { action as changePhone } from '#app/routes/account/phone.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const save = (world: World, as: TestUser, country: string, phone: string) =>
  changePhone(world.visit('/account/phone', { as, form: { country, phone } }))

const stored = async ({ services }: World, { id }: TestUser) => {
  const [row] = await services.db.system
    .select({
      countryCode: users.countryCode,
      phone: users.phone,
      verifiedAt: users.phoneVerifiedAt,
    })
    .from(users)
    .where(eq(users.id, id))
  return row
}

test('a number is kept as country and digits, and shown as it is written', async () => {
  const world = await createWorld()
  const ann = await world.user()

  expect(await save(world, ann, 'DE', '0151 / 1234 5678')).toMatchObject({
    data: { saved: 'Phone number saved' },
  })

  expect(await stored(world, ann)).toMatchObject({ countryCode: 'DE', phone: '15112345678' })
  const shown = await general(world.visit('/account/general', { as: ann }))
  expect(shown.details).toEqual({ countryCode: 'DE', phone: '+49 1511 2345678', isInUse: false })
})

test('a new number must be verified again, and the same one isn’t', async () => {
  const world = await createWorld()
  const ann = await world.user()
  await save(world, ann, 'DE', '0151 12345678')
  const at = world.clock.now()
  await world.services.db.system
    .update(users)
    .set({ phoneVerifiedAt: at })
    .where(eq(users.id, ann.id))

  await save(world, ann, 'US', '+49 151 12345678')
  expect(await stored(world, ann)).toMatchObject({ verifiedAt: at })
  await save(world, ann, 'DE', '0151 87654321')

  expect(await stored(world, ann)).toMatchObject({ phone: '15187654321', verifiedAt: null })
})

test('an emptied field takes the number away', async () => {
  const world = await createWorld()
  const ann = await world.user()
  await save(world, ann, 'DE', '0151 12345678')

  await save(world, ann, 'DE', ' ')

  expect(await stored(world, ann)).toMatchObject({ countryCode: null, phone: null })
})

test('a wrong number is refused at its field, and stays typed', async () => {
  const world = await createWorld()
  const ann = await world.user()

  expect(await save(world, ann, 'DE', '12')).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { phone: [expect.stringMatching(/^Enter a valid phone number/)] },
      values: { country: 'DE', phone: '12' },
    },
  })
})

test.each(['0151 87654321', ''])(
  'saving the details can’t change the number that receives login codes (%j)',
  async (phone) => {
    const world = await createWorld()
    const ann = await world.user()
    await save(world, ann, 'DE', '0151 12345678')
    const at = world.clock.now()
    await world.services.db.system
      .insert(twoFactors)
      .values({ userId: ann.id, method: 'phone', confirmedAt: at, createdAt: at })

    const answer = await save(world, ann, 'DE', phone)

    expect(answer).toMatchObject({ init: { status: 422 } })
    expect(await stored(world, ann)).toMatchObject({ phone: '15112345678' })
  },
)

test('the language goes into its cookie, and only one that is configured', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const choose = (language: string) =>
    changeLanguage(world.visit('/account/language', { as: ann, form: { language } }))

  const chosen = await choose('en')

  expect(new Headers(chosen.init?.headers).get('Set-Cookie')).toBe(
    'language=en; Max-Age=31536000; Path=/; SameSite=Lax',
  )
  expect(await choose('tlh')).toMatchObject({
    init: { status: 422 },
    data: { errors: { language: ['Choose a language.'] } },
  })
})
