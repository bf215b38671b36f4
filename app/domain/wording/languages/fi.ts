/** Finnish. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const fi: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Joku' },
  places: inParentheses,
  purchase: { bought: 'osti tuotteen {product}', something: 'teki ostoksen' },
  conversion: { forGoal: 'ilmoittautui: {goal}', signedUp: 'rekisteröityi' },
  review: {
    quote: '”{words}”',
    stars: { one: 'antoi # tähden', other: 'antoi # tähteä' },
    average: { one: '{average} · # arvostelu', other: '{average} · # arvostelua' },
    verified: 'vahvistettu',
  },
  headings: {
    popular: 'Suosittu',
    selling_fast: 'Myy nopeasti',
    order_soon: 'Tilaa ajoissa',
    good_to_know: 'Hyvä tietää',
  },
  phrases: {
    close: 'Sulje',
    region: 'Viimeaikaiset tapahtumat',
    lastHour: 'viimeisen tunnin aikana',
    hours: { one: '# tunti sitten', other: '# tuntia sitten' },
    days: { one: '# päivä sitten', other: '# päivää sitten' },
    why: 'Miksi näen tämän?',
    gotIt: 'Selvä',
    turnOff: 'Poista täältä käytöstä',
    copy: 'Kopioi',
    copied: 'Kopioitu',
    stars: '#/5 tähteä',
    left: { days: '{d} pv {h} t', hours: '{h} t {m} min', minutes: '{m} min' },
    brand: 'Palvelun tarjoaa #',
  },
  windows: {
    minutes: { one: 'viimeisen minuutin aikana', other: 'viimeisten # minuutin aikana' },
    hours: { one: 'viimeisen tunnin aikana', other: 'viimeisten # tunnin aikana' },
    days: { other: 'viimeisten # päivän aikana' },
  },
  sources: {
    rest_api: 'Tiedon lähetti kaupan palvelin.',
    pixel: 'Tiedon lähetti kaupan sivu, ja kauppa hyväksyi sen.',
    import: 'Kauppa toi tiedon tiedostosta.',
    integration: 'Tiedon lähetti kaupan yhdistämä palvelu.',
  },
  why: {
    order: 'Tämä on todellinen tilaus, joka on tehty {within}.',
    signup: 'Tämä on todellinen rekisteröityminen {within}.',
    review:
      'Tämä on todellinen arvostelu, joka on kirjoitettu {within}. Sitä on voitu lyhentää, mutta sanoja ei ole muutettu.',
    orders:
      'Luku on tämän kaupan tilausten määrä {within}. Jokainen tilaus lasketaan kerran, tuotesivulla vain kyseisen tuotteen tilaukset.',
    productOrders: 'Luku on tämän tuotteen tilausten määrä {within}. Jokainen lasketaan kerran.',
    signups: 'Luku on rekisteröitymisten määrä {within}, jokainen sähköpostiosoite kerran.',
    reviews:
      'Mukana ovat kaupan hyväksymät arvostelut {within}. Keskiarvoa ei koskaan pyöristetä ylöspäin.',
    approvedReviews: 'Keskiarvo ja määrä koskevat kaikkia kaupan hyväksymiä arvosteluja.',
    publishedReviews:
      'Keskiarvo ja määrä ovat ne, jotka arvostelusivusto julkaisee tästä kaupasta.',
    names: 'Nimet näytetään sellaisina kuin ne on annettu.',
    firstNames: 'Etunimet näytetään sellaisina kuin ne on annettu. Sukunimiä ei näytetä koskaan.',
    noNames: 'Nimiä ei näytetä.',
    city: 'Kaupunki mainitaan vain, jos sieltä on samalta ajalta vähintään #.',
    byEither: 'Tiedon lähetti kaupan palvelin, tai kaupan sivu ja kauppa hyväksyi sen.',
    byAny:
      'Tiedon lähetti kaupan palvelin, kauppa toi sen tiedostosta, tai sen lähetti kaupan sivu ja kauppa hyväksyi sen.',
    leftOut: 'Testitilauksia sekä peruttuja ja hyvitettyjä tilauksia ei lasketa.',
    stock: 'Varastomäärä on tuotesivulta.',
    stockFromFeed:
      'Varastomäärä, jonka alla on kellonaika, on kaupan tuotetiedoista, jotka luettiin silloin.',
    source: 'Kaupan mukaan ne on kirjoitettu palvelussa {source}.',
  },
  chosenReviews: {
    other: 'Näytetään arvostelut, joissa on vähintään # tähteä.',
  },
  cartCounter: {
    added: {
      one: 'Lisätty # muuhun ostoskoriin {window}',
      other: 'Lisätty # muuhun ostoskoriin {window}',
    },
    why: [
      'Luku on niiden kävijöiden määrä, jotka lisäsivät tuotteen ostoskoriin {window}.',
      'Omaa ostoskoriasi ei lasketa, eikä ketään lasketa kahdesti. Se ei tarkoita, että tuote olisi varattu tai myyty.',
    ],
  },
  conversions: {
    signups: { one: '# rekisteröityminen {within}', other: '# rekisteröitymistä {within}' },
    forGoal: {
      one: '# ilmoittautuminen {within}: {goal}',
      other: '# ilmoittautumista {within}: {goal}',
    },
  },
  custom: {
    from: 'Tämän viestin on kirjoittanut {shop}.',
    page: 'Henkilökohtaiset osat tulevat sivulta itseltään.',
    title: 'Viesti: {shop}',
    byHand:
      'Kauppa on kirjoittanut sen. Se ei perustu tilaukseen, rekisteröitymiseen tai arvosteluun.',
  },
  deliveryDate: {
    title: 'Arvioitu toimitus',
    beforeCutOff: 'Tilausaikaa {left}, toimitus viimeistään: {day}',
    afterCutOff: 'Tilaa tänään, arvioitu toimitus: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}.',
    lastDay: '{weekday} {date}',
    why: [
      'Laskettu kaupan tilausten määräajasta ja toimitusajoista ilman pyhäpäiviä.',
      'Tämä on arvio. Ajastin on todellinen: kun aika päättyy, kaikki näkevät myöhemmän päivän.',
    ],
  },
  discount: {
    off: 'Alennus {amount}',
    offScope: 'Alennus {amount}: {scope}',
    withCode: 'Koodilla {code}',
    withoutCode: 'Tarjous on voimassa',
    ends: 'aikaa jäljellä {left}',
    why: 'Tämän tarjouksen on kirjoittanut {shop}. Kaupan ehdot ovat voimassa.',
    whyEnd: 'Se päättyy kaikille samaan aikaan: {end}.',
  },
  freeDelivery: {
    missing: 'Ilmaiseen toimitukseen puuttuu {missing}',
    reached: 'Saat ilmaisen toimituksen',
    empty: 'Ilmainen toimitus alkaen {amount}',
    why: [
      'Kauppa päättää ilmaisen toimituksen rajan.',
      'Puuttuva summa lasketaan tämän sivun ostoskorin summasta. Ostoskori pysyy selaimessasi.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Tilattu kerran {within}', other: 'Tilattu # kertaa {within}' },
    ofSite: { one: '# tilaus {within} ({site})', other: '# tilausta {within} ({site})' },
  },
  sellingOut: {
    out: {
      one: 'Tilattu kerran {within}, jäljellä {stock}',
      other: 'Tilattu # kertaa {within}, jäljellä {stock}',
    },
    quickly: {
      one: 'Suosittu: tilattu kerran {within}',
      other: 'Suosittu: tilattu # kertaa {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'Viimeinen kappale', other: 'Vain # jäljellä' },
    plain: { other: '# varastossa' },
    why: 'Tämä on kaupan sivun ilmoittama tarkka varastomäärä.',
    whyScarce: 'Kauppa ei odota täydennystä ennen päivää {day}.',
    whyPlain: 'Kauppa voi täydentää varastoa milloin tahansa.',
  },
  visitor: {
    now: { one: '# muu katsoo tätä nyt', other: '# muuta katsoo tätä nyt' },
    within: { one: '# muu katsoi tätä {window}', other: '# muuta katsoi tätä {window}' },
    whyNow: 'Luku on tällä sivulla viimeisten 5 minuutin aikana olleiden kävijöiden määrä.',
    whyWithin: 'Luku on tämän sivun yksittäisten kävijöiden määrä {window}.',
  },
  visitors: {
    now: { one: '# muu on nyt sivustolla {shop}', other: '# muuta on nyt sivustolla {shop}' },
    within: {
      one: '# muu kävi sivustolla {shop} {window}',
      other: '# muuta kävi sivustolla {shop} {window}',
    },
    whyNow: 'Luku on koko sivustolla viimeisten 5 minuutin aikana olleiden kävijöiden määrä.',
    whyWithin: 'Luku on koko sivuston yksittäisten kävijöiden määrä {window}.',
  },
  presenceFloor:
    'Sinua ja tunnettuja botteja ei lasketa. Epäselvissä tapauksissa näytetään pienempi luku. Mitään ei ole keksitty.',
}
