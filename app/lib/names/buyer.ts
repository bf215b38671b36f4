/** Who bought, and where: a name and a place of the same person. Gifts go to someone else's town. */
import { foldName } from './fold-name.ts'
import { firstNameIn } from './given-name.ts'

type Text = string | null | undefined

export type NamedPlace = {
  first_name?: Text
  city?: Text
  /** ISO 3166-1 alpha-2. */
  country?: Text
}

export type Buyer = { first_name: string | null; city: string | null; country: string | null }

type Addresses = {
  /** The buyer's addresses: the one of the invoice first. */
  billing: readonly (NamedPlace | null | undefined)[]
  /** The recipient's address. The recipient may be another person. */
  shipping?: NamedPlace | null | undefined
}

/**
 * @param account first name of the customer's account, if the order has one
 * @returns the buyer with a place of theirs. The place is null if each is someone else's.
 */
export function buyerOf(account: Text, { billing, shipping }: Addresses): Buyer {
  const names = [account, ...billing.map((address) => address?.first_name)].filter(isText)
  const known = names.length > 0 ? names : [shipping?.first_name ?? null]
  const buyers = known.map((name) => ({ name, place: placeFor(name, [...billing, shipping]) }))
  const { name = null, place } = buyers.find((one) => one.place !== undefined) ?? buyers[0] ?? {}
  return { first_name: name, city: place?.city || null, country: place?.country || null }
}

const isText = (text: Text): text is string => Boolean(text?.trim())

/** Towns before countries: some services have the whole address in one of two places only. */
function placeFor(name: string | null, addresses: Addresses['billing']) {
  const theirs = addresses.filter((address) => isSame(name, address))
  return theirs.find((address) => address?.city) ?? theirs.find((address) => address?.country)
}

/** Whether the address names no one else. */
export const isSame = (name: Text, address: NamedPlace | null | undefined) =>
  !isText(name) || !isText(address?.first_name) || shortened(name) === shortened(address.first_name)

/** "Ann" and "Ann Marie" are one. */
const shortened = (name: string) => foldName(firstNameIn({ first: name, country: null }) ?? name)
