/** Number of orders. Not of people, since someone who ordered twice counts twice. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

/** `{within}`: the time frame; `{site}`: the site's host. */
export type PurchasesWords = {
  /** On a product's page. */
  ofProduct: Forms
  ofSite: Forms
}

export const purchasesWords: Record<NudgeLanguage, PurchasesWords> = {
  en: {
    ofProduct: { one: 'Ordered once {within}', other: 'Ordered # times {within}' },
    ofSite: { one: '# order at {site} {within}', other: '# orders at {site} {within}' },
  },
  de: {
    ofProduct: { other: '{within} #-mal bestellt' },
    ofSite: {
      one: '# Bestellung bei {site} {within}',
      other: '# Bestellungen bei {site} {within}',
    },
  },
  fr: {
    ofProduct: { other: 'Commandé # fois {within}' },
    ofSite: { one: '# commande sur {site} {within}', other: '# commandes sur {site} {within}' },
  },
  nl: {
    ofProduct: { other: '{within} # keer besteld' },
    ofSite: {
      one: '# bestelling bij {site} {within}',
      other: '# bestellingen bij {site} {within}',
    },
  },
  es: {
    ofProduct: { one: 'Pedido una vez {within}', other: 'Pedido # veces {within}' },
    ofSite: { one: '# pedido en {site} {within}', other: '# pedidos en {site} {within}' },
  },
  ar: {
    ofProduct: {
      zero: 'لم يُطلب {within}',
      one: 'طُلب مرة واحدة {within}',
      two: 'طُلب مرتين {within}',
      few: 'طُلب # مرات {within}',
      other: 'طُلب # مرة {within}',
    },
    ofSite: {
      zero: 'لا طلبات عبر {site} {within}',
      one: 'طلب واحد عبر {site} {within}',
      two: 'طلبان عبر {site} {within}',
      few: '# طلبات عبر {site} {within}',
      many: '# طلبًا عبر {site} {within}',
      other: '# طلب عبر {site} {within}',
    },
  },
}
