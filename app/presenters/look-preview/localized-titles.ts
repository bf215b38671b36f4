/** Default titles above nudges. */
import { defaultSiteOptions, languages, type SiteOptions } from '#app/contract/site-options.ts'
import { headingOf } from '#app/domain/wording/headings.ts'

type Titles = SiteOptions['categoryTitles']

/** In every language of the nudges. */
export const localizedTitles = () =>
  languages.map((code) => {
    const options = { ...defaultSiteOptions, showNudgeTitle: true, language: code }
    const titleOf = (category: keyof Titles) => headingOf(options, category) ?? ''
    const titles: Titles = {
      popular: titleOf('popular'),
      selling_fast: titleOf('selling_fast'),
      order_soon: titleOf('order_soon'),
      good_to_know: titleOf('good_to_know'),
    }
    return { code, titles }
  })
