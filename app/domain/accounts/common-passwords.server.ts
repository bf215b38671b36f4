/** Passwords that attackers try first. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { productName } from '#app/lib/product.ts'

/**
 * Some 18,000 of eight characters and more, from leaked lists; security.md T08 (ASVS V6.2.4) asks for
 * 3,000. They are read once, on the server alone.
 */
const known = new Set(dictionary['passwords'].map(String))

/** Whether the password would be among the first guesses for this person. */
export function isCommonPassword(password: string, about: { email: string; name: string }) {
  const plain = password.toLowerCase()
  const [beforeAt = ''] = about.email.split('@')
  const own = [about.email, beforeAt, about.name, productName].map((word) => word.toLowerCase())
  return known.has(plain) || own.includes(plain) || isOneCharacter(plain)
}

const isOneCharacter = (password: string) => new Set(password).size === 1

/** What the form says at the field. */
export const commonPassword =
  'This password is on lists that attackers try first. Choose another one.'
