/** Czech. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const cs: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Někdo' },
  places: inParentheses,
  purchase: { bought: 'nákup: {product}', something: 'nákup v obchodě' },
  conversion: { forGoal: 'registrace: {goal}', signedUp: 'registrace' },
  review: {
    quote: '„{words}“',
    stars: {
      one: 'hodnocení: # hvězdička',
      few: 'hodnocení: # hvězdičky',
      other: 'hodnocení: # hvězdiček',
    },
    average: {
      one: '{average} · # recenze',
      few: '{average} · # recenze',
      other: '{average} · # recenzí',
    },
    verified: 'ověřeno',
  },
  headings: {
    popular: 'Oblíbené',
    selling_fast: 'Rychle se prodává',
    order_soon: 'Objednejte včas',
    good_to_know: 'Dobré vědět',
  },
  phrases: {
    close: 'Zavřít',
    region: 'Nedávná aktivita',
    lastHour: 'za poslední hodinu',
    hours: { one: 'před # hodinou', other: 'před # hodinami' },
    days: { one: 'před # dnem', other: 'před # dny' },
    why: 'Proč to vidím?',
    gotIt: 'Rozumím',
    turnOff: 'Zde vypnout',
    copy: 'Kopírovat',
    copied: 'Zkopírováno',
    stars: 'Hodnocení: # z 5',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Zajišťuje #',
  },
  windows: {
    minutes: {
      one: 'za poslední minutu',
      few: 'za poslední # minuty',
      other: 'za posledních # minut',
    },
    hours: {
      one: 'za poslední hodinu',
      few: 'za poslední # hodiny',
      other: 'za posledních # hodin',
    },
    days: { few: 'za poslední # dny', other: 'za posledních # dní' },
  },
  sources: {
    rest_api: 'Údaj odeslal server obchodu.',
    pixel: 'Údaj odeslala stránka obchodu a obchod ho schválil.',
    import: 'Obchod to importoval ze souboru.',
    integration: 'Údaj odeslala služba, kterou obchod propojil.',
  },
  why: {
    order: 'Toto je skutečná objednávka ({within}).',
    signup: 'Toto je skutečná registrace ({within}).',
    review: 'Toto je skutečná recenze ({within}). Může být zkrácená, ale její slova se nemění.',
    orders:
      'Je to počet objednávek v tomto obchodě {within}, každá se počítá jednou. Na stránce produktu se počítají jen objednávky tohoto produktu.',
    productOrders: 'Je to počet objednávek tohoto produktu {within}, každá se počítá jednou.',
    signups: 'Je to počet registrací {within}, každá e-mailová adresa jednou.',
    reviews:
      'Počítají se recenze {within}, které obchod schválil. Průměr se nikdy nezaokrouhluje nahoru.',
    approvedReviews: 'Průměr a počet zahrnují všechny recenze, které obchod schválil.',
    publishedReviews: 'Průměr a počet zveřejňuje o tomto obchodě web s recenzemi.',
    names: 'Jména se zobrazují tak, jak byla uvedena.',
    firstNames: 'Křestní jména se zobrazují tak, jak byla uvedena. Příjmení se nezobrazují nikdy.',
    noNames: 'Jména se nezobrazují.',
    city: 'Město se uvádí, jen když jich odtud ve stejném období přišlo alespoň #.',
    byEither: 'Údaj odeslal server obchodu, nebo stránka obchodu a obchod ho schválil.',
    byAny:
      'Údaj odeslal server obchodu, obchod ho importoval ze souboru, nebo ho odeslala stránka obchodu a obchod ho schválil.',
    leftOut: 'Testovací, zrušené a vrácené objednávky se nepočítají.',
    stock: 'Stav zásob pochází ze stránky produktu.',
    stockFromFeed: 'Zásoba s časem pod ní pochází z produktových dat obchodu, načtených v tu dobu.',
    source: 'Podle obchodu byly napsány na {source}.',
  },
  chosenReviews: {
    other: 'Zobrazují se recenze s hodnocením alespoň #.',
  },
  cartCounter: {
    added: {
      one: 'Přidáno do # dalšího košíku {window}',
      other: 'Přidáno do # dalších košíků {window}',
    },
    why: [
      'Je to počet návštěvníků, kteří si tento produkt přidali do košíku {window}.',
      'Váš košík se nepočítá a žádný návštěvník se nepočítá dvakrát. Neznamená to, že je produkt rezervovaný nebo prodaný.',
    ],
  },
  conversions: {
    signups: {
      one: '# registrace {within}',
      few: '# registrace {within}',
      other: '# registrací {within}',
    },
    forGoal: {
      one: '# registrace {within}: {goal}',
      few: '# registrace {within}: {goal}',
      other: '# registrací {within}: {goal}',
    },
  },
  custom: {
    from: 'Autorem této zprávy je {shop}.',
    page: 'Osobní údaje v ní pocházejí ze samotné stránky.',
    title: 'Zpráva od {shop}',
    byHand: 'Napsal ji obchod. Nevychází z objednávky, registrace ani recenze.',
  },
  deliveryDate: {
    title: 'Předpokládané doručení',
    beforeCutOff: 'Objednejte do {left}, doručení nejpozději: {day}',
    afterCutOff: 'Objednejte dnes, předpokládané doručení: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}.',
    lastDay: '{weekday} {date}',
    why: [
      'Vypočteno z uzávěrky objednávek a doby doručení, které uvádí obchod, bez svátků.',
      'Je to odhad. Odpočet je skutečný: až skončí, všichni uvidí pozdější datum.',
    ],
  },
  discount: {
    off: 'Sleva {amount}',
    offScope: 'Sleva {amount} na {scope}',
    withCode: 'S kódem {code}',
    withoutCode: 'Nabídka platí',
    ends: 'končí za {left}',
    why: 'Toto je nabídka od {shop}, slovy obchodu. Platí podmínky obchodu.',
    whyEnd: 'Pro všechny končí ve stejný okamžik: {end}.',
  },
  freeDelivery: {
    missing: 'Do dopravy zdarma zbývá {missing}',
    reached: 'Máte dopravu zdarma',
    empty: 'Doprava zdarma od {amount}',
    why: [
      'Částku pro dopravu zdarma určuje obchod.',
      'Zbývající částka se počítá z hodnoty košíku na této stránce. Košík zůstává ve vašem prohlížeči.',
    ],
  },
  purchases: {
    ofProduct: { other: 'Objednáno #× {within}' },
    ofSite: {
      one: '# objednávka na {site} {within}',
      few: '# objednávky na {site} {within}',
      other: '# objednávek na {site} {within}',
    },
  },
  sellingOut: {
    out: { other: 'Objednáno #× {within}, zbývá: {stock}' },
    quickly: { other: 'Oblíbené: objednáno #× {within}' },
  },
  stockLevel: {
    scarce: { one: 'Poslední kus', few: 'Zbývají jen # kusy', other: 'Zbývá jen # kusů' },
    plain: { one: '# kus skladem', few: '# kusy skladem', other: '# kusů skladem' },
    why: 'Je to přesný stav zásob podle stránky tohoto obchodu.',
    whyScarce: 'Obchod nečeká doplnění před {day}.',
    whyPlain: 'Obchod může zásoby kdykoli doplnit.',
  },
  visitor: {
    now: {
      one: 'Právě si to prohlíží # další člověk',
      few: 'Právě si to prohlížejí # další lidé',
      other: 'Právě si to prohlíží # dalších lidí',
    },
    within: {
      one: '# další člověk si to prohlédl {window}',
      few: '# další lidé si to prohlédli {window}',
      other: '# dalších lidí si to prohlédlo {window}',
    },
    whyNow: 'Je to počet návštěvníků, kteří byli na této stránce za posledních 5 minut.',
    whyWithin: 'Je to počet unikátních návštěvníků této stránky {window}.',
  },
  visitors: {
    now: {
      one: 'Právě je na {shop} # další člověk',
      few: 'Právě jsou na {shop} # další lidé',
      other: 'Právě je na {shop} # dalších lidí',
    },
    within: {
      one: '# další člověk navštívil {shop} {window}',
      few: '# další lidé navštívili {shop} {window}',
      other: '# dalších lidí navštívilo {shop} {window}',
    },
    whyNow: 'Je to počet návštěvníků, kteří byli kdekoli na webu za posledních 5 minut.',
    whyWithin: 'Je to počet unikátních návštěvníků celého webu {window}.',
  },
  presenceFloor:
    'Vy ani známí roboti se nepočítáte. V případě pochybností ukazujeme nižší číslo. Nic není vymyšlené.',
}
