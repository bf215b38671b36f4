import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

type Words = {
  now: Forms
  /** `{window}` is "in the last hour". */
  within: Forms
  whyNow: string
  whyWithin: string
  whyFloor: string
}

/** `#` is the number of others, without the reader. */
export const visitorWords: Record<NudgeLanguage, Words> = {
  en: {
    now: {
      one: '# other person is looking at this now',
      other: '# other people are looking at this now',
    },
    within: {
      one: '# other person viewed this {window}',
      other: '# other people viewed this {window}',
    },
    whyNow: 'This counts visitors who were on this page in the last 5 minutes.',
    whyWithin: 'This counts unique visitors to this page {window}.',
    whyFloor:
      'You and known bots aren’t counted. When in doubt, we show the lower number. Nothing is invented.',
  },
  de: {
    now: {
      one: '# weitere Person sieht sich das gerade an',
      other: '# weitere Personen sehen sich das gerade an',
    },
    within: {
      one: '# weitere Person hat sich das {window} angesehen',
      other: '# weitere Personen haben sich das {window} angesehen',
    },
    whyNow: 'Gezählt wird, wer in den letzten 5 Minuten auf dieser Seite war.',
    whyWithin: 'Gezählt wird jeder Besucher dieser Seite {window} einmal.',
    whyFloor:
      'Sie selbst und bekannte Bots zählen nicht mit. Im Zweifel steht hier die kleinere Zahl. Nichts ist erfunden.',
  },
  fr: {
    now: {
      one: '# autre personne regarde cette page en ce moment',
      other: '# autres personnes regardent cette page en ce moment',
    },
    within: {
      one: '# autre personne a vu cette page {window}',
      other: '# autres personnes ont vu cette page {window}',
    },
    whyNow:
      'Ce chiffre compte les visiteurs présents sur cette page au cours des 5 dernières minutes.',
    whyWithin: 'Ce chiffre compte les visiteurs uniques de cette page {window}.',
    whyFloor:
      'Ni vous ni les robots connus ne sont comptés. En cas de doute, le nombre le plus bas est affiché. Rien n’est inventé.',
  },
  nl: {
    now: { one: '# andere persoon bekijkt dit nu', other: '# anderen bekijken dit nu' },
    within: {
      one: '# andere persoon bekeek dit {window}',
      other: '# anderen bekeken dit {window}',
    },
    whyNow: 'Dit is het aantal bezoekers dat in de afgelopen 5 minuten op deze pagina was.',
    whyWithin: 'Dit is het aantal unieke bezoekers van deze pagina {window}.',
    whyFloor:
      'Jijzelf en bekende bots tellen niet mee. Bij twijfel staat hier het laagste aantal. Niets is verzonnen.',
  },
  es: {
    now: {
      one: '# persona más está viendo esto ahora',
      other: '# personas más están viendo esto ahora',
    },
    within: {
      one: '# persona más ha visto esto {window}',
      other: '# personas más han visto esto {window}',
    },
    whyNow: 'Es el número de visitantes que estuvieron en esta página en los últimos 5 minutos.',
    whyWithin: 'Es el número de visitantes únicos de esta página {window}.',
    whyFloor:
      'No se cuentan ni tu visita ni los bots conocidos. En caso de duda, se muestra el número más bajo. Nada es inventado.',
  },
  ar: {
    now: {
      one: 'شخص آخر يشاهد هذا الآن',
      two: 'شخصان آخران يشاهدان هذا الآن',
      few: '# أشخاص آخرين يشاهدون هذا الآن',
      many: '# شخصًا آخر يشاهدون هذا الآن',
      other: '# شخص آخر يشاهدون هذا الآن',
    },
    within: {
      one: 'شخص آخر شاهد هذا {window}',
      two: 'شخصان آخران شاهدا هذا {window}',
      few: '# أشخاص آخرين شاهدوا هذا {window}',
      many: '# شخصًا آخر شاهدوا هذا {window}',
      other: '# شخص آخر شاهدوا هذا {window}',
    },
    whyNow: 'هذا عدد زوار هذه الصفحة خلال آخر 5 دقائق.',
    whyWithin: 'هذا عدد زوار هذه الصفحة {window}، كل زائر مرة واحدة.',
    whyFloor: 'لا تُحسب أنت ولا الروبوتات المعروفة. عند الشك يُعرض العدد الأقل. لا شيء مختلق.',
  },
}
