/** The data about a customer, for the owner of the shop. The subject contains no user input. */
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

/** @param count of the records in the attached file */
export function dataRequestEmail(
  { shop, count }: { shop: string; count: number },
  addressOf: ScreenAddress,
): EmailContent {
  const found =
    count === 0
      ? `${productName} stores nothing about this customer. Let them know.`
      : `Everything that ${productName} stores about this customer is in the attached file. Pass it on to them within 30 days.`
  return {
    subject: 'A customer asked for their data',
    paragraphs: [
      `A customer of ${shop} asked for the data that is stored about them. Shopify passed the request on to us. The order numbers are in your Shopify admin.`,
      found,
    ],
    action: { label: `Open ${productName}`, address: addressOf('/') },
    footer: `You’re receiving this because you own the ${productName} organization of this shop.`,
  }
}
