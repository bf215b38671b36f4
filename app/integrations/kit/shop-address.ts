import { z } from 'zod'
import { parseTypedAddress } from '#app/lib/web/web-address.ts'

/**
 * Address of a shop that its owner typed: without a scheme it is one of https. The path stays, because
 * shops live in folders too.
 */
export const shopOrigin = z
  .string('Enter the address of your shop.')
  .trim()
  .max(300, 'Use 300 characters or fewer.')
  .transform((typed, context) => {
    const url = parseTypedAddress(typed)
    if (!url) {
      context.addIssue({
        code: 'custom',
        message: 'Enter the address of your shop, like https://shop.example.',
      })
      return z.NEVER
    }
    const folders = url.pathname.split('/').filter((folder) => folder !== '')
    return [url.origin, ...folders].join('/')
  })

/** Shops in folders of one host are different shops. @param store as `shopOrigin` reads it */
export const shopName = (store: string): string => {
  const { host, pathname } = new URL(store)
  return `${host}${pathname.replace(/\/$/, '')}`
}

/** Many shops answer with and without it. */
export const withoutWww = (account: string): string => account.replace(/^www\./, '')
