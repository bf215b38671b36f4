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
      'The shop says until when orders leave on the same day and how long parcels are on their way. The days are counted from that, without holidays.',
      'It is an estimate. The countdown is real: when it ends, a later day is shown, the same for everybody.',
    ],
  },
  de: {
    title: 'Voraussichtliche Lieferung',
    beforeCutOff: 'In den nächsten {left} bestellen, Lieferung bis {day}',
    afterCutOff: 'Heute bestellen, Lieferung {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}.',
    lastDay: '{weekday}, {date}',
    why: [
      'Der Shop gibt an, bis wann Bestellungen noch am selben Tag verschickt werden und wie lange Pakete unterwegs sind. Daraus werden die Tage berechnet, ohne Feiertage.',
      'Es ist eine Schätzung. Der Countdown ist echt: Nach seinem Ende steht hier ein späterer Tag, für alle derselbe.',
    ],
  },
  fr: {
    title: 'Livraison estimée',
    beforeCutOff: 'Commandez sous {left} pour être livré au plus tard le {day}',
    afterCutOff: 'Commandez aujourd’hui, livraison : {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'La boutique indique jusqu’à quelle heure les commandes partent le jour même et combien de temps dure l’acheminement. Les jours en sont déduits, hors jours fériés.',
      'C’est une estimation. Le compte à rebours est réel : à son terme, une date plus tardive s’affiche, la même pour tous.',
    ],
  },
  nl: {
    title: 'Verwachte bezorging',
    beforeCutOff: 'Bestel binnen {left}, uiterlijk {day} in huis',
    afterCutOff: 'Bestel vandaag, bezorging {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'De winkel geeft aan tot wanneer bestellingen dezelfde dag vertrekken en hoe lang pakketten onderweg zijn. Daaruit volgen de dagen, feestdagen niet meegeteld.',
      'Het is een schatting. De aftelling is echt: daarna staat hier een latere dag, voor iedereen dezelfde.',
    ],
  },
  es: {
    title: 'Entrega estimada',
    beforeCutOff: 'Te quedan {left} para pedirlo y recibirlo a más tardar el {day}',
    afterCutOff: 'Pide hoy, entrega: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'La tienda indica hasta qué hora los pedidos salen el mismo día y cuánto tardan los paquetes. Los días se calculan a partir de eso, sin contar festivos.',
      'Es una estimación. La cuenta atrás es real: cuando termina, se muestra un día posterior, el mismo para todos.',
    ],
  },
  ar: {
    title: 'موعد التوصيل المتوقع',
    beforeCutOff: 'اطلب خلال {left} ليصلك في موعد أقصاه {day}',
    afterCutOff: 'اطلب اليوم، التوصيل: {days}',
    day: '{weekday}، {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'يحدد المتجر حتى متى تغادر الطلبات في اليوم نفسه وكم تستغرق الطرود في الطريق. تُحسب الأيام من ذلك دون العطل.',
      'هذا تقدير. العد التنازلي حقيقي: عند انتهائه يظهر يوم لاحق، وهو نفسه للجميع.',
    ],
  },
}
