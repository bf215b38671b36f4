/** Reviews: what a single one says is never ours; these are the words around it. */
import type { Language } from '../../../contract/site-options.ts'
import type { Forms } from '../words/words-of.ts'

export type ReviewWords = {
  /** `{words}`: the customer's. */
  quote: string
  /** Of a review without words. `#`: its stars. */
  stars: Forms
  /** Beside a chosen one. `#`: how many there are; `{average}`. */
  all: Forms
  /** The summary. `#`, `{average}`, `{within}`. */
  rating: Forms
  /** The same, with `{source}`. */
  ratingOn: Forms
}

export const reviewWords: Record<Language, ReviewWords> = {
  en: {
    quote: '“{words}”',
    stars: { one: 'gave # star', other: 'gave # stars' },
    all: { one: '{average} of 5 from # review', other: '{average} of 5 from all # reviews' },
    rating: {
      one: '{average} of 5 from # review {within}',
      other: '{average} of 5 from # reviews {within}',
    },
    ratingOn: {
      one: '{average} of 5 from # review on {source} {within}',
      other: '{average} of 5 from # reviews on {source} {within}',
    },
  },
  de: {
    quote: '„{words}“',
    stars: { one: 'gab # Stern', other: 'gab # Sterne' },
    all: {
      one: '{average} von 5 aus # Bewertung',
      other: '{average} von 5 aus allen # Bewertungen',
    },
    rating: {
      one: '{average} von 5 aus # Bewertung {within}',
      other: '{average} von 5 aus # Bewertungen {within}',
    },
    ratingOn: {
      one: '{average} von 5 aus # Bewertung {within} ({source})',
      other: '{average} von 5 aus # Bewertungen {within} ({source})',
    },
  },
  fr: {
    quote: '« {words} »',
    stars: { one: 'a donné # étoile', other: 'a donné # étoiles' },
    all: {
      one: '{average} sur 5 pour # avis',
      other: '{average} sur 5 pour l’ensemble des # avis',
    },
    rating: { other: '{average} sur 5 pour # avis {within}' },
    ratingOn: { other: '{average} sur 5 pour # avis {within} ({source})' },
  },
  nl: {
    quote: '‘{words}’',
    stars: { one: 'gaf # ster', other: 'gaf # sterren' },
    all: {
      one: '{average} van 5 uit # beoordeling',
      other: '{average} van 5 uit alle # beoordelingen',
    },
    rating: {
      one: '{average} van 5 uit # beoordeling {within}',
      other: '{average} van 5 uit # beoordelingen {within}',
    },
    ratingOn: {
      one: '{average} van 5 uit # beoordeling {within} ({source})',
      other: '{average} van 5 uit # beoordelingen {within} ({source})',
    },
  },
  es: {
    quote: '«{words}»',
    stars: { one: 'dio # estrella', other: 'dio # estrellas' },
    all: {
      one: '{average} de 5 con # opinión',
      other: '{average} de 5 con un total de # opiniones',
    },
    rating: {
      one: '{average} de 5 con # opinión {within}',
      other: '{average} de 5 con # opiniones {within}',
    },
    ratingOn: {
      one: '{average} de 5 con # opinión {within} ({source})',
      other: '{average} de 5 con # opiniones {within} ({source})',
    },
  },
  ar: {
    quote: '«{words}»',
    stars: {
      one: 'تقييم بنجمة واحدة',
      two: 'تقييم بنجمتين',
      few: 'تقييم بـ # نجوم',
      other: 'تقييم بـ # نجمة',
    },
    all: {
      one: '{average} من 5 من تقييم واحد',
      two: '{average} من 5 من تقييمين',
      few: '{average} من 5 من جميع التقييمات (#)',
      other: '{average} من 5 من جميع التقييمات (#)',
    },
    rating: { other: '{average} من 5 – عدد التقييمات {within}: #' },
    ratingOn: { other: '{average} من 5 – عدد التقييمات {within} ({source}): #' },
  },
}
