/** The claims that owners type most, in the languages that joined the first six. */
import { expect, test } from 'vitest'
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { findPhrase, pressure, scarce, superlatives } from './lexicon.ts'
import { lintNudge } from './lint-nudge.ts'

const at = new Date('2026-03-02T10:00:00Z')

function lintCustom(text: string) {
  const settings = {
    name: 'Test',
    query: {},
    content: { text },
    rules: {},
    placement: null,
    message: null,
    look: {},
  }
  return lintNudge({ type: 'custom', surface: 'popup', settings, at }).map(
    ({ level, sentence }) => ({
      level,
      sentence,
    }),
  )
}

const levelsOf = (text: string) => lintCustom(text).map(({ level }) => level)

test.each([
  ['it', '500 persone hanno visto questa tazza'],
  ['it', 'Solo oggi'],
  ['pt', 'Mais de 300 vendidos esta semana'],
  ['pt', 'Restam 3'],
  ['pl', 'Kupiło już 120 osób'],
  ['pl', 'Tylko dziś'],
  ['cs', 'Prodáno 250 kusů'],
  ['sk', 'Posledný deň'],
  ['sv', '400 kunder har köpt den här'],
  ['da', '3 tilbage'],
  ['nb', 'Bare 3 igjen'],
  ['fi', '5 jäljellä'],
  ['hu', '200 vásárló választotta'],
  ['ro', 'Doar azi'],
  ['tr', 'Sadece bugün'],
  ['el', 'Μόνο σήμερα'],
  ['uk', 'Лише сьогодні'],
  ['he', 'רק היום'],
  ['vi', 'Chỉ còn 3'],
  ['id', 'Hanya hari ini'],
])('in %s “%s” can’t be published', (_language, text) => {
  expect(levelsOf(text)).toContain('block')
})

test.each([
  ['it', 'Il più venduto'],
  ['pt', 'Não perca'],
  ['pl', 'Najlepszy kubek'],
  ['cs', 'Nejprodávanější hrnek'],
  ['sk', 'Najpredávanejší hrnček'],
  ['sv', 'Missa inte'],
  ['da', 'Gå ikke glip af den'],
  ['nb', 'Mest solgte kopp'],
  ['fi', 'Myydyin kuppi'],
  ['hu', 'A legnépszerűbb bögre'],
  ['ro', 'Nu rata'],
  ['tr', 'En çok satan kupa'],
  ['el', 'Το πιο δημοφιλές'],
  ['uk', 'Найкраще горнятко'],
  ['he', 'הנמכר ביותר'],
  ['vi', 'Bán chạy nhất'],
  ['id', 'Jangan lewatkan'],
])('in %s “%s” is advised against', (_language, text) => {
  expect(levelsOf(text)).toContain('advise')
})

test.each([
  ['it', 'Fatto a mano a Utrecht dal 1987'],
  ['it', 'Una tenda per 4 persone'],
  ['pt', 'Devolução grátis em 30 dias'],
  ['pl', 'Zwrot w ciągu 30 dni'],
  ['cs', 'Doprava zdarma od 1500 Kč'],
  ['sk', 'Vrátenie do 30 dní'],
  ['sv', 'Fri retur inom 30 dagar'],
  ['da', 'Gratis fragt fra 499 kr'],
  ['nb', 'Telt for 4 mennesker'],
  ['fi', 'Palautusoikeus 30 päivää'],
  ['hu', 'Ingyenes szállítás 15000 Ft felett'],
  ['ro', 'Retur gratuit în 30 de zile'],
  ['tr', '500 TL üzeri ücretsiz kargo'],
  ['el', 'Δωρεάν επιστροφή σε 30 ημέρες'],
  ['uk', 'Повернення протягом 30 днів'],
  ['he', 'החזרה חינם תוך 30 ימים'],
  ['vi', 'Đổi trả trong 30 ngày'],
  ['id', 'Gratis retur dalam 30 hari'],
])('in %s “%s” claims nothing', (_language, text) => {
  expect(lintCustom(text)).toEqual([])
})

test.each([
  ['ja', '本日限定'],
  ['ko', '오늘만'],
  ['zh-Hans', '仅限今天'],
  ['th', 'วันนี้เท่านั้น'],
])('the owner of a text in %s reads that its claims aren’t checked', (_language, text) => {
  expect(lintCustom(text)).toEqual([
    {
      level: 'advise',
      sentence:
        'We can’t check claims in this language. Make sure you can prove everything the text says.',
    },
  ])
})

test('a name in braces doesn’t make a text unchecked, its fallback does', () => {
  expect(lintCustom('Hi {name|there}, welcome')).toEqual([])
  expect(lintCustom('Hi {name|お客様}')).toHaveLength(1)
})

/** `scarce` is how the Stock level nudge says that no restock is expected. */
const provenByData = (language: NudgeLanguage) => {
  const { stockLevel: _scarce, places: _places, ...texts } = wordsOf(language).texts
  return texts
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** French "quickly" and Norwegian "know", which press no one where our texts have them. */
const harmless = new Set(['vite'])

test.each(languages)('our texts in %s neither press nor claim to be the best', (language) => {
  const claims = [...pressure, ...superlatives].filter((phrase) => !harmless.has(phrase))
  const wrong = textsIn(provenByData(language)).filter((text) => findPhrase(text, claims) !== null)

  expect(wrong).toEqual([])
})

test.each(languages)('titles in %s claim no scarcity', (language) => {
  const titles = Object.values(wordsOf(language).texts.headings)

  expect(titles.filter((title) => findPhrase(title, scarce) !== null)).toEqual([])
})
