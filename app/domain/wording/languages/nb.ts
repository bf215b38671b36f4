/** Norwegian. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const nb: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Noen' },
  places: { ...inParentheses, city: (name) => `i ${name}` },
  purchase: { bought: 'kjøpte {product}', something: 'handlet noe' },
  conversion: { forGoal: 'meldte seg på: {goal}', signedUp: 'registrerte seg' },
  review: {
    quote: '«{words}»',
    stars: { one: 'ga # stjerne', other: 'ga # stjerner' },
    average: { one: '{average} · # omtale', other: '{average} · # omtaler' },
    verified: 'verifisert',
  },
  headings: {
    popular: 'Populært',
    selling_fast: 'Selger raskt',
    order_soon: 'Bestill i tide',
    good_to_know: 'Greit å vite',
  },
  phrases: {
    close: 'Lukk',
    region: 'Siste aktivitet',
    lastHour: 'den siste timen',
    hours: { one: 'for # time siden', other: 'for # timer siden' },
    days: { one: 'for # dag siden', other: 'for # dager siden' },
    why: 'Hvorfor ser jeg dette?',
    gotIt: 'Skjønner',
    turnOff: 'Slå av her',
    copy: 'Kopier',
    copied: 'Kopiert',
    stars: '# av 5 stjerner',
    left: { days: '{d} d {h} t', hours: '{h} t {m} min', minutes: '{m} min' },
    brand: 'Levert av #',
  },
  windows: {
    minutes: { one: 'det siste minuttet', other: 'de siste # minuttene' },
    hours: { one: 'den siste timen', other: 'de siste # timene' },
    days: { other: 'de siste # dagene' },
  },
  sources: {
    rest_api: 'Rapportert av butikkens server.',
    pixel: 'Rapportert av en side i butikken og godkjent av butikken.',
    import: 'Importert av butikken fra en fil.',
    integration: 'Sendt av en tjeneste som butikken har koblet til.',
  },
  why: {
    order: 'Dette er en ekte bestilling, gjort {within}.',
    signup: 'Dette er en ekte registrering, mottatt {within}.',
    review:
      'Dette er en ekte omtale, skrevet {within}. Den kan være forkortet, men ordene er ikke endret.',
    orders:
      'Her telles bestillinger i butikken {within}, hver av dem én gang. På en produktside telles bare bestillinger av det produktet.',
    productOrders: 'Her telles bestillinger av dette produktet {within}, hver av dem én gang.',
    signups: 'Her telles registreringer {within}, hver e-postadresse én gang.',
    reviews: 'Her telles omtaler {within} som butikken har godkjent. Snittet rundes aldri opp.',
    approvedReviews: 'Snitt og antall gjelder alle omtaler som butikken har godkjent.',
    publishedReviews: 'Snitt og antall er de som omtalesiden publiserer for denne butikken.',
    names: 'Navn vises slik de er oppgitt.',
    firstNames: 'Fornavn vises slik de er oppgitt. Etternavn vises aldri.',
    noNames: 'Navn vises ikke.',
    city: 'En by nevnes bare hvis minst # kom derfra i samme periode.',
    byEither:
      'Rapportert av butikkens server, eller av en side i butikken og godkjent av butikken.',
    byAny:
      'Rapportert av butikkens server, importert av butikken, eller rapportert av en side i butikken og godkjent av butikken.',
    leftOut: 'Testbestillinger og avbestilte eller refunderte bestillinger telles ikke.',
    stock: 'Lagerantallet kommer fra produktsiden.',
    stockFromFeed:
      'Et lagerantall med et klokkeslett under kommer fra butikkens produktdata, som ble lest da.',
    source: 'Ifølge butikken ble de skrevet på {source}.',
  },
  chosenReviews: {
    other: 'Omtaler med minst # stjerner vises.',
  },
  cartCounter: {
    added: {
      one: 'Lagt i # annen handlekurv {window}',
      other: 'Lagt i # andre handlekurver {window}',
    },
    why: [
      'Her telles besøkende som la produktet i handlekurven {window}.',
      'Handlekurven din telles ikke, og ingen besøkende telles to ganger. Det betyr ikke at produktet er reservert eller solgt.',
    ],
  },
  conversions: {
    signups: { one: '# registrering {within}', other: '# registreringer {within}' },
    forGoal: { one: '# registrering {within}: {goal}', other: '# registreringer {within}: {goal}' },
  },
  custom: {
    from: 'Denne meldingen er skrevet av {shop}.',
    page: 'Personlige deler kommer fra selve siden.',
    title: 'En melding fra {shop}',
    byHand:
      'Butikken har skrevet den. Den bygger ikke på en bestilling, en registrering eller en omtale.',
  },
  deliveryDate: {
    title: 'Forventet levering',
    beforeCutOff: 'Bestill innen {left}, levering senest {day}',
    afterCutOff: 'Bestill i dag, forventet levering: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}.',
    lastDay: '{weekday} {date}',
    why: [
      'Beregnet ut fra butikkens bestillingsfrist og leveringstider, uten helligdager.',
      'Dette er et anslag. Nedtellingen er ekte: Når den er slutt, ser alle en senere dato.',
    ],
  },
  discount: {
    off: '{amount} rabatt',
    offScope: '{amount} rabatt på {scope}',
    withCode: 'Med koden {code}',
    withoutCode: 'Gjelder nå',
    ends: 'slutter om {left}',
    why: 'Tilbudet er fra {shop}, med butikkens ord. Butikkens vilkår gjelder.',
    whyEnd: 'Det slutter samtidig for alle: {end}.',
  },
  freeDelivery: {
    missing: 'Handle for {missing} til, så er frakten gratis',
    reached: 'Du får gratis frakt',
    empty: 'Gratis frakt fra {amount}',
    why: [
      'Butikken bestemmer beløpet for gratis frakt.',
      'Beløpet som mangler, regnes ut fra summen i handlekurven på denne siden. Handlekurven blir i nettleseren din.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Bestilt én gang {within}', other: 'Bestilt # ganger {within}' },
    ofSite: {
      one: '# bestilling hos {site} {within}',
      other: '# bestillinger hos {site} {within}',
    },
  },
  sellingOut: {
    out: {
      one: 'Bestilt én gang {within}, {stock} igjen',
      other: 'Bestilt # ganger {within}, {stock} igjen',
    },
    quickly: {
      one: 'Populært: bestilt én gang {within}',
      other: 'Populært: bestilt # ganger {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'Siste på lager', other: 'Bare # igjen' },
    plain: { other: '# på lager' },
    why: 'Dette er det nøyaktige lagerantallet fra butikkens side.',
    whyScarce: 'Butikken venter ikke påfyll før {day}.',
    whyPlain: 'Butikken kan fylle på når som helst.',
  },
  visitor: {
    now: { one: '# annen person ser på dette nå', other: '# andre personer ser på dette nå' },
    within: {
      one: '# annen person så på dette {window}',
      other: '# andre personer så på dette {window}',
    },
    whyNow: 'Her telles besøkende som var på denne siden de siste 5 minuttene.',
    whyWithin: 'Her telles unike besøkende på denne siden {window}.',
  },
  visitors: {
    now: { one: '# annen person er på {shop} nå', other: '# andre personer er på {shop} nå' },
    within: {
      one: '# annen person besøkte {shop} {window}',
      other: '# andre personer besøkte {shop} {window}',
    },
    whyNow: 'Her telles besøkende som var et sted på nettstedet de siste 5 minuttene.',
    whyWithin: 'Her telles unike besøkende på hele nettstedet {window}.',
  },
  presenceFloor:
    'Du selv og kjente boter telles ikke. I tvilstilfeller vises det laveste tallet. Ingenting er oppdiktet.',
}
