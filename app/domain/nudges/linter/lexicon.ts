/**
 * Phrases of claims about time, people, scarcity and pressure, in the languages of nudges, and the
 * search for them in an owner's text.
 */

import { isHarmlessHere } from './homographs.ts'
import { plainWords } from './plain-words.ts'
import * as unspaced from './unspaced-phrases.ts'

/** Whole words, or a pattern for languages that don't part them by spaces. */
export type Phrase = string | RegExp

const phrases = (...lists: string[]) => lists.join('|').split('|')

/** Phrases for "now", which presence only supports within five minutes. */
export const now: readonly Phrase[] = [
  ...phrases(
    'right now|at the moment|at this moment|currently|this very minute|just now|now',
    'gerade jetzt|gerade|im moment|momentan|derzeit|jetzt|aktuell',
    'en ce moment|maintenant|actuellement|à l instant',
    'op dit moment|nu|momenteel|zojuist',
    'ahora mismo|en este momento|actualmente|ahora',
    'الآن|في هذه اللحظة|حاليا|حاليًا',
    'adesso|in questo momento|proprio ora|neste momento|agora mesmo|agora|atualmente',
    'teraz|właśnie|w tej chwili|aktualnie|právě teď|právě|momentálně|práve teraz|práve|momentálne',
    'just nu|lige nu|akkurat nå|nå|for øyeblikket|för tillfället|juuri nyt|nyt|tällä hetkellä',
    'jelenleg|éppen most|ebben a pillanatban|chiar acum|în acest moment|şu anda|şu an|şimdi',
    'τώρα|αυτή τη στιγμή|зараз|у цю мить|наразі|עכשיו|כרגע|ברגע זה',
    'ngay bây giờ|bây giờ|hiện đang|hiện tại|sekarang|saat ini',
  ),
  ...unspaced.now,
]

/** Words for people: orders and sign-ups are counted, and one person may have placed several. */
export const heads: readonly Phrase[] = [
  ...phrases(
    'people|persons|customers|clients|buyers|shoppers|members|subscribers',
    'menschen|leute|personen|kunden|kundinnen|käufer|käuferinnen|mitglieder|abonnenten',
    'personnes|clients|clientes|acheteurs|acheteuses|membres|abonnés|gens',
    'mensen|personen|klanten|kopers|leden|abonnees',
    'personas|clientes|compradores|compradoras|miembros|suscriptores|gente',
    'شخص|أشخاص|عميل|عملاء|زبائن|مشترين|أعضاء',
    'persone|acquirenti|iscritti|pessoas|compradores|assinantes|osoby|osób|klientów|klienci|kupujących',
    'lidé|lidí|zákazníci|zákazníků|ľudia|ľudí|zákazníci|zákazníkov|människor|kunder|köpare|mennesker|købere|kjøpere',
    'ihmistä|asiakasta|asiakkaat|ostajaa|ember|vásárló|vásárlók|ügyfél|persoane|clienți|cumpărători|kişi|müşteri|alıcı',
    'άτομα|πελάτες|αγοραστές|людей|людини|клієнтів|покупців|покупці|אנשים|לקוחות|קונים',
    'người|khách hàng|người mua|orang|pelanggan|pembeli',
  ),
  ...unspaced.heads,
]

/** Counts of visitors only prove visits, no actions like these. */
export const deeds: readonly Phrase[] = [
  ...phrases(
    'buying|bought|ordering|ordered|purchasing|purchased|interested in|want this',
    'kaufen|gekauft|bestellen|bestellt|wollen',
    'achètent|acheté|commandent|commandé|veulent',
    'kopen|gekocht|bestellen|besteld|willen',
    'compran|comprado|comprando|piden|quieren',
    'يشترون|اشترى|يطلبون',
    'comprano|acquistano|acquistato|ordinano|ordinato|compraram|estão comprando|pediram|encomendaram',
    'kupuje|kupują|kupiło|kupiły|zamawia|zamówiło|kupují|koupilo|koupili|objednalo|kupujú|kúpilo|kúpili|objednali',
    'köper|köpte|köpt|beställt|køber|købt|købte|bestilt|kjøper|kjøpte|kjøpt|ostavat|ostaa|osti|ostanut|tilannut',
    'vásárol|vásárolt|vette|rendelt|cumpără|cumpărat|comandat|satın alıyor|satın aldı|sipariş verdi',
    'αγοράζουν|αγόρασαν|παρήγγειλαν|купують|купили|купило|замовили|замовляють|קונים|קנו|הזמינו',
    'đang mua|đã mua|đã đặt|sedang membeli|membeli|memesan',
  ),
  ...unspaced.deeds,
]

/** Scarcity, which only the shop's data can prove. */
export const scarce: readonly Phrase[] = [
  ...phrases(
    'only|last|almost gone|nearly gone|almost sold out|nearly sold out|running out|few left|selling out|limited',
    'nur|nur noch|letzte|fast ausverkauft|fast weg|wird knapp|begrenzt|limitiert',
    'seulement|plus que|derniers|dernières|presque épuisé|bientôt épuisé|limité|limitée',
    'slechts|alleen|nog maar|laatste|bijna uitverkocht|bijna op|beperkt',
    'solo|sólo|solamente|últimas|últimos|casi agotado|se agota|limitado|limitada',
    'فقط|آخر|على وشك النفاد|محدود|محدودة',
    'soltanto|solo pochi|ultimi pezzi|ultimo pezzo|quasi esaurito|limitata|apenas|somente|últimas unidades|quase esgotado|esgotando',
    'tylko|ostatnie sztuki|prawie wyprzedane|limitowana|pouze|poslední kusy|téměř vyprodáno|limitovaná|posledné kusy|takmer vypredané',
    'endast|bara|sista exemplaren|nästan slutsåld|begränsat|kun få|sidste stykker|næsten udsolgt|begrænset|siste varer|nesten utsolgt|begrenset',
    'vain|viimeiset|melkein loppuunmyyty|rajoitettu|csak|utolsó darabok|majdnem elfogyott|korlátozott|doar|ultimele bucăți|aproape epuizat|limitat',
    'yalnızca|sadece|son ürünler|tükenmek üzere|sınırlı|μόνο|τελευταία τεμάχια|σχεδόν εξαντλημένο|περιορισμένο',
    'лише|тільки|останні штуки|майже розпродано|обмежена|רק|אחרונים|כמעט אזל|מוגבל|chỉ còn|sắp hết hàng|số lượng có hạn|hanya|stok terakhir|hampir habis|terbatas',
  ),
  ...unspaced.scarce,
]

/** Pressure without a fact. */
export const pressure: readonly Phrase[] = [
  ...phrases(
    'hurry|hurry up|act fast|act now|don t wait|don t miss|don t miss out|before it s too late|be quick|before it s gone|last chance',
    'beeil dich|beeilen sie sich|schnell sein|nicht verpassen|jetzt zuschlagen|bevor es zu spät ist|letzte chance',
    'dépêchez vous|vite|ne ratez pas|ne manquez pas|avant qu il ne soit trop tard|dernière chance',
    'wees snel|haast je|mis het niet|voordat het te laat is|laatste kans',
    'date prisa|dese prisa|no te lo pierdas|no lo pierdas|antes de que sea tarde|última oportunidad',
    'أسرع|أسرعوا|لا تفوت|قبل فوات الأوان|آخر فرصة',
    'affrettati|affrettatevi|non perdere|prima che sia troppo tardi|ultima occasione|corra|não perca|antes que acabe|última chance',
    'pospiesz się|nie przegap|ostatnia szansa|pospěšte si|nezmeškejte|poslední šance|ponáhľajte sa|nezmeškajte|posledná šanca',
    'skynda dig|missa inte|sista chansen|skynd dig|gå ikke glip af|sidste chance|løp og kjøp|ikke gå glipp av|siste sjanse',
    'kiirehdi|älä missaa|viimeinen tilaisuus|siessen|ne hagyja ki|utolsó esély|grăbește te|nu rata|ultima șansă|acele et|acele edin|kaçırma|kaçırmayın|son fırsat',
    'βιαστείτε|μην το χάσετε|τελευταία ευκαιρία|поспішайте|не пропустіть|останній шанс|מהרו|אל תפספסו|הזדמנות אחרונה',
    'nhanh lên|nhanh tay|đừng bỏ lỡ|cơ hội cuối|buruan|jangan lewatkan|kesempatan terakhir',
  ),
  ...unspaced.pressure,
]

/** Superlatives, which no one can check. */
export const superlatives: readonly Phrase[] = [
  ...phrases(
    'best seller|bestseller|best selling|number one|most popular|most bought|most loved|world s best',
    'meistverkauft|meistverkaufte|beliebteste|beliebtestes|nummer eins|das beste',
    'meilleure vente|le plus vendu|la plus vendue|le plus populaire|numéro un',
    'bestverkocht|meest verkocht|populairste|nummer één|nummer een',
    'más vendido|más vendida|más popular|número uno',
    'الأكثر مبيعا|الأكثر مبيعًا|الأكثر شعبية|رقم واحد',
    'più venduto|più venduta|più popolare|numero uno|il migliore|mais vendido|mais vendida|mais popular|número um|o melhor',
    'najlepiej sprzedający się|najpopularniejszy|najpopularniejsze|numer jeden|najlepszy|nejprodávanější|nejoblíbenější|číslo jedna|nejlepší|najpredávanejší|najobľúbenejší|číslo jeden|najlepší',
    'bästsäljare|mest populära|nummer ett|bäst i test|bestselger|mest populære|nummer én|nummer en|mest solgte|myydyin|suosituin|ykkönen|paras',
    'legjobban fogyó|legnépszerűbb|első számú|legjobb|cel mai vândut|cea mai vândută|cel mai popular|numărul unu|cel mai bun|en çok satan|en popüler|bir numara|en iyi',
    'πρώτο σε πωλήσεις|πιο δημοφιλές|νούμερο ένα|το καλύτερο|найпопулярніший|найпопулярніше|номер один|найкращий|найкраще|הנמכר ביותר|הפופולרי ביותר|מספר אחת|הטוב ביותר',
    'bán chạy nhất|phổ biến nhất|số một|tốt nhất|terlaris|paling populer|nomor satu|terbaik',
  ),
  ...unspaced.superlatives,
]

/** The first phrase found, as it was typed; empty when there is none. */
export function findTypedPhrase(text: string, phrases: readonly Phrase[]): string[] {
  const phrase = findPhrase(text, phrases)
  if (phrase === null) return []
  const wanted = phrase.split(' ')
  // Placeholders keep their length.
  const words = [
    ...text
      .replace(/\{[^{}]*\}/g, (slot) => ' '.repeat(slot.length))
      .matchAll(/[\p{L}\p{M}\p{N}]+/gu),
  ].map(({ 0: raw, index }) => ({
    plain: raw.normalize('NFKC').toLowerCase(),
    start: index,
    end: index + raw.length,
  }))
  const at = words.findIndex((_word, place) =>
    wanted.every((one, further) => words[place + further]?.plain === one),
  )
  // Letters that only look alike, and parts of words, are as the search found them.
  if (at === -1) return [phrase]
  return [text.slice(words[at]?.start, words[at + wanted.length - 1]?.end)]
}

/**
 * The first phrase that the text contains, as whole words unless it is a pattern; null when there is
 * none. A word that the text's language uses for something else is none.
 */
export function findPhrase(text: string, phrases: readonly Phrase[]): string | null {
  const words = plainWords(text)
  const normalized = text.normalize('NFKC')
  for (const phrase of phrases) {
    if (typeof phrase !== 'string') {
      const found = phrase.exec(normalized)
      if (found) return found[0]
    } else if (words.includes(` ${phrase} `) && !isHarmlessHere(phrase, text)) return phrase
  }
  return null
}

/** For the owner, about a text that no list can judge. */
export const uncheckedSentence =
  'We can’t check claims in this language. Make sure you can prove everything the text says.'

/** Letters of scripts that the lists have no words in. */
const uncheckedLetters =
  /(?![\p{Script=Latin}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々])\p{L}+/u

/** The first words that no list can judge, as they were typed; empty when all can be checked. */
export function findUncheckedScript(text: string): string[] {
  const found = uncheckedLetters.exec(text.replace(/\{[^{}|]*/g, ' '))
  return found === null ? [] : [found[0]]
}
