/** Danish. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const da: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'En person' },
  places: { ...inParentheses, city: (name) => `i ${name}` },
  purchase: { bought: 'har købt {product}', something: 'har købt noget' },
  conversion: { forGoal: 'har tilmeldt sig: {goal}', signedUp: 'har tilmeldt sig' },
  review: {
    quote: '»{words}«',
    stars: { one: 'gav # stjerne', other: 'gav # stjerner' },
    average: { one: '{average} · # anmeldelse', other: '{average} · # anmeldelser' },
    verified: 'verificeret',
  },
  headings: {
    popular: 'Populært',
    selling_fast: 'Sælger hurtigt',
    order_soon: 'Bestil i tide',
    good_to_know: 'Godt at vide',
  },
  phrases: {
    close: 'Luk',
    region: 'Seneste aktivitet',
    lastHour: 'inden for den seneste time',
    hours: { one: 'for # time siden', other: 'for # timer siden' },
    days: { one: 'for # dag siden', other: 'for # dage siden' },
    why: 'Hvorfor ser jeg dette?',
    gotIt: 'Forstået',
    turnOff: 'Slå fra her',
    copy: 'Kopiér',
    copied: 'Kopieret',
    stars: '# ud af 5 stjerner',
    left: { days: '{d} d {h} t', hours: '{h} t {m} min', minutes: '{m} min' },
    brand: 'Leveret af #',
  },
  windows: {
    minutes: { one: 'i det seneste minut', other: 'i de seneste # minutter' },
    hours: { one: 'i den seneste time', other: 'i de seneste # timer' },
    days: { other: 'i de seneste # dage' },
  },
  sources: {
    rest_api: 'Rapporteret af butikkens server.',
    pixel: 'Rapporteret af en side i butikken og godkendt af butikken.',
    import: 'Importeret af butikken fra en fil.',
    integration: 'Sendt af en tjeneste, som butikken har tilknyttet.',
  },
  why: {
    order: 'Dette er en rigtig ordre, afgivet {within}.',
    signup: 'Dette er en rigtig tilmelding, modtaget {within}.',
    review:
      'Dette er en rigtig anmeldelse, skrevet {within}. Den kan være forkortet, men ordlyden er ikke ændret.',
    orders:
      'Her tælles ordrer i butikken {within}, hver ordre én gang. På en produktside tælles kun ordrer på det produkt.',
    productOrders: 'Her tælles ordrer på dette produkt {within}, hver ordre én gang.',
    signups: 'Her tælles tilmeldinger {within}, hver e-mailadresse én gang.',
    reviews:
      'Her tælles anmeldelser {within}, som butikken har godkendt. Gennemsnittet rundes aldrig op.',
    approvedReviews: 'Gennemsnit og antal gælder alle anmeldelser, som butikken har godkendt.',
    publishedReviews: 'Gennemsnit og antal er dem, som anmeldelsessiden offentliggør for butikken.',
    names: 'Navne vises, som de er angivet.',
    firstNames: 'Fornavne vises, som de er angivet. Efternavne vises aldrig.',
    noNames: 'Navne vises ikke.',
    city: 'En by nævnes kun, hvis mindst # kom derfra i samme periode.',
    byEither:
      'Rapporteret af butikkens server, eller af en side i butikken og godkendt af butikken.',
    byAny:
      'Rapporteret af butikkens server, importeret af butikken, eller rapporteret af en side i butikken og godkendt af butikken.',
    leftOut: 'Testordrer og annullerede eller refunderede ordrer tælles ikke med.',
    stock: 'Lagertallet kommer fra produktsiden.',
    stockFromFeed:
      'Et lagertal med et tidspunkt under kommer fra butikkens produktdata, som blev læst på det tidspunkt.',
    source: 'Ifølge butikken er de skrevet på {source}.',
  },
  chosenReviews: {
    other: 'Der vises anmeldelser med mindst # stjerner.',
  },
  cartCounter: {
    added: { one: 'Lagt i # anden kurv {window}', other: 'Lagt i # andre kurve {window}' },
    why: [
      'Her tælles besøgende, der har lagt produktet i kurven {window}.',
      'Din kurv tælles ikke med, og ingen besøgende tælles to gange. Det betyder ikke, at produktet er reserveret eller solgt.',
    ],
  },
  conversions: {
    signups: { one: '# tilmelding {within}', other: '# tilmeldinger {within}' },
    forGoal: { one: '# tilmelding {within}: {goal}', other: '# tilmeldinger {within}: {goal}' },
  },
  custom: {
    from: 'Denne besked er skrevet af {shop}.',
    page: 'Personlige dele kommer fra selve siden.',
    title: 'En besked fra {shop}',
    byHand:
      'Butikken har skrevet den. Den bygger ikke på en ordre, en tilmelding eller en anmeldelse.',
  },
  deliveryDate: {
    title: 'Forventet levering',
    beforeCutOff: 'Bestil inden for {left}, levering senest {day}',
    afterCutOff: 'Bestil i dag, forventet levering: {days}',
    day: '{weekday} den {date}',
    firstDay: '{weekday} den {number}.',
    lastDay: '{weekday} den {date}',
    why: [
      'Beregnet ud fra butikkens bestillingsfrist og leveringstider, uden helligdage.',
      'Dette er et skøn. Nedtællingen er ægte: Når den er slut, ser alle en senere dato.',
    ],
  },
  discount: {
    off: '{amount} rabat',
    offScope: '{amount} rabat på {scope}',
    withCode: 'Med koden {code}',
    withoutCode: 'Gælder lige nu',
    ends: 'slutter om {left}',
    why: 'Tilbuddet er fra {shop}, med butikkens ord. Butikkens betingelser gælder.',
    whyEnd: 'Det slutter samtidig for alle: {end}.',
  },
  freeDelivery: {
    missing: 'Køb for {missing} mere, så er fragten gratis',
    reached: 'Du får gratis fragt',
    empty: 'Gratis fragt fra {amount}',
    why: [
      'Butikken fastsætter beløbet for gratis fragt.',
      'Det manglende beløb beregnes ud fra kurvens total på denne side. Kurven bliver i din browser.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Bestilt én gang {within}', other: 'Bestilt # gange {within}' },
    ofSite: { one: '# ordre hos {site} {within}', other: '# ordrer hos {site} {within}' },
  },
  sellingOut: {
    out: {
      one: 'Bestilt én gang {within}, {stock} tilbage',
      other: 'Bestilt # gange {within}, {stock} tilbage',
    },
    quickly: {
      one: 'Populært: bestilt én gang {within}',
      other: 'Populært: bestilt # gange {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'Sidste på lager', other: 'Kun # tilbage' },
    plain: { other: '# på lager' },
    why: 'Dette er det nøjagtige lagertal fra butikkens side.',
    whyScarce: 'Butikken venter ikke nye varer før {day}.',
    whyPlain: 'Butikken kan få nye varer når som helst.',
  },
  visitor: {
    now: { one: '# anden person ser på dette nu', other: '# andre personer ser på dette nu' },
    within: {
      one: '# anden person har set på dette {window}',
      other: '# andre personer har set på dette {window}',
    },
    whyNow: 'Her tælles besøgende, der var på denne side i de seneste 5 minutter.',
    whyWithin: 'Her tælles unikke besøgende på denne side {window}.',
  },
  visitors: {
    now: { one: '# anden person er på {shop} nu', other: '# andre personer er på {shop} nu' },
    within: {
      one: '# anden person har besøgt {shop} {window}',
      other: '# andre personer har besøgt {shop} {window}',
    },
    whyNow: 'Her tælles besøgende, der var et sted på siden i de seneste 5 minutter.',
    whyWithin: 'Her tælles unikke besøgende på hele siden {window}.',
  },
  presenceFloor:
    'Du selv og kendte bots tælles ikke med. I tvivlstilfælde vises det laveste tal. Intet er opdigtet.',
}
