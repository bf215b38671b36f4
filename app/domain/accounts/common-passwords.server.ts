/** Refuses passwords that attackers try first. */
import { refuseField } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'

let known: Promise<Set<string>> | undefined

/**
 * Some 18,000 of eight characters and more, from leaked lists; ASVS 5.0 V6.2.4 asks for 3,000.
 * Loaded for the first new password, so startup doesn't wait for it.
 */
async function readKnown(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords'].map(String))
}

/**
 * Refuses passwords that would be among the first guesses for this person.
 *
 * @param field of the form that asks for the password
 * @throws Refusal `invalid` at that field
 */
export async function refuseCommonPassword(
  field: string,
  password: string,
  about: { email: string; name: string },
): Promise<void> {
  known ??= readKnown()
  const plain = password.toLowerCase()
  const [beforeAt = ''] = about.email.split('@')
  const personalWords = [about.email, beforeAt, about.name, productName].map((word) =>
    word.toLowerCase(),
  )
  const isOneCharacter = new Set(plain).size === 1
  if (!(await known).has(plain) && !personalWords.includes(plain) && !isOneCharacter) return
  throw refuseField(field, sentence)
}

const sentence = 'This password is too common. Choose a different one.'
