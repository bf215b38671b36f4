/** Words for availability in feeds and files. */
import { normalizeText } from '#app/lib/normalize-text.ts'

/**
 * Without accents, spaces and capitals, so "in_stock", "In Stock" and "https://schema.org/InStock" are
 * one word. Sources: Google Merchant Center Help, answer 6324448 (in_stock, out_of_stock, preorder,
 * backorder); Meta's catalog fields (available for order, discontinued); schema.org/ItemAvailability;
 * and the words that shops write in the other languages.
 */
const inStock = `in stock|instock|available|yes|true|1|limited availability|online only|low stock
  |auf Lager|lagernd|vorrätig|verfügbar|sofort lieferbar|lieferbar
  |en stock|disponible|en existencias|en existencia|hay existencias
  |disponibile|in magazzino|in stock|disponibilità immediata
  |op voorraad|beschikbaar|leverbaar
  |em estoque|em stock|disponível
  |dostępny|dostępne|dostępna|w magazynie|na stanie|skladem|na skladě|na sklade
  |i lager|finns i lager|på lager|varastossa|tilgængelig|tilgjengelig|saatavilla
  |stokta|stokta var|mevcut|raktáron|készleten|în stoc|in stoc|σε απόθεμα|διαθέσιμο
  |в наличии|есть в наличии|є в наявності|в наявності|в наличност
  |在庫あり|有货|现货|有庫存|有库存|재고 있음|متوفر|במלאי|còn hàng|มีสินค้า|tersedia`

const notInStock = `out of stock|outofstock|sold out|not available|unavailable|no|false|0|discontinued
  |preorder|pre order|presale|backorder|back order|backordered|available for order|made to order
  |reserved|in store only|not in stock|no stock|not available for purchase
  |nicht auf Lager|nicht vorrätig|nicht verfügbar|nicht lieferbar|ausverkauft|vorbestellbar|vorbestellung
  |en rupture de stock|rupture de stock|épuisé|indisponible|non disponible|précommande|hors stock
  |agotado|sin existencias|sin stock|no disponible|fuera de stock|reserva
  |esaurito|non disponibile|prenotabile|preordine|fuori stock
  |niet op voorraad|uitverkocht|niet beschikbaar|niet leverbaar
  |esgotado|sem estoque|sem stock|fora de estoque|indisponível|pré venda
  |niedostępny|niedostępne|niedostępna|brak w magazynie|wyprzedany|vyprodáno|není skladem|vypredané
  |slut i lager|ej i lager|slutsåld|ikke på lager|udsolgt|utsolgt|loppu|ei varastossa
  |tükendi|stokta yok|elfogyott|nincs raktáron|nincs készleten|stoc epuizat|εξαντλημένο
  |нет в наличии|нет на складе|под заказ|предзаказ|немає в наявності|изчерпан
  |在庫なし|売り切れ|予約|缺货|无货|缺貨|售罄|품절|재고 없음|غير متوفر|אזל מהמלאי|אזל|hết hàng|สินค้าหมด|habis`

const keyOf = (word: string) => normalizeText(word).replaceAll(' ', '')

const words = (list: string, isAvailable: boolean) =>
  list.split('|').map((word) => [keyOf(word), isAvailable] as const)

const meanings = new Map([...words(inStock, true), ...words(notInStock, false)])

/** Longer than any word for it. */
const maxLength = 100

/**
 * Whether a product is in stock. False for what can only be ordered in advance: no nudge mentions its
 * stock. Null: the word isn't known.
 */
export function readAvailability(written: string): boolean | null {
  if (written.length > maxLength) return null
  const word = written.trim().replace(/^https?:\/\/schema\.org\//i, '')
  return meanings.get(keyOf(word)) ?? null
}
