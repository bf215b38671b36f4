/** Names of time frames in each language. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from './words-of.ts'

type Windows = { minutes: Forms; hours: Forms; days: Forms }

export const windowForms: Record<NudgeLanguage, Windows> = {
  en: {
    minutes: { one: 'in the last minute', other: 'in the last # minutes' },
    hours: { one: 'in the last hour', other: 'in the last # hours' },
    days: { other: 'in the last # days' },
  },
  de: {
    minutes: { one: 'in der letzten Minute', other: 'in den letzten # Minuten' },
    hours: { one: 'in der letzten Stunde', other: 'in den letzten # Stunden' },
    days: { other: 'in den letzten # Tagen' },
  },
  fr: {
    minutes: { one: 'au cours de la dernière minute', other: 'au cours des # dernières minutes' },
    hours: { one: 'au cours de la dernière heure', other: 'au cours des # dernières heures' },
    days: { other: 'au cours des # derniers jours' },
  },
  nl: {
    minutes: { one: 'in de afgelopen minuut', other: 'in de afgelopen # minuten' },
    hours: { one: 'in het afgelopen uur', other: 'in de afgelopen # uur' },
    days: { other: 'in de afgelopen # dagen' },
  },
  es: {
    minutes: { one: 'en el último minuto', other: 'en los últimos # minutos' },
    hours: { one: 'en la última hora', other: 'en las últimas # horas' },
    days: { other: 'en los últimos # días' },
  },
  ar: {
    minutes: {
      one: 'خلال الدقيقة الأخيرة',
      two: 'خلال آخر دقيقتين',
      few: 'خلال آخر # دقائق',
      other: 'خلال آخر # دقيقة',
    },
    hours: {
      one: 'خلال الساعة الأخيرة',
      two: 'خلال آخر ساعتين',
      few: 'خلال آخر # ساعات',
      other: 'خلال آخر # ساعة',
    },
    days: {
      two: 'خلال آخر يومين',
      few: 'خلال آخر # أيام',
      many: 'خلال آخر # يومًا',
      other: 'خلال آخر # يوم',
    },
  },
}
