/** Nouns that several types share. */

type Nouns = { one: string; many: string }

export const orderNouns = { one: 'order', many: 'orders' } as const
export const signupNouns = { one: 'sign-up', many: 'sign-ups' } as const
export const reviewNouns = { one: 'review', many: 'reviews' } as const
export const visitorNouns = { one: 'visitor', many: 'visitors' } as const
export const productNouns = { one: 'product', many: 'products' } as const

export const nounFor = (count: number, { one, many }: Nouns) => (count === 1 ? one : many)

/** "1 order", "1,200 orders". */
export const countedNoun = (count: number, nouns: Nouns) =>
  `${count.toLocaleString('en')} ${nounFor(count, nouns)}`
