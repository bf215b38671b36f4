/** Romanian. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const ro: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Cineva' },
  places: {
    ...inParentheses,
    country: (name, isIslands) => (isIslands ? null : `în ${name}`),
    city: (name) => `în ${name}`,
  },
  purchase: { bought: 'a cumpărat {product}', something: 'a făcut o cumpărătură' },
  conversion: { forGoal: 'a făcut o înscriere: {goal}', signedUp: 'a făcut o înscriere' },
  review: {
    quote: '„{words}”',
    stars: { one: 'a dat # stea', few: 'a dat # stele', other: 'a dat # de stele' },
    average: {
      one: '{average} · # recenzie',
      few: '{average} · # recenzii',
      other: '{average} · # de recenzii',
    },
    verified: 'recenzie verificată',
  },
  headings: {
    popular: 'Apreciat',
    selling_fast: 'Se vinde repede',
    order_soon: 'Comandă din timp',
    good_to_know: 'Bine de știut',
  },
  phrases: {
    close: 'Închide',
    region: 'Activitate recentă',
    lastHour: 'în ultima oră',
    hours: { one: 'acum # oră', few: 'acum # ore', other: 'acum # de ore' },
    days: { one: 'acum # zi', few: 'acum # zile', other: 'acum # de zile' },
    why: 'De ce văd acest mesaj?',
    gotIt: 'Am înțeles',
    turnOff: 'Dezactivează aici',
    copy: 'Copiază',
    copied: 'Copiat',
    stars: 'Notă: # din 5',
    left: { days: '{d} z {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Oferit de #',
  },
  windows: {
    minutes: {
      one: 'în ultimul minut',
      few: 'în ultimele # minute',
      other: 'în ultimele # de minute',
    },
    hours: { one: 'în ultima oră', few: 'în ultimele # ore', other: 'în ultimele # de ore' },
    days: { few: 'în ultimele # zile', other: 'în ultimele # de zile' },
  },
  sources: {
    rest_api: 'Trimis de serverul magazinului.',
    pixel: 'Trimis de o pagină a magazinului și aprobat de magazin.',
    import: 'Importat de magazin dintr-un fișier.',
    integration: 'Trimis de un serviciu conectat de magazin.',
  },
  why: {
    order: 'Este o comandă reală, plasată {within}.',
    signup: 'Este o înscriere reală, primită {within}.',
    review:
      'Este o recenzie reală, scrisă {within}. Poate fi scurtată, dar textul nu este modificat.',
    orders:
      'Este numărul de comenzi din acest magazin {within}, fiecare o singură dată. Pe pagina unui produs se numără doar comenzile acelui produs.',
    productOrders: 'Este numărul de comenzi pentru acest produs {within}, fiecare o singură dată.',
    signups: 'Este numărul de înscrieri {within}, fiecare adresă de e-mail o singură dată.',
    reviews:
      'Se numără recenziile {within} aprobate de magazin. Media nu este rotunjită niciodată în sus.',
    approvedReviews: 'Media și numărul includ toate recenziile aprobate de magazin.',
    publishedReviews:
      'Media și numărul sunt cele publicate de site-ul de recenzii pentru acest magazin.',
    names: 'Numele apar așa cum au fost introduse.',
    firstNames: 'Prenumele apar așa cum au fost introduse. Numele de familie nu apar niciodată.',
    noNames: 'Numele nu sunt afișate.',
    city: 'Un oraș este menționat doar dacă cel puțin # din aceeași perioadă provin de acolo.',
    byEither: 'Trimis de serverul magazinului sau de o pagină a magazinului și aprobat de magazin.',
    byAny:
      'Trimis de serverul magazinului, importat de magazin sau trimis de o pagină a magazinului și aprobat de magazin.',
    leftOut: 'Comenzile de test, anulate și rambursate sunt excluse.',
    stock: 'Stocul este cel indicat de pagina produsului.',
    stockFromFeed:
      'Stocul cu o oră dedesubt provine din datele de produs ale magazinului, citite la ora aceea.',
    source: 'Potrivit magazinului, au fost scrise pe {source}.',
  },
  chosenReviews: {
    other: 'Sunt afișate recenzii cu cel puțin # stele.',
  },
  cartCounter: {
    added: {
      one: 'Adăugat în încă # coș {window}',
      few: 'Adăugat în încă # coșuri {window}',
      other: 'Adăugat în încă # de coșuri {window}',
    },
    why: [
      'Este numărul de vizitatori care au adăugat acest produs în coș {window}.',
      'Coșul tău nu se numără și niciun vizitator nu se numără de două ori. Nu înseamnă că produsul este rezervat sau vândut.',
    ],
  },
  conversions: {
    signups: {
      one: '# înscriere {within}',
      few: '# înscrieri {within}',
      other: '# de înscrieri {within}',
    },
    forGoal: {
      one: '# înscriere {within}: {goal}',
      few: '# înscrieri {within}: {goal}',
      other: '# de înscrieri {within}: {goal}',
    },
  },
  custom: {
    from: 'Acest mesaj a fost scris de {shop}.',
    page: 'Părțile personalizate vin chiar din pagină.',
    title: 'Un mesaj de la {shop}',
    byHand: 'Magazinul l-a scris. Nu se bazează pe o comandă, o înscriere sau o recenzie.',
  },
  deliveryDate: {
    title: 'Livrare estimată',
    beforeCutOff: 'Comandă în {left}, livrare cel târziu {day}',
    afterCutOff: 'Comandă azi, livrare estimată: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}',
    lastDay: '{weekday}, {date}',
    why: [
      'Calculată din ora limită pentru comenzi și timpii de livrare ai magazinului, fără sărbători.',
      'Este o estimare. Numărătoarea inversă este reală: când se termină, toată lumea vede o dată ulterioară.',
    ],
  },
  discount: {
    off: '{amount} reducere',
    offScope: '{amount} reducere la {scope}',
    withCode: 'Cu codul {code}',
    withoutCode: 'Ofertă în curs',
    ends: 'se termină în {left}',
    why: 'Oferta este de la {shop}, cu cuvintele magazinului. Se aplică termenii magazinului.',
    whyEnd: 'Se termină în același moment pentru toți: {end}.',
  },
  freeDelivery: {
    missing: 'Mai lipsesc {missing} până la livrarea gratuită',
    reached: 'Ai livrare gratuită',
    empty: 'Livrare gratuită de la {amount}',
    why: [
      'Suma pentru livrare gratuită este stabilită de magazin.',
      'Suma lipsă se calculează din totalul coșului de pe această pagină. Coșul rămâne în browserul tău.',
    ],
  },
  purchases: {
    ofProduct: {
      one: 'Comandat o dată {within}',
      few: 'Comandat de # ori {within}',
      other: 'Comandat de # de ori {within}',
    },
    ofSite: {
      one: '# comandă pe {site} {within}',
      few: '# comenzi pe {site} {within}',
      other: '# de comenzi pe {site} {within}',
    },
  },
  sellingOut: {
    out: {
      one: 'Comandat o dată {within}, în stoc: {stock}',
      few: 'Comandat de # ori {within}, în stoc: {stock}',
      other: 'Comandat de # de ori {within}, în stoc: {stock}',
    },
    quickly: {
      one: 'Apreciat: comandat o dată {within}',
      few: 'Apreciat: comandat de # ori {within}',
      other: 'Apreciat: comandat de # de ori {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'Ultima bucată', few: 'Doar # rămase', other: 'Doar # rămase' },
    plain: { other: '# în stoc' },
    why: 'Este stocul exact indicat de pagina acestui magazin.',
    whyScarce: 'Magazinul nu așteaptă reaprovizionare înainte de {day}.',
    whyPlain: 'Magazinul se poate reaproviziona oricând.',
  },
  visitor: {
    now: {
      one: 'Încă # persoană se uită la asta acum',
      few: 'Încă # persoane se uită la asta acum',
      other: 'Încă # de persoane se uită la asta acum',
    },
    within: {
      one: 'Încă # persoană a văzut asta {window}',
      few: 'Încă # persoane au văzut asta {window}',
      other: 'Încă # de persoane au văzut asta {window}',
    },
    whyNow: 'Este numărul de vizitatori care au fost pe această pagină în ultimele 5 minute.',
    whyWithin: 'Este numărul de vizitatori unici ai acestei pagini {window}.',
  },
  visitors: {
    now: {
      one: 'Încă # persoană este pe {shop} acum',
      few: 'Încă # persoane sunt pe {shop} acum',
      other: 'Încă # de persoane sunt pe {shop} acum',
    },
    within: {
      one: 'Încă # persoană a vizitat {shop} {window}',
      few: 'Încă # persoane au vizitat {shop} {window}',
      other: 'Încă # de persoane au vizitat {shop} {window}',
    },
    whyNow: 'Este numărul de vizitatori care au fost oriunde pe site în ultimele 5 minute.',
    whyWithin: 'Este numărul de vizitatori unici ai întregului site {window}.',
  },
  presenceFloor:
    'Vizita ta și boții cunoscuți nu se numără. Dacă există dubii, apare numărul mai mic. Nimic nu este inventat.',
}
