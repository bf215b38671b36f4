/** The kind of a page by its path, for choosing one to open. Pages themselves report it exactly. */
import type { pageKinds } from '#app/contract/nudge-rules.ts'

type Kind = (typeof pageKinds)[number]

const words: readonly (readonly [Kind, RegExp])[] = [
  ['cart', /\/(?:cart|basket|bag|warenkorb|panier|winkelwagen|carrito|cesta)(?:[./]|$)/],
  ['product', /\/(?:products?|p|items?|dp|produkte?|produits?|producten?|productos?|shop)\/[^/]+/],
  [
    'collection',
    /\/(?:collections?|categor(?:y|ies)|product-category|c|kategorien?|categorie(?:en|s)?|categorias?|shop|products?)(?:\/|$)/,
  ],
]

export const guessPageKind = (path: string): Kind => {
  if (path === '/') return 'home'
  const found = words.find(([, pattern]) => pattern.test(path.toLowerCase()))
  return found?.[0] ?? 'other'
}
