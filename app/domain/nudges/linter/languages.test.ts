/** The claims that owners type most, in the languages that joined the first six. */
import { expect, test } from 'vitest'
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { findPhrase, heads, now, pressure, scarce, superlatives, type Phrase } from './lexicon.ts'
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
  ['ja', '本日限定'],
  ['zh-Hans', '仅限今天'],
  ['ko', '오늘만 이 가격'],
  ['th', 'วันนี้เท่านั้น'],
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
  ['ja', 'お見逃しなく'],
  ['ja', '人気No.1のマグカップ'],
  ['ja', '残りわずか'],
  ['zh-Hans', '最畅销的杯子'],
  ['zh-Hans', '不要错过'],
  ['zh-Hant', '即將售罄'],
  ['ko', '가장 인기 있는 머그컵'],
  ['ko', '놓치지 마세요'],
  ['ko', '품절 임박'],
  ['th', 'ขายดีที่สุด'],
  ['th', 'อย่าพลาด'],
  ['th', 'สินค้าใกล้หมด'],
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
  ['ja', '今日のおすすめ、30日間返品無料'],
  ['ja', '人気のマグカップ'],
  ['zh-Hans', '30天内免费退货'],
  ['ko', '30일 이내 무료 반품'],
  ['ko', '유명한 도자기 설명서'],
  ['th', 'คืนฟรีภายใน 30 วัน'],
])('in %s “%s” claims nothing', (_language, text) => {
  expect(lintCustom(text)).toEqual([])
})

test.each([
  ['hi', 'आज ही'],
  ['bn', 'শুধু আজ'],
  ['ka', 'მხოლოდ დღეს'],
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
  expect(lintCustom('Hi {name|ग्राहक}')).toHaveLength(1)
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
const harmless = new Set<Phrase>(['vite'])

test.each(languages)('our texts in %s neither press nor claim to be the best', (language) => {
  const claims = [...pressure, ...superlatives].filter((phrase) => !harmless.has(phrase))
  const wrong = textsIn(provenByData(language)).filter((text) => findPhrase(text, claims) !== null)

  expect(wrong).toEqual([])
})

test.each(languages)('titles in %s claim no scarcity', (language) => {
  const titles = Object.values(wordsOf(language).texts.headings)

  expect(titles.filter((title) => findPhrase(title, scarce) !== null)).toEqual([])
})

test.each([
  // "Now" in Dutch, Swedish and Danish, "not" in Romanian.
  ['nu', 'Nu rata: {count} comenzi în ultimele ore'],
  ['nu', 'Produsele nu se retrimit, în stoc pentru acest weekend'],
  // "Now" in Finnish, "new" in Danish.
  ['nyt', 'Nyt design med vores bestillinger'],
])('“%s” claims nothing about the moment in “%s”', (word, text) => {
  expect(findPhrase(text, [word])).toBeNull()
  expect(findPhrase(text, now)).toBeNull()
})

test.each([
  ['nu', '{count} mensen bekijken dit nu'],
  ['nu', 'Nu populair'],
  ['nu', '{count} tittar på det här nu'],
  ['nu', '{count} kigger nu'],
  ['nu', 'Nu'],
  ['nyt', '{count} katselee tätä nyt'],
  ['nyt', 'Suosittu nyt'],
])('“%s” means “now” in “%s”, also where nothing else shows the language', (word, text) => {
  expect(findPhrase(text, now)).toBe(word)
})

test.each([
  ['scarce', 'Solo un giorno: {count} ordini {window}'],
  ['scarce', 'Solo un día'],
  ['scarce', 'Solo 3 pezzi a metà prezzo'],
  ['scarce', 'Solo per oggi a casa'],
  ['scarce', 'Last design left'],
  ['scarce', 'Last one just sold'],
  ['scarce', 'Last en vogue jackets'],
  ['scarce', 'Vain tänään'],
  ['now', 'Se vad andra gillar nu: {count} beställningar'],
  ['now', 'Se mere nu'],
  ['now', 'Bestel nu en ontvang het morgen'],
  ['pressure', 'Vite, un cadeau'],
] as const)(
  'a claim (%s) isn’t overlooked in “%s”, whose words several languages have',
  (kind, text) => {
    expect(findPhrase(text, { scarce, now, pressure }[kind])).not.toBeNull()
  },
)

test('a word that counts in one of several languages is found where none shows', () => {
  expect(findPhrase('Last call', scarce)).toBe('last')
  expect(findPhrase('Geen last van koude voeten', scarce)).toBeNull()
  expect(findPhrase('Solo hoy', scarce)).toBe('solo')
  expect(findPhrase('Play it solo with your friends', scarce)).toBeNull()
})

test.each([
  ['ja', '{count}人が現在閲覧中'],
  ['zh-Hans', '现在很受欢迎'],
  ['zh-Hant', '現在很受歡迎'],
  ['ko', '지금 인기'],
  ['th', 'ขณะนี้เป็นที่นิยม'],
])('in %s “%s” says “now”', (_language, text) => {
  expect(findPhrase(text, now)).not.toBeNull()
})

test.each(['ja', 'zh-Hans', 'zh-Hant', 'ko', 'th'])(
  'CLDR’s word for this moment is found in %s',
  (language) => {
    const moment = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')

    expect(findPhrase(moment, now)).not.toBeNull()
  },
)

test.each([
  'Merino 100% wool',
  'Kimono 100% silk',
  'Cappuccino 12 pack',
  'Casino 100',
  'メリノ No.100',
  '不限量供应',
  '無限量供應',
  '限定カラー',
  '맛있는 한정식',
  'TOP10人气',
  '3人気分',
])('“%s” claims neither rank nor scarcity nor people', (text) => {
  for (const phrases of [superlatives, scarce, heads]) expect(findPhrase(text, phrases)).toBeNull()
})

test.each(['No.1のマグカップ', '当店人気no. 1', '店铺 No 1'])('“%s” claims a rank', (text) => {
  expect(findPhrase(text, superlatives)?.toLowerCase()).toMatch(/^no/)
})

test.each([
  '今治タオル',
  '今なら送料無料',
  '今までにない軽さ',
  '本店现在营业',
  '现在的价格',
  '지금까지 없던 맛',
  '今日のおすすめ',
  '今週の新作',
  '今年の春',
  '2026年3月現在の価格',
])('“%s” says nothing about this moment', (text) => {
  expect(findPhrase(text, now)).toBeNull()
})
