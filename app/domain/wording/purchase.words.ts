/** Predicates for people who bought something, after their name, which can be of any gender. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'

export type PurchaseWords = {
  /** `{product}` */
  bought: string
  something: string
}

export const purchaseWords: Record<NudgeLanguage, PurchaseWords> = {
  en: { bought: 'bought {product}', something: 'made a purchase' },
  de: { bought: 'hat {product} gekauft', something: 'hat etwas gekauft' },
  fr: { bought: 'a acheté {product}', something: 'a passé une commande' },
  nl: { bought: 'kocht {product}', something: 'heeft iets gekocht' },
  es: { bought: 'compró {product}', something: 'hizo una compra' },
  ar: { bought: 'عملية شراء: {product}', something: 'عملية شراء' },
}
