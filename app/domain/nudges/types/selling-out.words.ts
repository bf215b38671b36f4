/** A product that sells, and whether it will sell out soon. `#`: orders. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

/** `{within}`: the time frame; `{stock}`: remaining stock. */
export type SellingOutWords = {
  /** Sells out within days at the current rate. */
  out: Forms
  quickly: Forms
}

export const sellingOutWords: Record<NudgeLanguage, SellingOutWords> = {
  en: {
    out: {
      one: 'Ordered once {within}, {stock} left',
      other: 'Ordered # times {within}, {stock} left',
    },
    quickly: {
      one: 'Popular: ordered once {within}',
      other: 'Popular: ordered # times {within}',
    },
  },
  de: {
    out: { other: '{within} #-mal bestellt, noch {stock} verfügbar' },
    quickly: { other: 'Beliebt: {within} #-mal bestellt' },
  },
  fr: {
    out: { other: 'Commandé # fois {within}, stock restant : {stock}' },
    quickly: { other: 'Populaire : commandé # fois {within}' },
  },
  nl: {
    out: { other: '{within} # keer besteld, nog {stock} over' },
    quickly: { other: 'Populair: {within} # keer besteld' },
  },
  es: {
    out: {
      one: 'Pedido una vez {within}, existencias: {stock}',
      other: 'Pedido # veces {within}, existencias: {stock}',
    },
    quickly: {
      one: 'Popular: pedido una vez {within}',
      other: 'Popular: pedido # veces {within}',
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
      one: 'رائج: طُلب مرة واحدة {within}',
      two: 'رائج: طُلب مرتين {within}',
      few: 'رائج: طُلب # مرات {within}',
      other: 'رائج: طُلب # مرة {within}',
    },
  },
}
