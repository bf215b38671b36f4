/** Texts around reviews. The review itself is always the customer's. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from './words-of.ts'

export type ReviewWords = {
  /** `{words}`: the customer's words. */
  quote: string
  /** For a review without text. `#`: its stars. */
  stars: Forms
  /** With a selected review. `#`: the number of all; `{average}`. */
  all: Forms
  /** The summary. `#`, `{average}`, `{within}`. */
  rating: Forms
  /** The same, with `{source}`. */
  ratingOn: Forms
  /** As a source publishes it. `#`, `{average}`, `{source}`, `{date}`. */
  published: Forms
  /** The source says that a customer wrote it. */
  verified: string
}

export const reviewWords: Record<NudgeLanguage, ReviewWords> = {
  en: {
    quote: '“{words}”',
    stars: { one: 'gave # star', other: 'gave # stars' },
    all: {
      one: '{average} out of 5 from # review approved by the shop',
      other: '{average} out of 5 from # reviews approved by the shop',
    },
    rating: {
      one: '{average} out of 5 from # review {within}, approved by the shop',
      other: '{average} out of 5 from # reviews {within}, approved by the shop',
    },
    ratingOn: {
      one: '{average} out of 5 from # review on {source} {within}, approved by the shop',
      other: '{average} out of 5 from # reviews on {source} {within}, approved by the shop',
    },
    published: {
      one: '{average} out of 5 from # review on {source}, {date}',
      other: '{average} out of 5 from # reviews on {source}, {date}',
    },
    verified: 'verified',
  },
  de: {
    quote: '„{words}“',
    stars: { one: 'gab # Stern', other: 'gab # Sterne' },
    all: {
      one: '{average} von 5 bei # vom Shop freigegebener Bewertung',
      other: '{average} von 5 bei # vom Shop freigegebenen Bewertungen',
    },
    rating: {
      one: '{average} von 5 bei # Bewertung {within}, vom Shop freigegeben',
      other: '{average} von 5 bei # Bewertungen {within}, vom Shop freigegeben',
    },
    ratingOn: {
      one: '{average} von 5 bei # Bewertung {within} ({source}), vom Shop freigegeben',
      other: '{average} von 5 bei # Bewertungen {within} ({source}), vom Shop freigegeben',
    },
    published: {
      one: '{average} von 5 bei # Bewertung ({source}, {date})',
      other: '{average} von 5 bei # Bewertungen ({source}, {date})',
    },
    verified: 'verifiziert',
  },
  fr: {
    quote: '«\u00a0{words}\u00a0»',
    stars: { one: 'a donné # étoile', other: 'a donné # étoiles' },
    all: {
      one: '{average} sur 5 pour # avis validé par la boutique',
      other: '{average} sur 5 pour # avis validés par la boutique',
    },
    rating: {
      one: '{average} sur 5 pour # avis {within}, validé par la boutique',
      other: '{average} sur 5 pour # avis {within}, validés par la boutique',
    },
    ratingOn: {
      one: '{average} sur 5 pour # avis {within} ({source}), validé par la boutique',
      other: '{average} sur 5 pour # avis {within} ({source}), validés par la boutique',
    },
    published: {
      one: '{average} sur 5 pour # avis ({source}, {date})',
      other: '{average} sur 5 pour # avis ({source}, {date})',
    },
    verified: 'avis vérifié',
  },
  nl: {
    quote: '‘{words}’',
    stars: { one: 'gaf # ster', other: 'gaf # sterren' },
    all: {
      one: '{average} van 5 uit # beoordeling die de winkel heeft goedgekeurd',
      other: '{average} van 5 uit # beoordelingen die de winkel heeft goedgekeurd',
    },
    rating: {
      one: '{average} van 5 uit # beoordeling {within}, goedgekeurd door de winkel',
      other: '{average} van 5 uit # beoordelingen {within}, goedgekeurd door de winkel',
    },
    ratingOn: {
      one: '{average} van 5 uit # beoordeling {within} ({source}), goedgekeurd door de winkel',
      other: '{average} van 5 uit # beoordelingen {within} ({source}), goedgekeurd door de winkel',
    },
    published: {
      one: '{average} van 5 uit # beoordeling ({source}, {date})',
      other: '{average} van 5 uit # beoordelingen ({source}, {date})',
    },
    verified: 'geverifieerd',
  },
  es: {
    quote: '«{words}»',
    stars: { one: 'dio # estrella', other: 'dio # estrellas' },
    all: {
      one: '{average} de 5 según # opinión aprobada por la tienda',
      other: '{average} de 5 según las # opiniones aprobadas por la tienda',
    },
    rating: {
      one: '{average} de 5 según # opinión {within}, aprobada por la tienda',
      other: '{average} de 5 según # opiniones {within}, aprobadas por la tienda',
    },
    ratingOn: {
      one: '{average} de 5 según # opinión {within} ({source}), aprobada por la tienda',
      other: '{average} de 5 según # opiniones {within} ({source}), aprobadas por la tienda',
    },
    published: {
      one: '{average} de 5 según # opinión ({source}, {date})',
      other: '{average} de 5 según # opiniones ({source}, {date})',
    },
    verified: 'opinión verificada',
  },
  ar: {
    quote: '«{words}»',
    stars: {
      one: 'تقييم بنجمة واحدة',
      two: 'تقييم بنجمتين',
      few: 'تقييم: # نجوم',
      other: 'تقييم: # نجوم',
    },
    all: {
      one: '{average} من 5 بناءً على تقييم واحد وافق عليه المتجر',
      two: '{average} من 5 بناءً على تقييمين وافق عليهما المتجر',
      few: '{average} من 5 بناءً على # تقييمات وافق عليها المتجر',
      many: '{average} من 5 بناءً على # تقييمًا وافق عليها المتجر',
      other: '{average} من 5 بناءً على # تقييم وافق عليها المتجر',
    },
    rating: {
      one: '{average} من 5 بناءً على تقييم واحد {within}، وافق عليه المتجر',
      two: '{average} من 5 بناءً على تقييمين {within}، وافق عليهما المتجر',
      few: '{average} من 5 بناءً على # تقييمات {within}، وافق عليها المتجر',
      many: '{average} من 5 بناءً على # تقييمًا {within}، وافق عليها المتجر',
      other: '{average} من 5 بناءً على # تقييم {within}، وافق عليها المتجر',
    },
    ratingOn: {
      one: '{average} من 5 بناءً على تقييم واحد {within} ({source})، وافق عليه المتجر',
      two: '{average} من 5 بناءً على تقييمين {within} ({source})، وافق عليهما المتجر',
      few: '{average} من 5 بناءً على # تقييمات {within} ({source})، وافق عليها المتجر',
      many: '{average} من 5 بناءً على # تقييمًا {within} ({source})، وافق عليها المتجر',
      other: '{average} من 5 بناءً على # تقييم {within} ({source})، وافق عليها المتجر',
    },
    published: {
      one: '{average} من 5 بناءً على تقييم واحد ({source}، {date})',
      two: '{average} من 5 بناءً على تقييمين ({source}، {date})',
      few: '{average} من 5 بناءً على # تقييمات ({source}، {date})',
      many: '{average} من 5 بناءً على # تقييمًا ({source}، {date})',
      other: '{average} من 5 بناءً على # تقييم ({source}، {date})',
    },
    verified: 'تقييم موثّق',
  },
}
