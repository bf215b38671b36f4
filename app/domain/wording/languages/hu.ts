/** Hungarian. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const hu: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Valaki' },
  places: inParentheses,
  purchase: { bought: 'ezt vette: {product}', something: 'vásárolt valamit' },
  conversion: { forGoal: 'feliratkozás: {goal}', signedUp: 'feliratkozott' },
  review: {
    quote: '„{words}”',
    stars: { other: '# csillagot adott' },
    average: { other: '{average} · # értékelés' },
    verified: 'ellenőrzött',
  },
  headings: {
    popular: 'Népszerű',
    selling_fast: 'Gyorsan fogy',
    order_soon: 'Rendelje meg időben',
    good_to_know: 'Jó tudni',
  },
  phrases: {
    close: 'Bezárás',
    region: 'Legutóbbi aktivitás',
    lastHour: 'az elmúlt órában',
    hours: { other: '# órája' },
    days: { other: '# napja' },
    why: 'Miért látom ezt?',
    gotIt: 'Értem',
    turnOff: 'Kikapcsolás itt',
    copy: 'Másolás',
    copied: 'Másolva',
    stars: 'Értékelés: # az 5-ből',
    left: { days: '{d} nap {h} ó', hours: '{h} ó {m} p', minutes: '{m} p' },
    brand: 'Szolgáltató: #',
  },
  windows: {
    minutes: { one: 'az elmúlt percben', other: 'az elmúlt # percben' },
    hours: { one: 'az elmúlt órában', other: 'az elmúlt # órában' },
    days: { other: 'az elmúlt # napban' },
  },
  sources: {
    rest_api: 'Az adatot a bolt szervere küldte.',
    pixel: 'Az adatot a bolt egyik oldala küldte, és a bolt jóváhagyta.',
    import: 'Az adatot a bolt fájlból importálta.',
    integration: 'Az adatot a bolthoz kapcsolt szolgáltatás küldte.',
  },
  why: {
    order: 'Ez egy valódi rendelés, amely {within} érkezett.',
    signup: 'Ez egy valódi feliratkozás, amely {within} érkezett.',
    review:
      'Ez egy valódi értékelés, amely {within} született. Rövidíthettük, de a szövegét nem változtattuk meg.',
    orders:
      'Ez a bolt rendeléseinek száma {within}, mindegyik egyszer számít. Termékoldalon csak az adott termék rendelései számítanak.',
    productOrders: 'Ez a termék rendeléseinek száma {within}, mindegyik egyszer számít.',
    signups: 'Ez a feliratkozások száma {within}, minden e-mail-cím egyszer számít.',
    reviews:
      'A bolt által jóváhagyott értékelések számítanak {within}. Az átlagot soha nem kerekítjük felfelé.',
    approvedReviews: 'Az átlag és a szám a bolt által jóváhagyott összes értékelésre vonatkozik.',
    publishedReviews: 'Az átlagot és a számot az értékelőoldal teszi közzé erről a boltról.',
    names: 'A neveket úgy mutatjuk, ahogy megadták őket.',
    firstNames:
      'A keresztneveket úgy mutatjuk, ahogy megadták őket. Vezetéknevet soha nem mutatunk.',
    noNames: 'Neveket nem mutatunk.',
    city: 'Várost csak akkor említünk, ha ugyanabban az időszakban legalább # érkezett onnan.',
    byEither: 'Az adatot a bolt szervere küldte, vagy a bolt egyik oldala, és a bolt jóváhagyta.',
    byAny:
      'Az adatot a bolt szervere küldte, a bolt fájlból importálta, vagy a bolt egyik oldala küldte, és a bolt jóváhagyta.',
    leftOut: 'A teszt-, lemondott és visszatérített rendelések nem számítanak.',
    stock: 'A készlet a termékoldalról származik.',
    stockFromFeed:
      'Az a készlet, amely alatt időpont áll, a bolt akkor beolvasott termékadataiból származik.',
    source: 'A bolt szerint itt írták őket: {source}.',
  },
  chosenReviews: {
    other: 'A legalább # csillagos értékelések láthatók.',
  },
  cartCounter: {
    added: { other: '{window} # másik kosárba tették' },
    why: [
      'Azokat a látogatókat számoljuk, akik a terméket {window} a kosarukba tették.',
      'Az Ön kosara nem számít, és egy látogató sem számít kétszer. Ez nem jelenti, hogy a termék foglalt vagy elkelt.',
    ],
  },
  conversions: {
    signups: { other: '# feliratkozás {within}' },
    forGoal: { other: '# feliratkozás {within}: {goal}' },
  },
  custom: {
    from: 'Ezt az üzenetet írta: {shop}.',
    page: 'A személyre szabott részek magáról az oldalról származnak.',
    title: 'Üzenet innen: {shop}',
    byHand: 'A bolt írta. Nem rendelésen, feliratkozáson vagy értékelésen alapul.',
  },
  deliveryDate: {
    title: 'Várható kézbesítés',
    beforeCutOff: 'Rendelési idő: {left}, kézbesítés legkésőbb: {day}',
    afterCutOff: 'Rendelje meg ma, várható kézbesítés: {days}',
    day: '{date}, {weekday}',
    firstDay: '{number}., {weekday}',
    lastDay: '{date}, {weekday}',
    why: [
      'A bolt rendelési határidejéből és szállítási idejéből számítva, az ünnepnapok nélkül.',
      'Ez becslés. A visszaszámlálás valódi: ha lejár, mindenki későbbi dátumot lát.',
    ],
  },
  discount: {
    off: '{amount} kedvezmény',
    offScope: '{amount} kedvezmény: {scope}',
    withCode: 'Kód: {code}',
    withoutCode: 'Az ajánlat érvényes',
    ends: 'hátralévő idő: {left}',
    why: 'Ezt az ajánlatot {shop} írta. A bolt feltételei érvényesek.',
    whyEnd: 'Mindenkinek ugyanakkor ér véget: {end}.',
  },
  freeDelivery: {
    missing: 'Az ingyenes szállításhoz hiányzik: {missing}',
    reached: 'A szállítás ingyenes',
    empty: 'Ingyenes szállítás ettől az összegtől: {amount}',
    why: [
      'Az ingyenes szállítás összeghatárát a bolt szabja meg.',
      'A hiányzó összeget az oldalon látható kosárértékből számítjuk. A kosara a böngészőjében marad.',
    ],
  },
  purchases: {
    ofProduct: { other: '# rendelés {within}' },
    ofSite: { other: '# rendelés {within} ({site})' },
  },
  sellingOut: {
    out: { other: '# rendelés {within}, készlet: {stock}' },
    quickly: { other: 'Népszerű: # rendelés {within}' },
  },
  stockLevel: {
    scarce: { one: 'Utolsó darab', other: 'Már csak # darab' },
    plain: { other: '# darab raktáron' },
    why: 'Ez a bolt oldala által megadott pontos készlet.',
    whyScarce: 'A bolt eddig nem vár új készletet: {day}.',
    whyPlain: 'A bolt bármikor kaphat új készletet.',
  },
  visitor: {
    now: { other: '# másik személy nézi ezt most' },
    within: { other: '# másik személy nézte ezt {window}' },
    whyNow: 'Azokat a látogatókat számoljuk, akik az elmúlt 5 percben ezen az oldalon jártak.',
    whyWithin: 'Az oldal egyedi látogatóinak száma {window}.',
  },
  visitors: {
    now: { other: '# másik személy van most itt: {shop}' },
    within: { other: '# másik személy járt itt {window}: {shop}' },
    whyNow: 'Azokat a látogatókat számoljuk, akik az elmúlt 5 percben bárhol a webhelyen jártak.',
    whyWithin: 'A teljes webhely egyedi látogatóinak száma {window}.',
  },
  presenceFloor:
    'Ön és az ismert robotok nem számítanak. Kétség esetén a kisebb szám látható. Semmi sem kitalált.',
}
