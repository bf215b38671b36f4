/** Swedish. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const sv: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Någon' },
  places: {
    country: (name, isIslands) => (isIslands ? null : `i ${name}`),
    city: (name) => `i ${name}`,
    irregular: {
      BB: 'på Barbados',
      BS: 'på Bahamas',
      CU: 'på Kuba',
      CY: 'på Cypern',
      GD: 'på Grenada',
      GL: 'på Grönland',
      GP: 'på Guadeloupe',
      IE: 'på Irland',
      IS: 'på Island',
      JM: 'på Jamaica',
      KM: 'på Komorerna',
      LK: 'på Sri Lanka',
      MG: 'på Madagaskar',
      MQ: 'på Martinique',
      MT: 'på Malta',
      MU: 'på Mauritius',
      MV: 'på Maldiverna',
      NZ: 'på Nya Zeeland',
      SC: 'på Seychellerna',
      DM: 'på Dominica',
      CW: 'på Curaçao',
      AW: 'på Aruba',
      RE: 'på Réunion',
      BM: 'på Bermuda',
      FJ: 'på Fiji',
      PH: 'på Filippinerna',
    },
  },
  purchase: { bought: 'köpte {product}', something: 'gjorde ett köp' },
  conversion: { forGoal: 'registrerade sig: {goal}', signedUp: 'registrerade sig' },
  review: {
    quote: '”{words}”',
    stars: { one: 'gav # stjärna', other: 'gav # stjärnor' },
    average: { one: '{average} · # omdöme', other: '{average} · # omdömen' },
    verified: 'verifierat',
  },
  headings: {
    popular: 'Populärt',
    selling_fast: 'Säljer snabbt',
    order_soon: 'Beställ i tid',
    good_to_know: 'Bra att veta',
  },
  phrases: {
    close: 'Stäng',
    region: 'Senaste aktivitet',
    lastHour: 'den senaste timmen',
    hours: { one: 'för # timme sedan', other: 'för # timmar sedan' },
    days: { one: 'för # dag sedan', other: 'för # dagar sedan' },
    why: 'Varför ser jag det här?',
    gotIt: 'Jag förstår',
    turnOff: 'Stäng av här',
    copy: 'Kopiera',
    copied: 'Kopierat',
    stars: '# av 5 stjärnor',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Levereras av #',
  },
  windows: {
    minutes: { one: 'den senaste minuten', other: 'de senaste # minuterna' },
    hours: { one: 'den senaste timmen', other: 'de senaste # timmarna' },
    days: { other: 'de senaste # dagarna' },
  },
  sources: {
    rest_api: 'Rapporterat av butikens server.',
    pixel: 'Rapporterat av en sida i butiken och godkänt av butiken.',
    import: 'Importerat av butiken från en fil.',
    integration: 'Skickat av en tjänst som butiken har anslutit.',
  },
  why: {
    order: 'Det här är en riktig beställning, gjord {within}.',
    signup: 'Det här är en riktig registrering, mottagen {within}.',
    review:
      'Det här är ett riktigt omdöme, skrivet {within}. Det kan vara förkortat, men orden är oförändrade.',
    orders:
      'Här räknas beställningar i butiken {within}, var och en en gång. På en produktsida räknas bara beställningar av den produkten.',
    productOrders: 'Här räknas beställningar av den här produkten {within}, var och en en gång.',
    signups: 'Här räknas registreringar {within}, varje e-postadress en gång.',
    reviews: 'Här räknas omdömen {within} som butiken godkänt. Snittet avrundas aldrig uppåt.',
    approvedReviews: 'Snitt och antal gäller alla omdömen som butiken godkänt.',
    publishedReviews: 'Snitt och antal är de som omdömessajten publicerar för den här butiken.',
    names: 'Namn visas som de angetts.',
    firstNames: 'Förnamn visas som de angetts. Efternamn visas aldrig.',
    noNames: 'Namn visas inte.',
    city: 'En ort nämns bara om minst # kom därifrån under samma period.',
    byEither: 'Rapporterat av butikens server, eller av en sida i butiken och godkänt av butiken.',
    byAny:
      'Rapporterat av butikens server, importerat av butiken, eller rapporterat av en sida i butiken och godkänt av butiken.',
    leftOut: 'Testbeställningar och avbeställda eller återbetalda beställningar räknas inte.',
    stock: 'Lagersaldot kommer från produktsidan.',
    stockFromFeed:
      'Ett lagersaldo med en tid under kommer från butikens produktdata, som lästes vid den tiden.',
    source: 'Enligt butiken skrevs de på {source}.',
  },
  chosenReviews: {
    other: 'Omdömen med minst # stjärnor visas.',
  },
  cartCounter: {
    added: { one: 'Lagd i # annan varukorg {window}', other: 'Lagd i # andra varukorgar {window}' },
    why: [
      'Här räknas besökare som har lagt produkten i varukorgen {window}.',
      'Din varukorg räknas inte, och ingen besökare räknas två gånger. Det betyder inte att produkten är reserverad eller såld.',
    ],
  },
  conversions: {
    signups: { one: '# registrering {within}', other: '# registreringar {within}' },
    forGoal: { one: '# registrering {within}: {goal}', other: '# registreringar {within}: {goal}' },
  },
  custom: {
    from: 'Det här meddelandet har skrivits av {shop}.',
    page: 'Personliga delar kommer från sidan själv.',
    title: 'Ett meddelande från {shop}',
    byHand:
      'Butiken har skrivit det. Det bygger inte på en beställning, en registrering eller ett omdöme.',
  },
  deliveryDate: {
    title: 'Beräknad leverans',
    beforeCutOff: 'Beställ inom {left}, leverans senast {day}',
    afterCutOff: 'Beställ i dag, beräknad leverans: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Beräknat från butikens sista beställningstid och leveranstider, utan helgdagar.',
      'Det här är en uppskattning. Nedräkningen är på riktigt: när den är slut ser alla ett senare datum.',
    ],
  },
  discount: {
    off: '{amount} rabatt',
    offScope: '{amount} rabatt på {scope}',
    withCode: 'Med koden {code}',
    withoutCode: 'Gäller just nu',
    ends: 'slutar om {left}',
    why: 'Erbjudandet kommer från {shop}, med butikens ord. Butikens villkor gäller.',
    whyEnd: 'Det slutar samtidigt för alla: {end}.',
  },
  freeDelivery: {
    missing: 'Handla för {missing} till så är frakten gratis',
    reached: 'Du får fri frakt',
    empty: 'Fri frakt från {amount}',
    why: [
      'Butiken bestämmer beloppet för fri frakt.',
      'Beloppet som saknas räknas ut från varukorgens summa på den här sidan. Varukorgen stannar i din webbläsare.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Beställd en gång {within}', other: 'Beställd # gånger {within}' },
    ofSite: {
      one: '# beställning hos {site} {within}',
      other: '# beställningar hos {site} {within}',
    },
  },
  sellingOut: {
    out: {
      one: 'Beställd en gång {within}, {stock} kvar',
      other: 'Beställd # gånger {within}, {stock} kvar',
    },
    quickly: {
      one: 'Populärt: beställd en gång {within}',
      other: 'Populärt: beställd # gånger {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'Sista exemplaret', other: 'Bara # kvar' },
    plain: { other: '# i lager' },
    why: 'Det här är det exakta lagersaldot enligt butikens sida.',
    whyScarce: 'Butiken väntar ingen påfyllning före {day}.',
    whyPlain: 'Butiken kan fylla på när som helst.',
  },
  visitor: {
    now: {
      one: '# annan person tittar på det här nu',
      other: '# andra personer tittar på det här nu',
    },
    within: {
      one: '# annan person tittade på det här {window}',
      other: '# andra personer tittade på det här {window}',
    },
    whyNow: 'Här räknas besökare som var på den här sidan de senaste 5 minuterna.',
    whyWithin: 'Här räknas unika besökare på den här sidan {window}.',
  },
  visitors: {
    now: { one: '# annan person är på {shop} nu', other: '# andra personer är på {shop} nu' },
    within: {
      one: '# annan person besökte {shop} {window}',
      other: '# andra personer besökte {shop} {window}',
    },
    whyNow: 'Här räknas besökare som var någonstans på webbplatsen de senaste 5 minuterna.',
    whyWithin: 'Här räknas unika besökare på hela webbplatsen {window}.',
  },
  presenceFloor:
    'Du själv och kända botar räknas inte. I tveksamma fall visas det lägre antalet. Inget är påhittat.',
}
