import type { NudgeLanguage } from '#app/contract/site-options.ts'

type Words = {
  title: string
  /** The pixel fills in `{left}`; `{day}` is the latest day of arrival. */
  beforeCutOff: string
  /** `{days}` is a day, or a range of two. */
  afterCutOff: string
  /** `{weekday}` and `{date}`, for example "24 November"; `{number}` is the day of the month. */
  day: string
  firstDay: string
  lastDay: string
  why: string[]
}

export const deliveryDateWords: Record<NudgeLanguage, Words> = {
  en: {
    title: 'Estimated delivery',
    beforeCutOff: 'Order within {left} to get it by {day}',
    afterCutOff: 'Order today, arrives {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Calculated from the shop’s order cutoff times and transit times, skipping holidays.',
      'This is an estimate. The countdown is real: when it ends, everyone sees a later date.',
    ],
  },
  de: {
    title: 'Voraussichtliche Lieferung',
    beforeCutOff: 'Innerhalb von {left} bestellen, Lieferung bis {day}',
    afterCutOff: 'Heute bestellen, voraussichtlich geliefert: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}.',
    lastDay: '{weekday}, {date}',
    why: [
      'Berechnet aus Bestellschluss und Versanddauer, die der Shop angibt. Feiertage sind berücksichtigt.',
      'Dies ist eine Schätzung. Der Countdown ist echt: Ist er abgelaufen, sehen alle ein späteres Datum.',
    ],
  },
  fr: {
    title: 'Livraison estimée',
    beforeCutOff: 'Commandez dans les {left} pour une livraison au plus tard le {day}',
    afterCutOff: 'Commandez aujourd’hui, livraison prévue : {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Date calculée à partir de l’heure limite de commande et des délais de transport de la boutique, hors jours fériés.',
      'C’est une estimation. Le compte à rebours est réel : à la fin, tout le monde voit une date plus tardive.',
    ],
  },
  nl: {
    title: 'Verwachte bezorging',
    beforeCutOff: 'Bestel binnen {left}, uiterlijk {day} in huis',
    afterCutOff: 'Bestel vandaag, verwachte bezorging: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Berekend op basis van de uiterste besteltijd en de verzendduur van de winkel, zonder feestdagen.',
      'Dit is een schatting. De aftelling is echt: als die is afgelopen, ziet iedereen een latere datum.',
    ],
  },
  es: {
    title: 'Entrega estimada',
    beforeCutOff: 'Te quedan {left} para pedirlo y recibirlo a más tardar el {day}',
    afterCutOff: 'Pide hoy, entrega prevista: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Fecha calculada a partir de la hora límite de pedido y los plazos de envío de la tienda, sin contar festivos.',
      'Es una estimación. La cuenta atrás es real: cuando termina, todos ven una fecha posterior.',
    ],
  },
  ar: {
    title: 'موعد التوصيل المتوقع',
    beforeCutOff: 'اطلب خلال {left} ليصلك في موعد أقصاه {day}',
    afterCutOff: 'اطلب اليوم، التوصيل المتوقع: {days}',
    day: '{weekday}، {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'محسوب من آخر وقت للطلب ومدة الشحن لدى المتجر، دون أيام العطل.',
      'هذا تقدير. العد التنازلي حقيقي: عند انتهائه يرى الجميع تاريخًا لاحقًا.',
    ],
  },
}
