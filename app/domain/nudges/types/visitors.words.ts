import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

type Words = {
  /** `{shop}` is the site's host. */
  now: Forms
  /** `{window}` is "in the last hour". */
  within: Forms
  whyNow: string
  whyWithin: string
  whyFloor: string
}

/** `#` is the number of others, without the reader. */
export const visitorsWords: Record<NudgeLanguage, Words> = {
  en: {
    now: { one: '# other person is on {shop} now', other: '# other people are on {shop} now' },
    within: {
      one: '# other person visited {shop} {window}',
      other: '# other people visited {shop} {window}',
    },
    whyNow: 'This counts visitors who were anywhere on the site in the last 5 minutes.',
    whyWithin: 'This counts unique visitors to the whole site {window}.',
    whyFloor:
      'You and known bots aren’t counted. When in doubt, we show the lower number. Nothing is invented.',
  },
  de: {
    now: {
      one: '# weitere Person ist gerade bei {shop}',
      other: '# weitere Personen sind gerade bei {shop}',
    },
    within: {
      one: '# weitere Person war {window} bei {shop}',
      other: '# weitere Personen waren {window} bei {shop}',
    },
    whyNow: 'Gezählt wird, wer in den letzten 5 Minuten auf der ganzen Website war.',
    whyWithin: 'Gezählt wird jeder Besucher der gesamten Website {window} einmal.',
    whyFloor:
      'Sie selbst und bekannte Bots zählen nicht mit. Im Zweifel steht hier die kleinere Zahl. Nichts ist erfunden.',
  },
  fr: {
    now: {
      one: '# autre personne est sur {shop} en ce moment',
      other: '# autres personnes sont sur {shop} en ce moment',
    },
    within: {
      one: '# autre personne a visité {shop} {window}',
      other: '# autres personnes ont visité {shop} {window}',
    },
    whyNow:
      'Ce chiffre compte les visiteurs présents sur le site au cours des 5 dernières minutes.',
    whyWithin: 'Ce chiffre compte les visiteurs uniques de tout le site {window}.',
    whyFloor:
      'Ni vous ni les robots connus ne sont comptés. En cas de doute, le nombre le plus bas est affiché. Rien n’est inventé.',
  },
  nl: {
    now: { one: '# andere persoon is nu op {shop}', other: '# anderen zijn nu op {shop}' },
    within: {
      one: '# andere persoon bezocht {shop} {window}',
      other: '# anderen bezochten {shop} {window}',
    },
    whyNow: 'Dit is het aantal bezoekers dat in de afgelopen 5 minuten ergens op de site was.',
    whyWithin: 'Dit is het aantal unieke bezoekers van de hele site {window}.',
    whyFloor:
      'Jijzelf en bekende bots tellen niet mee. Bij twijfel staat hier het laagste aantal. Niets is verzonnen.',
  },
  es: {
    now: {
      one: '# persona más está en {shop} ahora',
      other: '# personas más están en {shop} ahora',
    },
    within: {
      one: '# persona más ha visitado {shop} {window}',
      other: '# personas más han visitado {shop} {window}',
    },
    whyNow:
      'Es el número de visitantes que estuvieron en cualquier página del sitio en los últimos 5 minutos.',
    whyWithin: 'Es el número de visitantes únicos de todo el sitio {window}.',
    whyFloor:
      'No se cuentan ni tu visita ni los bots conocidos. En caso de duda, se muestra el número más bajo. Nada es inventado.',
  },
  ar: {
    now: {
      one: 'شخص آخر على {shop} الآن',
      two: 'شخصان آخران على {shop} الآن',
      few: '# أشخاص آخرين على {shop} الآن',
      many: '# شخصًا آخر على {shop} الآن',
      other: '# شخص آخر على {shop} الآن',
    },
    within: {
      one: 'شخص آخر زار {shop} {window}',
      two: 'شخصان آخران زارا {shop} {window}',
      few: '# أشخاص آخرين زاروا {shop} {window}',
      many: '# شخصًا آخر زاروا {shop} {window}',
      other: '# شخص آخر زاروا {shop} {window}',
    },
    whyNow: 'هذا عدد زوار الموقع كله خلال آخر 5 دقائق.',
    whyWithin: 'هذا عدد زوار الموقع كله {window}، كل زائر مرة واحدة.',
    whyFloor: 'لا تُحسب أنت ولا الروبوتات المعروفة. عند الشك يُعرض العدد الأقل. لا شيء مختلق.',
  },
}
