/** Optional details of a person. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { twoFactors } from '#app/db/schema/accounts.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { requireSameProof, type AdmittedUser } from '../lock-user.server.ts'
import { readPhone, writePhone, type PhoneInput } from './phone.server.ts'

export type AccountDetails = {
  /** ISO 3166-1; null without a phone number. */
  countryCode: string | null
  /** Formatted for editing; empty without a phone number. */
  phone: string
  /** Login codes are sent to it, so it can't be changed casually. */
  isInUse: boolean
}

export async function readAccountDetails(
  { db }: Services,
  userId: number,
): Promise<AccountDetails> {
  const [row] = await db.system
    .select({ countryCode: users.countryCode, phone: users.phone, method: twoFactors.method })
    .from(users)
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt)))
    .where(eq(users.id, userId))
  if (!row) throw new Error('The account no longer exists.')

  const { countryCode, phone, method } = row
  const isThere = countryCode !== null && phone !== null
  return {
    countryCode,
    phone: isThere ? await writePhone({ countryCode, phone }) : '',
    isInUse: method === 'phone',
  }
}

/**
 * Marks a new number as unverified. Saving the same number again changes nothing.
 *
 * @throws Refusal `invalid` at a field, `conflict` as `requireSameProof`
 */
export async function savePhone(
  services: Services,
  person: AdmittedUser,
  input: PhoneInput,
): Promise<void> {
  const { countryCode, phone } = await readPhone(input)
  await storePhone(services, person, { countryCode, phone })
}

/** @throws Refusal `invalid` at the field `phone`, `conflict` as `requireSameProof` */
export const removePhone = (services: Services, person: AdmittedUser): Promise<void> =>
  storePhone(services, person, { countryCode: null, phone: null })

type StoredPhone = { countryCode: string | null; phone: string | null }

async function storePhone(
  { db, now }: Services,
  person: AdmittedUser,
  wanted: StoredPhone,
): Promise<void> {
  const { id: userId } = person
  await db.transaction(async (tx) => {
    await requireSameProof(tx, person)
    const [stored] = await tx
      .select({ countryCode: users.countryCode, phone: users.phone })
      .from(users)
      .where(eq(users.id, userId))
    if (stored?.countryCode === wanted.countryCode && stored.phone === wanted.phone) return

    const [codes] = await tx
      .select({ method: twoFactors.method })
      .from(twoFactors)
      .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
    if (codes?.method === 'phone') throw inUse()
    await tx
      .update(users)
      .set({ ...wanted, phoneVerifiedAt: null, updatedAt: now() })
      .where(eq(users.id, userId))
  })
}

const sentenceOfUse = 'Your login codes go to this number. Change that under Security first.'
const inUse = () => refuseField('phone', sentenceOfUse)
