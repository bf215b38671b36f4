import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

type Words = {
  /** `{window}` is "in the last 24 hours". */
  added: Forms
  why: string[]
}

/** `#` is the number of other visitors' carts. */
export const cartCounterWords: Record<NudgeLanguage, Words> = {
  en: {
    added: {
      one: 'Added to # other cart {window}',
      other: 'Added to # other carts {window}',
    },
    why: [
      'This counts visitors who added this product to their cart {window}.',
      'Your own cart isn’t counted, and no visitor counts twice. It doesn’t mean the product is reserved or sold.',
    ],
  },
  de: {
    added: {
      one: '{window} in # anderen Warenkorb gelegt',
      other: '{window} in # andere Warenkörbe gelegt',
    },
    why: [
      'Gezählt werden Besucher, die dieses Produkt {window} in den Warenkorb gelegt haben.',
      'Ihr eigener Warenkorb zählt nicht mit, und kein Besucher zählt doppelt. Das heißt nicht, dass das Produkt reserviert oder verkauft ist.',
    ],
  },
  fr: {
    added: {
      one: 'Ajouté à # autre panier {window}',
      other: 'Ajouté à # autres paniers {window}',
    },
    why: [
      'Ce chiffre compte les visiteurs qui ont ajouté ce produit à leur panier {window}.',
      'Votre propre panier n’est pas compté, et aucun visiteur n’est compté deux fois. Cela ne veut pas dire que le produit est réservé ou vendu.',
    ],
  },
  nl: {
    added: {
      one: 'In # andere winkelwagen gelegd {window}',
      other: 'In # andere winkelwagens gelegd {window}',
    },
    why: [
      'Dit is het aantal bezoekers dat dit product {window} in de winkelwagen heeft gelegd.',
      'Je eigen winkelwagen telt niet mee en geen bezoeker telt dubbel. Het betekent niet dat het product gereserveerd of verkocht is.',
    ],
  },
  es: {
    added: {
      one: 'Añadido a # carrito más {window}',
      other: 'Añadido a # carritos más {window}',
    },
    why: [
      'Es el número de visitantes que han añadido este producto a su carrito {window}.',
      'Tu carrito no cuenta y ningún visitante cuenta dos veces. No significa que el producto esté reservado o vendido.',
    ],
  },
  ar: {
    added: {
      one: 'أُضيف إلى سلة أخرى واحدة {window}',
      two: 'أُضيف إلى سلتين أخريين {window}',
      few: 'أُضيف إلى # سلال أخرى {window}',
      other: 'أُضيف إلى # سلة أخرى {window}',
    },
    why: [
      'هذا عدد الزوار الذين أضافوا هذا المنتج إلى سلالهم {window}.',
      'لا تُحسب سلتك، ولا يُحسب أي زائر مرتين. ولا يعني ذلك أن المنتج محجوز أو بيع.',
    ],
  },
}
