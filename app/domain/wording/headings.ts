/** Default headings of the categories in each language. */
import { languages, type NudgeLanguage, type SiteOptions } from '#app/contract/site-options.ts'
import { languageWords } from './languages/all.ts'
import { findUnprovableClaims } from './unprovable-claims/unprovable-claims.ts'

type Category = keyof SiteOptions['categoryTitles']

/** The default headings in every language of the nudges, with its name: "German (Deutsch)". */
export const localizedTitles = () =>
  languages.map((code) => ({
    code,
    name: code === 'en' ? 'English' : `${nameIn('en', code)} (${nameIn(code, code)})`,
    titles: languageWords[code].headings,
  }))

/** The name of a language in another one, as at the beginning of a sentence. */
function nameIn(reader: NudgeLanguage, code: NudgeLanguage): string {
  const name = new Intl.DisplayNames(reader, { type: 'language' }).of(code) ?? code
  return name.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(reader))
}

/**
 * Undefined when the site hides headings. A custom heading that makes a claim no one can check is
 * replaced by the default.
 */
export function headingOf(options: SiteOptions, category: Category): string | undefined {
  if (!options.showNudgeTitle) return undefined

  const customHeading = options.categoryTitles[category]
  const isUsable =
    customHeading !== '' && findUnprovableClaims({ text: customHeading }).length === 0
  return isUsable ? customHeading : languageWords[options.language].headings[category]
}
