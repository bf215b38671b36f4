import type { NudgeLanguage } from '#app/contract/site-options.ts'

type Words = {
  /** `{amount}`, and `{scope}` as entered by the owner. */
  off: string
  offScope: string
  /** `{code}`. */
  withCode: string
  withoutCode: string
  /** The pixel fills in `{left}`. */
  ends: string
  why: string
  whyEnd: string
}

export const discountWords: Record<NudgeLanguage, Words> = {
  en: {
    off: '{amount} off',
    offScope: '{amount} off {scope}',
    withCode: 'Use code {code}',
    withoutCode: 'On now',
    ends: 'ends in {left}',
    why: 'This offer is from {shop}, in its own words. The shop’s terms apply.',
    whyEnd: 'It ends at the same time for everyone: {end}.',
  },
  de: {
    off: '{amount} Rabatt',
    offScope: '{amount} Rabatt auf {scope}',
    withCode: 'Mit dem Code {code}',
    withoutCode: 'Jetzt gültig',
    ends: 'endet in {left}',
    why: 'Das ist ein Angebot von {shop}, in eigenen Worten. Es gelten die Bedingungen des Shops.',
    whyEnd: 'Es endet für alle zum selben Zeitpunkt: {end}.',
  },
  fr: {
    off: '{amount} de remise',
    offScope: '{amount} de remise sur {scope}',
    withCode: 'Avec le code {code}',
    withoutCode: 'En ce moment',
    ends: 'se termine dans {left}',
    why: 'Cette offre est rédigée par {shop}. Les conditions de la boutique s’appliquent.',
    whyEnd: 'Elle se termine au même moment pour tout le monde : {end}.',
  },
  nl: {
    off: '{amount} korting',
    offScope: '{amount} korting op {scope}',
    withCode: 'Met code {code}',
    withoutCode: 'Nu geldig',
    ends: 'eindigt over {left}',
    why: 'Dit is een aanbieding van {shop}, in eigen woorden. De voorwaarden van de winkel gelden.',
    whyEnd: 'De aanbieding eindigt voor iedereen op hetzelfde moment: {end}.',
  },
  es: {
    off: '{amount} de descuento',
    offScope: '{amount} de descuento en {scope}',
    withCode: 'Con el código {code}',
    withoutCode: 'Disponible ahora',
    ends: 'termina en {left}',
    why: 'Es una oferta de {shop}, con sus propias palabras. Se aplican las condiciones de la tienda.',
    whyEnd: 'Termina al mismo tiempo para todos: {end}.',
  },
  ar: {
    off: 'خصم {amount}',
    offScope: 'خصم {amount} على {scope}',
    withCode: 'باستخدام الرمز {code}',
    withoutCode: 'متاح الآن',
    ends: 'ينتهي بعد {left}',
    why: 'هذا عرض صاغه {shop} بنفسه. تسري عليه شروط المتجر.',
    whyEnd: 'ينتهي للجميع في اللحظة نفسها: {end}.',
  },
}
