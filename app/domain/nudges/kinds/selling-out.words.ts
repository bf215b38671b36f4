/** That a product sells, and whether what is left will be gone soon. `#`: orders. */
import type { Language } from '../../../contract/site-options.ts'
import type { Forms } from '../words/words-of.ts'

/** `{within}`: the window; `{stock}`: what is left. */
export type SellingOutWords = {
  /** Sold out within days at this pace. */
  out: Forms
  quickly: Forms
}

export const sellingOutWords: Record<Language, SellingOutWords> = {
  en: {
    out: {
      one: 'Ordered once {within}, {stock} left',
      other: 'Ordered # times {within}, {stock} left',
    },
    quickly: {
      one: 'Sells quickly: ordered once {within}',
      other: 'Sells quickly: ordered # times {within}',
    },
  },
  de: {
    out: { other: '{within} #-mal bestellt, noch {stock} da' },
    quickly: { other: 'Verkauft sich schnell: {within} #-mal bestellt' },
  },
  fr: {
    out: { other: 'Commandé # fois {within}, stock restant : {stock}' },
    quickly: { other: 'Se vend vite : commandé # fois {within}' },
  },
  nl: {
    out: { other: '{within} # keer besteld, nog {stock} over' },
    quickly: { other: 'Verkoopt snel: {within} # keer besteld' },
  },
  es: {
    out: {
      one: 'Pedido una vez {within}; existencias: {stock}',
      other: 'Pedido # veces {within}; existencias: {stock}',
    },
    quickly: {
      one: 'Se vende rápido: pedido una vez {within}',
      other: 'Se vende rápido: pedido # veces {within}',
    },
  },
  ar: {
    out: {
      zero: 'لم يُطلب {within}، المتبقي: {stock}',
      one: 'طُلب مرة واحدة {within}، المتبقي: {stock}',
      two: 'طُلب مرتين {within}، المتبقي: {stock}',
      few: 'طُلب # مرات {within}، المتبقي: {stock}',
      other: 'طُلب # مرة {within}، المتبقي: {stock}',
    },
    quickly: {
      zero: 'لم يُطلب {within}',
      one: 'يُباع بسرعة: طُلب مرة واحدة {within}',
      two: 'يُباع بسرعة: طُلب مرتين {within}',
      few: 'يُباع بسرعة: طُلب # مرات {within}',
      other: 'يُباع بسرعة: طُلب # مرة {within}',
    },
  },
}
