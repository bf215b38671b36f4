import type { NudgeLanguage } from '#app/contract/site-options.ts'

type Words = {
  /** The pixel fills in `{missing}`. */
  missing: string
  reached: string
  /** `{amount}` is the threshold. */
  empty: string
  why: string[]
}

export const freeDeliveryWords: Record<NudgeLanguage, Words> = {
  en: {
    missing: 'Spend {missing} more for free delivery',
    reached: 'You get free delivery',
    empty: 'Free delivery on orders from {amount}',
    why: [
      'The shop sets the amount for free delivery.',
      'The missing amount is calculated from your cart total on this page. Your cart stays in your browser.',
    ],
  },
  de: {
    missing: 'Noch {missing} bis zur kostenlosen Lieferung',
    reached: 'Ihre Lieferung ist kostenlos',
    empty: 'Kostenlose Lieferung ab {amount}',
    why: [
      'Ab welchem Betrag die Lieferung kostenlos ist, legt der Shop fest.',
      'Der fehlende Betrag wird aus dem Warenkorbwert auf dieser Seite berechnet. Ihr Warenkorb bleibt in Ihrem Browser.',
    ],
  },
  fr: {
    missing: 'Plus que {missing} pour la livraison gratuite',
    reached: 'La livraison vous est offerte',
    empty: 'Livraison gratuite dès {amount}',
    why: [
      'Le seuil de livraison gratuite est fixé par la boutique.',
      'Le montant manquant est calculé d’après le total de votre panier sur cette page. Votre panier reste dans votre navigateur.',
    ],
  },
  nl: {
    missing: 'Nog {missing} tot gratis bezorging',
    reached: 'Je bezorging is gratis',
    empty: 'Gratis bezorging vanaf {amount}',
    why: [
      'De winkel bezorgt gratis vanaf het bedrag dat hij zelf heeft genoemd.',
      'Het ontbrekende bedrag volgt uit wat de pagina van deze winkel vermeldt. Je winkelwagen blijft in je browser.',
    ],
  },
  es: {
    missing: 'Añade {missing} más y el envío es gratis',
    reached: 'Tu envío es gratis',
    empty: 'Envío gratis a partir de {amount}',
    why: [
      'La tienda envía gratis a partir del importe que ella misma ha indicado.',
      'Lo que falta se calcula a partir del importe que indica la página de esta tienda. Tu carrito se queda en tu navegador.',
    ],
  },
  ar: {
    missing: 'أضف منتجات بقيمة {missing} لتحصل على توصيل مجاني',
    reached: 'التوصيل مجاني لك',
    empty: 'توصيل مجاني ابتداءً من {amount}',
    why: [
      'يوصل المتجر مجانًا ابتداءً من المبلغ الذي حدده بنفسه.',
      'يُحسب المبلغ الناقص مما تذكره صفحة هذا المتجر. تبقى سلتك في متصفحك.',
    ],
  },
}
