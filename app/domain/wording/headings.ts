/** Default headings of the categories in each language. */
import { languages, type NudgeLanguage, type SiteOptions } from '#app/contract/site-options.ts'
import { findUnprovableClaims } from './unprovable-claims/unprovable-claims.ts'

type Category = keyof SiteOptions['categoryTitles']

const headings: Record<NudgeLanguage, Record<Category, string>> = {
  en: {
    popular: 'Popular',
    selling_fast: 'Selling fast',
    order_soon: 'Order soon',
    good_to_know: 'Good to know',
  },
  de: {
    popular: 'Beliebt',
    selling_fast: 'Verkauft sich schnell',
    order_soon: 'Rechtzeitig bestellen',
    good_to_know: 'Gut zu wissen',
  },
  fr: {
    popular: 'Populaire',
    selling_fast: 'Se vend vite',
    order_soon: 'Pensez à commander',
    good_to_know: 'Bon à savoir',
  },
  nl: {
    popular: 'Populair',
    selling_fast: 'Verkoopt snel',
    order_soon: 'Bestel op tijd',
    good_to_know: 'Goed om te weten',
  },
  es: {
    popular: 'Popular',
    selling_fast: 'Se vende rápido',
    order_soon: 'Pide a tiempo',
    good_to_know: 'Dato útil',
  },
  ar: {
    popular: 'رائج',
    selling_fast: 'يُباع بسرعة',
    order_soon: 'اطلب مبكرًا',
    good_to_know: 'معلومة مفيدة',
  },
}

/** The default headings in every language of the nudges. */
export const localizedTitles = () => languages.map((code) => ({ code, titles: headings[code] }))

/**
 * Undefined when the site hides headings. A custom heading that makes a claim no one can check is
 * replaced by the default.
 */
export function headingOf(options: SiteOptions, category: Category): string | undefined {
  if (!options.showNudgeTitle) return undefined

  const customHeading = options.categoryTitles[category]
  const isUsable =
    customHeading !== '' && findUnprovableClaims({ text: customHeading }).length === 0
  return isUsable ? customHeading : headings[options.language][category]
}
