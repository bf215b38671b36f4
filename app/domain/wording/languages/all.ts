/** The words of all languages. Only on the server: they are more than a browser should load. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hu } from './hu.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nb } from './nb.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ro } from './ro.ts'
import { sk } from './sk.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { vi } from './vi.ts'
import { zhHans } from './zh-Hans.ts'
import type { LanguageWords } from './language-words.ts'

export const languageWords: Record<NudgeLanguage, LanguageWords> = {
  en,
  de,
  fr,
  nl,
  es,
  ar,
  it,
  pt,
  pl,
  sv,
  da,
  nb,
  fi,
  cs,
  sk,
  hu,
  ro,
  tr,
  el,
  uk,
  ja,
  ko,
  'zh-Hans': zhHans,
  he,
  vi,
  id,
}
