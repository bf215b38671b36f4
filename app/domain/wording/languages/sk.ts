/** Slovak. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const sk: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Niekto' },
  places: inParentheses,
  purchase: { bought: 'nákup: {product}', something: 'nákup v obchode' },
  conversion: { forGoal: 'registrácia: {goal}', signedUp: 'registrácia' },
  review: {
    quote: '„{words}“',
    stars: {
      one: 'hodnotenie: # hviezdička',
      few: 'hodnotenie: # hviezdičky',
      other: 'hodnotenie: # hviezdičiek',
    },
    average: {
      one: '{average} · # recenzia',
      few: '{average} · # recenzie',
      other: '{average} · # recenzií',
    },
    verified: 'overené',
  },
  headings: {
    popular: 'Obľúbené',
    selling_fast: 'Rýchlo sa predáva',
    order_soon: 'Objednajte včas',
    good_to_know: 'Dobré vedieť',
  },
  phrases: {
    close: 'Zavrieť',
    region: 'Nedávna aktivita',
    lastHour: 'za poslednú hodinu',
    hours: { one: 'pred # hodinou', other: 'pred # hodinami' },
    days: { one: 'pred # dňom', other: 'pred # dňami' },
    why: 'Prečo to vidím?',
    gotIt: 'Rozumiem',
    turnOff: 'Tu vypnúť',
    copy: 'Kopírovať',
    copied: 'Skopírované',
    stars: 'Hodnotenie: # z 5',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Zabezpečuje #',
  },
  windows: {
    minutes: {
      one: 'za poslednú minútu',
      few: 'za posledné # minúty',
      other: 'za posledných # minút',
    },
    hours: {
      one: 'za poslednú hodinu',
      few: 'za posledné # hodiny',
      other: 'za posledných # hodín',
    },
    days: { few: 'za posledné # dni', other: 'za posledných # dní' },
  },
  sources: {
    rest_api: 'Údaj odoslal server obchodu.',
    pixel: 'Údaj odoslala stránka obchodu a obchod ho schválil.',
    import: 'Obchod to importoval zo súboru.',
    integration: 'Údaj odoslala služba, ktorú obchod prepojil.',
  },
  why: {
    order: 'Toto je skutočná objednávka ({within}).',
    signup: 'Toto je skutočná registrácia ({within}).',
    review: 'Toto je skutočná recenzia ({within}). Môže byť skrátená, ale jej slová sa nemenia.',
    orders:
      'Je to počet objednávok v tomto obchode {within}, každá sa počíta raz. Na stránke produktu sa počítajú len objednávky tohto produktu.',
    productOrders: 'Je to počet objednávok tohto produktu {within}, každá sa počíta raz.',
    signups: 'Je to počet registrácií {within}, každá e-mailová adresa raz.',
    reviews:
      'Počítajú sa recenzie {within}, ktoré obchod schválil. Priemer sa nikdy nezaokrúhľuje nahor.',
    approvedReviews: 'Priemer a počet zahŕňajú všetky recenzie, ktoré obchod schválil.',
    publishedReviews: 'Priemer a počet zverejňuje o tomto obchode web s recenziami.',
    names: 'Mená sa zobrazujú tak, ako boli uvedené.',
    firstNames: 'Krstné mená sa zobrazujú tak, ako boli uvedené. Priezviská sa nezobrazujú nikdy.',
    noNames: 'Mená sa nezobrazujú.',
    city: 'Mesto sa uvádza, len ak ich odtiaľ v rovnakom období prišlo aspoň #.',
    byEither: 'Údaj odoslal server obchodu, alebo stránka obchodu a obchod ho schválil.',
    byAny:
      'Údaj odoslal server obchodu, obchod ho importoval zo súboru, alebo ho odoslala stránka obchodu a obchod ho schválil.',
    leftOut: 'Testovacie, zrušené a vrátené objednávky sa nepočítajú.',
    stock: 'Stav zásob pochádza zo stránky produktu.',
    stockFromFeed:
      'Zásoba s časom pod ňou pochádza z produktových údajov obchodu, načítaných v tom čase.',
    source: 'Podľa obchodu boli napísané na {source}.',
  },
  chosenReviews: {
    other: 'Zobrazujú sa recenzie s hodnotením aspoň #.',
  },
  cartCounter: {
    added: {
      one: 'Pridané do # ďalšieho košíka {window}',
      other: 'Pridané do # ďalších košíkov {window}',
    },
    why: [
      'Je to počet návštevníkov, ktorí si tento produkt pridali do košíka {window}.',
      'Váš košík sa nepočíta a žiadny návštevník sa nepočíta dvakrát. Neznamená to, že produkt je rezervovaný alebo predaný.',
    ],
  },
  conversions: {
    signups: {
      one: '# registrácia {within}',
      few: '# registrácie {within}',
      other: '# registrácií {within}',
    },
    forGoal: {
      one: '# registrácia {within}: {goal}',
      few: '# registrácie {within}: {goal}',
      other: '# registrácií {within}: {goal}',
    },
  },
  custom: {
    from: 'Autorom tejto správy je {shop}.',
    page: 'Osobné údaje v nej pochádzajú zo samotnej stránky.',
    title: 'Správa od {shop}',
    byHand: 'Napísal ju obchod. Nevychádza z objednávky, registrácie ani recenzie.',
  },
  deliveryDate: {
    title: 'Predpokladané doručenie',
    beforeCutOff: 'Objednajte do {left}, doručenie najneskôr: {day}',
    afterCutOff: 'Objednajte dnes, predpokladané doručenie: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}.',
    lastDay: '{weekday} {date}',
    why: [
      'Vypočítané z uzávierky objednávok a času doručenia, ktoré uvádza obchod, bez sviatkov.',
      'Je to odhad. Odpočet je skutočný: keď sa skončí, všetci uvidia neskorší dátum.',
    ],
  },
  discount: {
    off: 'Zľava {amount}',
    offScope: 'Zľava {amount} na {scope}',
    withCode: 'S kódom {code}',
    withoutCode: 'Ponuka platí',
    ends: 'končí sa o {left}',
    why: 'Toto je ponuka od {shop}, slovami obchodu. Platia podmienky obchodu.',
    whyEnd: 'Pre všetkých sa končí v rovnakom okamihu: {end}.',
  },
  freeDelivery: {
    missing: 'Do dopravy zadarmo chýba {missing}',
    reached: 'Máte dopravu zadarmo',
    empty: 'Doprava zadarmo od {amount}',
    why: [
      'Sumu pre dopravu zadarmo určuje obchod.',
      'Chýbajúca suma sa počíta z hodnoty košíka na tejto stránke. Košík zostáva vo vašom prehliadači.',
    ],
  },
  purchases: {
    ofProduct: { other: 'Objednané #× {within}' },
    ofSite: {
      one: '# objednávka na {site} {within}',
      few: '# objednávky na {site} {within}',
      other: '# objednávok na {site} {within}',
    },
  },
  sellingOut: {
    out: { other: 'Objednané #× {within}, zostáva: {stock}' },
    quickly: { other: 'Obľúbené: objednané #× {within}' },
  },
  stockLevel: {
    scarce: { one: 'Posledný kus', few: 'Zostávajú len # kusy', other: 'Zostáva len # kusov' },
    plain: { one: '# kus na sklade', few: '# kusy na sklade', other: '# kusov na sklade' },
    why: 'Je to presný stav zásob podľa stránky tohto obchodu.',
    whyScarce: 'Obchod nečaká doplnenie pred {day}.',
    whyPlain: 'Obchod môže zásoby kedykoľvek doplniť.',
  },
  visitor: {
    now: {
      one: 'Práve si to prezerá # ďalší človek',
      few: 'Práve si to prezerajú # ďalší ľudia',
      other: 'Práve si to prezerá # ďalších ľudí',
    },
    within: {
      one: '# ďalší človek si to prezrel {window}',
      few: '# ďalší ľudia si to prezreli {window}',
      other: '# ďalších ľudí si to prezrelo {window}',
    },
    whyNow: 'Je to počet návštevníkov, ktorí boli na tejto stránke za posledných 5 minút.',
    whyWithin: 'Je to počet unikátnych návštevníkov tejto stránky {window}.',
  },
  visitors: {
    now: {
      one: 'Práve je na {shop} # ďalší človek',
      few: 'Práve sú na {shop} # ďalší ľudia',
      other: 'Práve je na {shop} # ďalších ľudí',
    },
    within: {
      one: '# ďalší človek navštívil {shop} {window}',
      few: '# ďalší ľudia navštívili {shop} {window}',
      other: '# ďalších ľudí navštívilo {shop} {window}',
    },
    whyNow: 'Je to počet návštevníkov, ktorí boli kdekoľvek na webe za posledných 5 minút.',
    whyWithin: 'Je to počet unikátnych návštevníkov celého webu {window}.',
  },
  presenceFloor:
    'Vy ani známe roboty sa nepočítate. V prípade pochybností ukazujeme nižšie číslo. Nič nie je vymyslené.',
}
