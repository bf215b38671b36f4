/** Texts that don't depend on the type: buttons, ages, the panel. */
import type { AgoPhrase, PixelItem, PixelPhrases } from '#app/contract/pixel.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { productName } from '#app/lib/product.ts'
import type { Forms, WordsOf } from './words-of.ts'

const hour = 3_600
const day = 24 * hour

type Phrases = Pick<PixelPhrases, 'close' | 'region' | 'why' | 'gotIt' | 'turnOff'> &
  Required<Pick<PixelPhrases, 'copy' | 'copied' | 'stars' | 'left'>> & {
    /** Ages are true and coarse: never finer than an hour. */
    lastHour: string
    hours: Forms
    days: Forms
    /** `#` is our product's name. */
    brand: string
  }

const phrases: Record<NudgeLanguage, Phrases> = {
  en: {
    close: 'Close',
    region: 'Recent activity',
    lastHour: 'within the last hour',
    hours: { one: '# hour ago', other: '# hours ago' },
    days: { one: '# day ago', other: '# days ago' },
    why: 'Why am I seeing this?',
    gotIt: 'Got it',
    turnOff: 'Turn off here',
    copy: 'Copy',
    copied: 'Copied',
    stars: '# out of 5 stars',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Powered by #',
  },
  de: {
    close: 'Schließen',
    region: 'Aktuelles aus dem Shop',
    lastHour: 'in der letzten Stunde',
    hours: { one: 'vor # Stunde', other: 'vor # Stunden' },
    days: { one: 'vor # Tag', other: 'vor # Tagen' },
    why: 'Warum sehe ich das?',
    gotIt: 'Verstanden',
    turnOff: 'Hier abschalten',
    copy: 'Kopieren',
    copied: 'Kopiert',
    stars: '# von 5 Sternen',
    left: { days: '{d} Tg. {h} Std.', hours: '{h} Std. {m} Min.', minutes: '{m} Min.' },
    brand: 'Bereitgestellt von #',
  },
  fr: {
    close: 'Fermer',
    region: 'Activité récente',
    lastHour: 'il y a moins d’une heure',
    hours: { one: 'il y a # heure', other: 'il y a # heures' },
    days: { one: 'il y a # jour', other: 'il y a # jours' },
    why: 'Pourquoi ce message ?',
    gotIt: 'Compris',
    turnOff: 'Désactiver ici',
    copy: 'Copier',
    copied: 'Copié',
    stars: 'Note : # sur 5',
    left: { days: '{d} j {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Propulsé par #',
  },
  nl: {
    close: 'Sluiten',
    region: 'Recente activiteit',
    lastHour: 'in het afgelopen uur',
    hours: { other: '# uur geleden' },
    days: { one: '# dag geleden', other: '# dagen geleden' },
    why: 'Waarom zie ik dit?',
    gotIt: 'Begrepen',
    turnOff: 'Hier uitzetten',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    stars: '# van 5 sterren',
    left: { days: '{d} d {h} u', hours: '{h} u {m} min', minutes: '{m} min' },
    brand: 'Mogelijk gemaakt door #',
  },
  es: {
    close: 'Cerrar',
    region: 'Actividad reciente',
    lastHour: 'en la última hora',
    hours: { one: 'hace # hora', other: 'hace # horas' },
    days: { one: 'hace # día', other: 'hace # días' },
    why: '¿Por qué veo esto?',
    gotIt: 'Entendido',
    turnOff: 'Desactivar aquí',
    copy: 'Copiar',
    copied: 'Copiado',
    stars: '# de 5 estrellas',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Con tecnología de #',
  },
  ar: {
    close: 'إغلاق',
    region: 'أحدث الأنشطة',
    lastHour: 'خلال الساعة الأخيرة',
    hours: {
      one: 'قبل ساعة',
      two: 'قبل ساعتين',
      few: 'قبل # ساعات',
      other: 'قبل # ساعة',
    },
    days: {
      one: 'قبل يوم',
      two: 'قبل يومين',
      few: 'قبل # أيام',
      many: 'قبل # يومًا',
      other: 'قبل # يوم',
    },
    why: 'لماذا أرى هذا؟',
    gotIt: 'حسنًا',
    turnOff: 'إيقاف هنا',
    copy: 'نسخ',
    copied: 'تم النسخ',
    stars: '# من 5 نجوم',
    left: { days: '{d} ي {h} س', hours: '{h} س {m} د', minutes: '{m} د' },
    brand: 'بواسطة #',
  },
}

/** The phrases that the items need, because each page view reads them. */
export function phrasesFor(items: readonly PixelItem[], all: PixelPhrases): PixelPhrases {
  const { copy, copied, stars, left, ...others } = all
  return {
    ...others,
    ...(items.some(({ code }) => code !== undefined) ? { copy, copied } : {}),
    ...(items.some((item) => item.stars !== undefined) ? { stars } : {}),
    ...(items.some(({ countsDown }) => countsDown) ? { left } : {}),
  }
}

/** `isBranded`: includes the text of our link. */
export function phrasesOf(words: WordsOf, isBranded: boolean): PixelPhrases {
  const { lastHour, hours, days, brand, ...otherPhrases } = phrases[words.language]
  return {
    ...otherPhrases,
    ago: agoPhrases(words, { lastHour, hours, days }),
    ...(words.plural === undefined ? {} : { plural: words.plural }),
    ...(isBranded ? { brand: brand.replace('#', productName) } : {}),
  }
}

function agoPhrases(
  words: WordsOf,
  { lastHour, hours, days }: Pick<Phrases, 'lastHour' | 'hours' | 'days'>,
): AgoPhrase[] {
  return [
    { below: hour, unit: hour, forms: words.forms({ other: lastHour }) },
    { below: day, unit: hour, forms: words.forms(hours) },
    // JSON has no Infinity. Three hundred years do, and each payload contains them.
    { below: 1e10, unit: day, forms: words.forms(days) },
  ]
}
