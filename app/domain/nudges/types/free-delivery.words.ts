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
    reached: 'You have free delivery',
    empty: 'Free delivery from {amount}',
    why: [
      'The shop delivers free of charge from the amount that it named itself.',
      'What your cart lacks is counted from the amount that the page of this shop tells. Your cart stays in your browser.',
    ],
  },
  de: {
    missing: 'Noch {missing} bis zur kostenlosen Lieferung',
    reached: 'Ihre Lieferung ist kostenlos',
    empty: 'Kostenlose Lieferung ab {amount}',
    why: [
      'Der Shop liefert ab dem Betrag kostenlos, den er selbst genannt hat.',
      'Der fehlende Betrag wird aus dem berechnet, was die Seite dieses Shops angibt. Ihr Warenkorb bleibt in Ihrem Browser.',
    ],
  },
  fr: {
    missing: 'Plus que {missing} pour la livraison gratuite',
    reached: 'La livraison vous est offerte',
    empty: 'Livraison gratuite dès {amount}',
    why: [
      'La boutique livre gratuitement à partir du montant qu’elle a elle-même indiqué.',
      'Le montant manquant est calculé d’après ce qu’indique la page de cette boutique. Votre panier reste dans votre navigateur.',
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
