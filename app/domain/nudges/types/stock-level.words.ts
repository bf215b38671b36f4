import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

type Words = {
  /** When there is no restock soon. */
  scarce: Forms
  plain: Forms
  why: string
  whyScarce: string
  whyPlain: string
}

export const stockLevelWords: Record<NudgeLanguage, Words> = {
  en: {
    scarce: { one: 'Last one', other: 'Only # left' },
    plain: { one: '# in stock', other: '# in stock' },
    why: 'This is the exact stock reported by this shop’s page.',
    whyScarce: 'The shop expects no restock before {day}.',
    whyPlain: 'The shop may restock at any time.',
  },
  de: {
    scarce: { one: 'Letztes Stück', other: 'Nur noch # Stück' },
    plain: { other: '# Stück auf Lager' },
    why: 'Das ist der genaue Bestand, den die Seite dieses Shops angibt.',
    whyScarce: 'Der Shop erwartet vor dem {day} keinen Nachschub.',
    whyPlain: 'Nachschub kann jederzeit kommen.',
  },
  fr: {
    scarce: { one: 'Dernier article en stock', other: 'Plus que # en stock' },
    plain: { one: '# article en stock', other: '# articles en stock' },
    why: 'C’est le stock exact indiqué par la page de cette boutique.',
    whyScarce: 'La boutique indique qu’elle n’attend pas de réassort avant le {day}.',
    whyPlain: 'Un réassort peut arriver à tout moment.',
  },
  nl: {
    scarce: { one: 'Laatste exemplaar', other: 'Nog maar # over' },
    plain: { other: '# op voorraad' },
    why: 'Dit is de exacte voorraad volgens de pagina van deze winkel.',
    whyScarce: 'De winkel verwacht vóór {day} geen nieuwe voorraad.',
    whyPlain: 'Er kan op elk moment nieuwe voorraad komen.',
  },
  es: {
    scarce: { one: 'Última unidad', other: 'Solo quedan # unidades' },
    plain: { one: '# unidad disponible', other: '# unidades disponibles' },
    why: 'Son las existencias exactas que indica la página de esta tienda.',
    whyScarce: 'La tienda no espera reposición antes del {day}.',
    whyPlain: 'La tienda puede reponer existencias en cualquier momento.',
  },
  ar: {
    scarce: {
      one: 'القطعة الأخيرة',
      two: 'بقيت قطعتان فقط',
      few: 'بقيت # قطع فقط',
      other: 'بقيت # قطعة فقط',
    },
    plain: {
      one: 'قطعة واحدة متوفرة',
      two: 'قطعتان متوفرتان',
      few: '# قطع متوفرة',
      other: '# قطعة متوفرة',
    },
    why: 'هذا هو المخزون بالضبط كما تذكره صفحة هذا المتجر.',
    whyScarce: 'لا يتوقع المتجر مخزونًا جديدًا قبل {day}.',
    whyPlain: 'قد يصل مخزون جديد في أي وقت.',
  },
}
