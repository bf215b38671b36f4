/** Dutch. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const nl: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Iemand' },
  places: {
    country: (name, isIslands) => (isIslands ? null : `in ${name}`),
    city: (name) => `in ${name}`,
    irregular: {
      AE: 'in de Verenigde Arabische Emiraten',
      AW: 'op Aruba',
      BB: 'op Barbados',
      BS: 'op de Bahama’s',
      CF: 'in de Centraal-Afrikaanse Republiek',
      CU: 'op Cuba',
      CW: 'op Curaçao',
      CY: 'op Cyprus',
      DO: 'in de Dominicaanse Republiek',
      GB: 'in het Verenigd Koninkrijk',
      GP: 'op Guadeloupe',
      JM: 'op Jamaica',
      KM: 'op de Comoren',
      MQ: 'op Martinique',
      MT: 'op Malta',
      MU: 'op Mauritius',
      MV: 'op de Malediven',
      PH: 'op de Filipijnen',
      RE: 'op Réunion',
      SC: 'op de Seychellen',
      US: 'in de Verenigde Staten',
    },
  },
  purchase: { bought: 'kocht {product}', something: 'heeft iets gekocht' },
  conversion: { forGoal: 'heeft zich aangemeld: {goal}', signedUp: 'heeft zich aangemeld' },
  review: {
    quote: '‘{words}’',
    stars: { one: 'gaf # ster', other: 'gaf # sterren' },
    average: { one: '{average} · # beoordeling', other: '{average} · # beoordelingen' },
    verified: 'geverifieerd',
  },
  headings: {
    popular: 'Populair',
    selling_fast: 'Verkoopt snel',
    order_soon: 'Bestel op tijd',
    good_to_know: 'Goed om te weten',
  },
  phrases: {
    close: 'Sluiten',
    region: 'Recente activiteit',
    lastHour: 'in het afgelopen uur',
    hours: { other: '# uur geleden' },
    days: { one: '# dag geleden', other: '# dagen geleden' },
    why: 'Waarom zie ik dit?',
    gotIt: 'Begrepen',
    turnOff: 'Hier uitzetten',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    stars: '# van 5 sterren',
    left: { days: '{d} d {h} u', hours: '{h} u {m} min', minutes: '{m} min' },
    brand: 'Mogelijk gemaakt door #',
  },
  windows: {
    minutes: { one: 'in de afgelopen minuut', other: 'in de afgelopen # minuten' },
    hours: { one: 'in het afgelopen uur', other: 'in de afgelopen # uur' },
    days: { other: 'in de afgelopen # dagen' },
  },
  sources: {
    rest_api: 'Gemeld door de server van de winkel.',
    pixel: 'Gemeld door een pagina van de winkel en door de winkel goedgekeurd.',
    import: 'De winkel heeft dit uit een bestand geïmporteerd.',
    integration: 'Gemeld door een dienst die de winkel heeft gekoppeld.',
  },
  why: {
    order: 'Dit is een echte bestelling, geplaatst {within}.',
    signup: 'Dit is een echte aanmelding, ontvangen {within}.',
    review:
      'Dit is een echte beoordeling, geschreven {within}. Ze kan ingekort zijn, maar de tekst is niet veranderd.',
    orders:
      'Dit is het aantal bestellingen in deze winkel {within}, elke bestelling één keer. Op een productpagina tellen alleen bestellingen van dat product.',
    productOrders:
      'Dit is het aantal bestellingen van dit product {within}, elke bestelling één keer.',
    signups: 'Dit is het aantal aanmeldingen {within}, elk e-mailadres één keer.',
    reviews:
      'Alle beoordelingen {within} die de winkel heeft goedgekeurd, tellen mee. Het gemiddelde wordt nooit naar boven afgerond.',
    approvedReviews:
      'Gemiddelde en aantal gelden voor alle beoordelingen die de winkel heeft goedgekeurd.',
    publishedReviews:
      'Gemiddelde en aantal zijn die welke de beoordelingssite voor deze winkel publiceert.',
    names: 'Namen worden getoond zoals ze zijn opgegeven.',
    firstNames: 'Voornamen worden getoond zoals ze zijn opgegeven, achternamen nooit.',
    noNames: 'Namen worden niet getoond.',
    city: 'Een stad wordt alleen genoemd als er in dezelfde periode minstens # daarvandaan kwamen.',
    byEither:
      'Gemeld door de server van de winkel, of door een pagina van de winkel en door de winkel goedgekeurd.',
    byAny:
      'Gemeld door de server van de winkel, door de winkel uit een bestand geïmporteerd, of gemeld door een pagina van de winkel en door de winkel goedgekeurd.',
    leftOut: 'Testbestellingen en geannuleerde of terugbetaalde bestellingen tellen niet mee.',
    stock: 'De voorraad komt van de productpagina.',
    stockFromFeed:
      'Voorraad met een tijd eronder komt uit de productgegevens van de winkel, die toen zijn gelezen.',
    source: 'Volgens de winkel zijn ze geschreven op {source}.',
  },
  chosenReviews: {
    other: 'Getoond worden beoordelingen met minstens # sterren.',
  },
  cartCounter: {
    added: {
      one: 'In # andere winkelwagen gelegd {window}',
      other: 'In # andere winkelwagens gelegd {window}',
    },
    why: [
      'Dit is het aantal bezoekers dat dit product {window} in de winkelwagen heeft gelegd.',
      'Je eigen winkelwagen telt niet mee en geen bezoeker telt dubbel. Het betekent niet dat het product gereserveerd of verkocht is.',
    ],
  },
  conversions: {
    signups: { one: '# aanmelding {within}', other: '# aanmeldingen {within}' },
    forGoal: { one: '# aanmelding {within}: {goal}', other: '# aanmeldingen {within}: {goal}' },
  },
  custom: {
    from: 'Dit bericht is geschreven door {shop}.',
    page: 'Persoonlijke onderdelen komen van de pagina zelf.',
    title: 'Een bericht van {shop}',
    byHand:
      'De winkel heeft het zelf geschreven. Het is niet gebaseerd op een bestelling, aanmelding of beoordeling.',
  },
  deliveryDate: {
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
  discount: {
    off: '{amount} korting',
    offScope: '{amount} korting op {scope}',
    withCode: 'Met code {code}',
    withoutCode: 'Nu geldig',
    ends: 'eindigt over {left}',
    why: 'Dit is een aanbieding van {shop}, in eigen woorden. De voorwaarden van de winkel gelden.',
    whyEnd: 'De aanbieding eindigt voor iedereen op hetzelfde moment: {end}.',
  },
  freeDelivery: {
    missing: 'Nog {missing} tot gratis bezorging',
    reached: 'Je bezorging is gratis',
    empty: 'Gratis bezorging vanaf {amount}',
    why: [
      'De winkel bepaalt vanaf welk bedrag de bezorging gratis is.',
      'Het ontbrekende bedrag wordt berekend op basis van het totaal van je winkelwagen op deze pagina. Je winkelwagen blijft in je browser.',
    ],
  },
  purchases: {
    ofProduct: { other: '{within} # keer besteld' },
    ofSite: {
      one: '# bestelling bij {site} {within}',
      other: '# bestellingen bij {site} {within}',
    },
  },
  sellingOut: {
    out: { other: '{within} # keer besteld, nog {stock} over' },
    quickly: { other: 'Populair: {within} # keer besteld' },
  },
  stockLevel: {
    scarce: { one: 'Laatste exemplaar', other: 'Nog maar # over' },
    plain: { other: '# op voorraad' },
    why: 'Dit is de exacte voorraad volgens de pagina van deze winkel.',
    whyScarce: 'De winkel verwacht vóór {day} geen nieuwe voorraad.',
    whyPlain: 'Er kan op elk moment nieuwe voorraad komen.',
  },
  visitor: {
    now: { one: '# andere persoon bekijkt dit nu', other: '# anderen bekijken dit nu' },
    within: {
      one: '# andere persoon bekeek dit {window}',
      other: '# anderen bekeken dit {window}',
    },
    whyNow: 'Dit is het aantal bezoekers dat in de afgelopen 5 minuten op deze pagina was.',
    whyWithin: 'Dit is het aantal unieke bezoekers van deze pagina {window}.',
  },
  visitors: {
    now: { one: '# andere persoon is nu op {shop}', other: '# anderen zijn nu op {shop}' },
    within: {
      one: '# andere persoon bezocht {shop} {window}',
      other: '# anderen bezochten {shop} {window}',
    },
    whyNow: 'Dit is het aantal bezoekers dat in de afgelopen 5 minuten ergens op de site was.',
    whyWithin: 'Dit is het aantal unieke bezoekers van de hele site {window}.',
  },
  presenceFloor:
    'Jijzelf en bekende bots tellen niet mee. Bij twijfel staat hier het laagste aantal. Niets is verzonnen.',
}
