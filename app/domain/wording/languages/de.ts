/** German. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const de: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Jemand' },
  places: {
    country: (name, isIslands) => (isIslands ? null : `in ${name}`),
    city: (name) => `in ${name}`,
    irregular: {
      AE: 'in den Vereinigten Arabischen Emiraten',
      BS: 'auf den Bahamas',
      CF: 'in der Zentralafrikanischen Republik',
      CH: 'in der Schweiz',
      CU: 'auf Kuba',
      CY: 'auf Zypern',
      DO: 'in der Dominikanischen Republik',
      GB: 'im Vereinigten Königreich',
      IQ: 'im Irak',
      IR: 'im Iran',
      JM: 'auf Jamaika',
      KM: 'auf den Komoren',
      LB: 'im Libanon',
      MD: 'in der Republik Moldau',
      MN: 'in der Mongolei',
      MT: 'auf Malta',
      MU: 'auf Mauritius',
      MV: 'auf den Malediven',
      NL: 'in den Niederlanden',
      PH: 'auf den Philippinen',
      SC: 'auf den Seychellen',
      SD: 'im Sudan',
      SK: 'in der Slowakei',
      SS: 'im Südsudan',
      TD: 'im Tschad',
      TR: 'in der Türkei',
      UA: 'in der Ukraine',
      US: 'in den USA',
      VA: 'in der Vatikanstadt',
      XK: 'im Kosovo',
      YE: 'im Jemen',
    },
  },
  purchase: { bought: 'hat {product} gekauft', something: 'hat etwas gekauft' },
  conversion: { forGoal: 'hat sich angemeldet: {goal}', signedUp: 'hat sich angemeldet' },
  review: {
    quote: '„{words}“',
    stars: { one: 'gab # Stern', other: 'gab # Sterne' },
    average: { one: '{average} · # Bewertung', other: '{average} · # Bewertungen' },
    verified: 'verifiziert',
  },
  headings: {
    popular: 'Beliebt',
    selling_fast: 'Verkauft sich schnell',
    order_soon: 'Rechtzeitig bestellen',
    good_to_know: 'Gut zu wissen',
  },
  phrases: {
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
  windows: {
    minutes: { one: 'in der letzten Minute', other: 'in den letzten # Minuten' },
    hours: { one: 'in der letzten Stunde', other: 'in den letzten # Stunden' },
    days: { other: 'in den letzten # Tagen' },
  },
  sources: {
    rest_api: 'Gemeldet vom Server des Shops.',
    pixel: 'Gemeldet von einer Seite des Shops und vom Shop freigegeben.',
    import: 'Vom Shop aus einer Datei importiert.',
    integration: 'Ein Dienst, den der Shop verbunden hat, hat das gemeldet.',
  },
  why: {
    order: 'Das ist eine echte Bestellung, aufgegeben {within}.',
    signup: 'Das ist eine echte Anmeldung, erfolgt {within}.',
    review:
      'Das ist eine echte Bewertung, geschrieben {within}. Sie kann gekürzt sein, der Wortlaut ist unverändert.',
    orders:
      'Gezählt wird jede Bestellung in diesem Shop {within} einmal, auf Produktseiten nur Bestellungen dieses Produkts.',
    productOrders: 'Gezählt wird jede Bestellung dieses Produkts {within} einmal.',
    signups: 'Gezählt werden Anmeldungen {within}, jede E-Mail-Adresse nur einmal.',
    reviews:
      'Gezählt werden die Bewertungen {within}, die der Shop freigegeben hat. Der Durchschnitt wird nie aufgerundet.',
    approvedReviews:
      'Durchschnitt und Anzahl gelten für alle Bewertungen, die der Shop freigegeben hat.',
    publishedReviews:
      'Durchschnitt und Anzahl sind die, die das Bewertungsportal für diesen Shop veröffentlicht.',
    names: 'Namen werden so gezeigt, wie sie angegeben wurden.',
    firstNames: 'Vornamen werden so gezeigt, wie sie angegeben wurden, Nachnamen nie.',
    noNames: 'Namen werden nicht gezeigt.',
    city: 'Eine Stadt wird nur genannt, wenn im selben Zeitraum mindestens # Einträge von dort kamen.',
    byEither:
      'Gemeldet vom Server des Shops oder von einer Seite des Shops und dann vom Shop freigegeben.',
    byAny:
      'Gemeldet vom Server des Shops, vom Shop aus einer Datei importiert oder von einer Seite des Shops gemeldet und dann freigegeben.',
    leftOut: 'Test-, stornierte und erstattete Bestellungen sind ausgenommen.',
    stock: 'Der Bestand stammt von der Produktseite.',
    stockFromFeed:
      'Ein Bestand mit Zeitangabe stammt aus den Produktdaten des Shops, die zu dieser Zeit gelesen wurden.',
    source: 'Laut Shop wurden sie auf {source} geschrieben.',
  },
  chosenReviews: {
    other: 'Gezeigt werden Bewertungen ab # Sternen.',
  },
  cartCounter: {
    added: {
      one: '{window} in # anderen Warenkorb gelegt',
      other: '{window} in # andere Warenkörbe gelegt',
    },
    why: [
      'Gezählt werden Besucher, die dieses Produkt {window} in den Warenkorb gelegt haben.',
      'Ihr eigener Warenkorb zählt nicht mit, und kein Besucher zählt doppelt. Das heißt nicht, dass das Produkt reserviert oder verkauft ist.',
    ],
  },
  conversions: {
    signups: { one: '# Anmeldung {within}', other: '# Anmeldungen {within}' },
    forGoal: { one: '# Anmeldung {within}: {goal}', other: '# Anmeldungen {within}: {goal}' },
  },
  custom: {
    from: 'Diese Nachricht hat {shop} verfasst.',
    page: 'Persönliche Angaben darin stammen von der Seite selbst.',
    title: 'Eine Nachricht von {shop}',
    byHand:
      'Der Shop hat sie selbst verfasst. Ihr liegt keine Bestellung, Anmeldung oder Bewertung zugrunde.',
  },
  deliveryDate: {
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
  discount: {
    off: '{amount} Rabatt',
    offScope: '{amount} Rabatt auf {scope}',
    withCode: 'Mit dem Code {code}',
    withoutCode: 'Jetzt gültig',
    ends: 'endet in {left}',
    why: 'Das ist ein Angebot von {shop}, in eigenen Worten. Es gelten die Bedingungen des Shops.',
    whyEnd: 'Es endet für alle zum selben Zeitpunkt: {end}.',
  },
  freeDelivery: {
    missing: 'Noch {missing} bis zur kostenlosen Lieferung',
    reached: 'Ihre Lieferung ist kostenlos',
    empty: 'Kostenlose Lieferung ab {amount}',
    why: [
      'Ab welchem Betrag die Lieferung kostenlos ist, legt der Shop fest.',
      'Der fehlende Betrag wird aus dem Warenkorbwert auf dieser Seite berechnet. Ihr Warenkorb bleibt in Ihrem Browser.',
    ],
  },
  purchases: {
    ofProduct: { other: '{within} #-mal bestellt' },
    ofSite: {
      one: '# Bestellung bei {site} {within}',
      other: '# Bestellungen bei {site} {within}',
    },
  },
  sellingOut: {
    out: { other: '{within} #-mal bestellt, noch {stock} verfügbar' },
    quickly: { other: 'Beliebt: {within} #-mal bestellt' },
  },
  stockLevel: {
    scarce: { one: 'Letztes Stück', other: 'Nur noch # Stück' },
    plain: { other: '# Stück auf Lager' },
    why: 'Das ist der genaue Bestand, den die Seite dieses Shops angibt.',
    whyScarce: 'Der Shop erwartet vor dem {day} keinen Nachschub.',
    whyPlain: 'Nachschub kann jederzeit kommen.',
  },
  visitor: {
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
  },
  visitors: {
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
  },
  presenceFloor:
    'Sie selbst und bekannte Bots zählen nicht mit. Im Zweifel steht hier die kleinere Zahl. Nichts ist erfunden.',
}
