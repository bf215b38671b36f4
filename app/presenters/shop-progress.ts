/** The import of a shop's data in words. Few shops read them, so browsers get them with the data. */
import type { BackfillHold } from '#app/db/schema/shops.ts'
import type { BackfillProgress } from '#app/domain/shops/shops.server.ts'
import { productName } from '#app/lib/product.ts'

export type ShopNotice = {
  tone: 'info' | 'warning'
  title: string
  text: string
  /** For the step that waits for a first order. Null: Shopify keeps none back. */
  refusal: string | null
}

const count = new Intl.NumberFormat('en')
const countOf = (total: number, noun: string) =>
  `${count.format(total)} ${noun}${total === 1 ? '' : 's'}`

/** The reason why the app can’t read, and the way it ends. In each case the import then continues. */
const holds: Readonly<Record<BackfillHold, { title: string; sentence: string }>> = {
  frozen: {
    title: 'Your shop is frozen',
    sentence:
      'Shopify has frozen your shop because a bill is open. Your shop’s data arrives automatically once it’s paid.',
  },
  locked: {
    title: 'Your shop is locked',
    sentence:
      'Shopify has locked your shop. Your shop’s data arrives automatically once Shopify Support has unlocked it.',
  },
  gone: {
    title: 'Shopify can’t find your shop',
    sentence:
      'Your shop’s data arrives automatically once Shopify finds your shop again. Check in Shopify that it’s still open.',
  },
  permission: {
    title: 'The app needs your permission',
    sentence:
      'Shopify doesn’t let the app read all of your shop’s data. Open the app from your shop’s admin and accept its permissions. Your data arrives automatically after that.',
  },
  forbidden: {
    title: 'Your shop is unavailable',
    sentence:
      'Shopify doesn’t let the app use your shop right now. Your shop’s data arrives automatically once it does.',
  },
  access: {
    title: 'The app’s access to your shop has ended',
    sentence:
      'Open the app again from your shop’s admin. Your shop’s data arrives automatically after that.',
  },
  away: {
    title: 'Shopify isn’t answering',
    sentence: 'The import continues automatically once it does. You can keep working.',
  },
}

export function describeShopProgress(progress: BackfillProgress): ShopNotice {
  const { counts } = progress
  const soFar = `${countOf(counts.products, 'product')} and ${countOf(counts.orders, 'order')} so far.`
  switch (progress.state) {
    case 'held': {
      const { title, sentence } = holds[progress.by]
      return { tone: 'warning', title, text: `${sentence} ${soFar}`, refusal: null }
    }
    case 'refused':
      return {
        tone: 'warning',
        title: 'Shopify hasn’t approved order data yet',
        text: `Your orders arrive automatically once Shopify allows ${productName} to read them. You don’t have to do anything. Until then, import orders from a file, or publish a nudge that needs no orders.`,
        refusal:
          'Shopify hasn’t approved order data yet. Your orders arrive automatically after that. Until then, import them from a file, or choose a nudge that needs no orders.',
      }
    case 'failed':
      return {
        tone: 'warning',
        title: 'Some of your shop’s data couldn’t be imported',
        text: `${soFar} We’ll try again within an hour.`,
        refusal: null,
      }
    case 'running':
      return {
        tone: 'info',
        title: 'Importing your shop’s data',
        text: `${soFar} Orders of the last 60 days are included. You can keep working.`,
        refusal: null,
      }
  }
}
