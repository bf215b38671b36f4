/** The language of nudges that a page's language tag means. */
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'

/**
 * Tags of languages that nudges have under another one: former codes of Hebrew and Indonesian,
 * Norwegian without its written form and with the other one, and Mandarin (aliases of CLDR,
 * supplementalMetadata).
 */
const aliases: ReadonlyMap<string, NudgeLanguage> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
  ['no', 'nb'],
  ['nn', 'nb'],
  ['zh', 'zh-Hans'],
  ['cmn', 'zh-Hans'],
])

/** Chinese in traditional characters: by its script, or its country (CLDR, likelySubtags). */
const isTraditional = /^[a-z]+-(?:hant|(?!hans)(?:.*-)?(?:tw|hk|mo))(?:-|$)/

/**
 * The first language in a list of tags, as pages and browsers write it: `de`, `de-AT`, `pt_BR`.
 * Null: none of the nudges' languages, and Chinese in traditional characters, which they aren't
 * written in.
 *
 * @param written up to any length, from anyone
 */
export function languageOfTag(written: string): NudgeLanguage | null {
  const tag = /^\s*([a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4})(?![a-z\d])/i
    .exec(written)?.[1]
    ?.toLowerCase()
    .replaceAll('_', '-')
  if (tag === undefined) return null
  const [language = ''] = tag.split('-', 1)
  const known = aliases.get(language) ?? languages.find((one) => one === language) ?? null
  return known === 'zh-Hans' && isTraditional.test(tag) ? null : known
}
