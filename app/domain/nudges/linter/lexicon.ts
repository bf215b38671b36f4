/**
 * Phrases of claims about time, people, scarcity and pressure, in the languages of nudges, and the
 * search for them in an owner's text.
 */

const phrases = (...lists: string[]) => lists.join('|').split('|')

/** Phrases for "now", which presence only supports within five minutes. */
export const now = phrases(
  'right now|at the moment|at this moment|currently|this very minute|just now|now',
  'gerade jetzt|gerade|im moment|momentan|derzeit|jetzt|aktuell',
  'en ce moment|maintenant|actuellement|à l instant',
  'op dit moment|nu|momenteel|zojuist',
  'ahora mismo|en este momento|actualmente|ahora',
  'الآن|في هذه اللحظة|حاليا|حاليًا',
)

/** Words for people: orders and sign-ups are counted, and one person may have placed several. */
export const heads = phrases(
  'people|persons|customers|clients|buyers|shoppers|members|subscribers',
  'menschen|leute|personen|kunden|kundinnen|käufer|käuferinnen|mitglieder|abonnenten',
  'personnes|clients|clientes|acheteurs|acheteuses|membres|abonnés|gens',
  'mensen|personen|klanten|kopers|leden|abonnees',
  'personas|clientes|compradores|compradoras|miembros|suscriptores|gente',
  'شخص|أشخاص|عميل|عملاء|زبائن|مشترين|أعضاء',
)

/** Counts of visitors only prove visits, no actions like these. */
export const deeds = phrases(
  'buying|bought|ordering|ordered|purchasing|purchased|interested in|want this',
  'kaufen|gekauft|bestellen|bestellt|wollen',
  'achètent|acheté|commandent|commandé|veulent',
  'kopen|gekocht|bestellen|besteld|willen',
  'compran|comprado|comprando|piden|quieren',
  'يشترون|اشترى|يطلبون',
)

/** Scarcity, which only the shop's data can prove. */
export const scarce = phrases(
  'only|last|almost gone|nearly gone|almost sold out|nearly sold out|running out|few left|selling out|limited',
  'nur|nur noch|letzte|fast ausverkauft|fast weg|wird knapp|begrenzt|limitiert',
  'seulement|plus que|derniers|dernières|presque épuisé|bientôt épuisé|limité|limitée',
  'slechts|alleen|nog maar|laatste|bijna uitverkocht|bijna op|beperkt',
  'solo|sólo|solamente|últimas|últimos|casi agotado|se agota|limitado|limitada',
  'فقط|آخر|على وشك النفاد|محدود|محدودة',
)

/** Pressure without a fact. */
export const pressure = phrases(
  'hurry|hurry up|act fast|act now|don t wait|don t miss|don t miss out|before it s too late|be quick|before it s gone|last chance',
  'beeil dich|beeilen sie sich|schnell sein|nicht verpassen|jetzt zuschlagen|bevor es zu spät ist|letzte chance',
  'dépêchez vous|vite|ne ratez pas|ne manquez pas|avant qu il ne soit trop tard|dernière chance',
  'wees snel|haast je|mis het niet|voordat het te laat is|laatste kans',
  'date prisa|dese prisa|no te lo pierdas|no lo pierdas|antes de que sea tarde|última oportunidad',
  'أسرع|أسرعوا|لا تفوت|قبل فوات الأوان|آخر فرصة',
)

/** Superlatives, which no one can check. */
export const superlatives = phrases(
  'best seller|bestseller|best selling|number one|most popular|most bought|most loved|world s best',
  'meistverkauft|meistverkaufte|beliebteste|beliebtestes|nummer eins|das beste',
  'meilleure vente|le plus vendu|la plus vendue|le plus populaire|numéro un',
  'bestverkocht|meest verkocht|populairste|nummer één|nummer een',
  'más vendido|más vendida|más popular|número uno',
  'الأكثر مبيعا|الأكثر مبيعًا|الأكثر شعبية|رقم واحد',
)

/** Only words, separated by single spaces: punctuation and case don't change a claim. */
const plainWords = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** The first phrase found, as it was typed; empty when there is none. */
export function findTypedPhrase(text: string, phrases: readonly string[]): string[] {
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
  // Letters that only look alike are found but can't be marked.
  if (at === -1) return [phrase]
  return [text.slice(words[at]?.start, words[at + wanted.length - 1]?.end)]
}

/** The first phrase that the text contains as whole words; null when there is none. */
export function findPhrase(text: string, phrases: readonly string[]): string | null {
  const words = plainWords(text)
  return phrases.find((phrase) => words.includes(` ${phrase} `)) ?? null
}
