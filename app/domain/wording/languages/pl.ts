/** Polish. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const pl: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Ktoś' },
  places: inParentheses,
  purchase: { bought: 'zakup: {product}', something: 'zakup w sklepie' },
  conversion: { forGoal: 'zapis: {goal}', signedUp: 'zapis' },
  review: {
    quote: '„{words}”',
    stars: { one: 'ocena: # gwiazdka', few: 'ocena: # gwiazdki', other: 'ocena: # gwiazdek' },
    average: {
      one: '{average} · # opinia',
      few: '{average} · # opinie',
      other: '{average} · # opinii',
    },
    verified: 'zweryfikowana',
  },
  headings: {
    popular: 'Popularne',
    selling_fast: 'Szybko się sprzedaje',
    order_soon: 'Zamów na czas',
    good_to_know: 'Warto wiedzieć',
  },
  phrases: {
    close: 'Zamknij',
    region: 'Ostatnia aktywność',
    lastHour: 'w ciągu ostatniej godziny',
    hours: { one: '# godzinę temu', few: '# godziny temu', other: '# godzin temu' },
    days: { one: '# dzień temu', other: '# dni temu' },
    why: 'Dlaczego to widzę?',
    gotIt: 'Rozumiem',
    turnOff: 'Wyłącz tutaj',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    stars: 'Ocena: # na 5',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Obsługiwane przez #',
  },
  windows: {
    minutes: { one: 'w ciągu ostatniej minuty', other: 'w ciągu ostatnich # minut' },
    hours: { one: 'w ciągu ostatniej godziny', other: 'w ciągu ostatnich # godzin' },
    days: { other: 'w ciągu ostatnich # dni' },
  },
  sources: {
    rest_api: 'Informację przesłał serwer sklepu.',
    pixel: 'Informację przesłała strona sklepu, a sklep ją zatwierdził.',
    import: 'Sklep zaimportował to z pliku.',
    integration: 'Informację przesłała usługa połączona przez sklep.',
  },
  why: {
    order: 'To prawdziwe zamówienie złożone {within}.',
    signup: 'To prawdziwy zapis otrzymany {within}.',
    review: 'To prawdziwa opinia napisana {within}. Może być skrócona, ale jej słów nie zmieniono.',
    orders:
      'To liczba zamówień w tym sklepie {within}, każde liczone raz. Na stronie produktu liczą się tylko zamówienia tego produktu.',
    productOrders: 'To liczba zamówień tego produktu {within}, każde liczone raz.',
    signups: 'To liczba zapisów {within}, każdy adres e-mail liczony raz.',
    reviews:
      'Liczone są opinie {within} zatwierdzone przez sklep. Średnia nigdy nie jest zaokrąglana w górę.',
    approvedReviews: 'Średnia i liczba obejmują wszystkie opinie zatwierdzone przez sklep.',
    publishedReviews:
      'Średnią i liczbę podaje serwis z opiniami, który publikuje je dla tego sklepu.',
    names: 'Imiona i nazwiska pokazujemy tak, jak je podano.',
    firstNames: 'Imiona pokazujemy tak, jak je podano. Nazwisk nie pokazujemy nigdy.',
    noNames: 'Imiona i nazwiska nie są pokazywane.',
    city: 'Miasto podajemy tylko wtedy, gdy w tym samym okresie pochodziło z niego co najmniej #.',
    byEither: 'Informację przesłał serwer sklepu albo strona sklepu, a sklep ją zatwierdził.',
    byAny:
      'Informację przesłał serwer sklepu, sklep zaimportował ją z pliku albo przesłała ją strona sklepu, a sklep ją zatwierdził.',
    leftOut: 'Nie liczymy zamówień testowych, anulowanych ani zwróconych.',
    stock: 'Stan magazynowy pochodzi ze strony produktu.',
    stockFromFeed:
      'Stan z podaną niżej godziną pochodzi z danych produktowych sklepu odczytanych o tej porze.',
    source: 'Według sklepu napisano je w serwisie {source}.',
  },
  chosenReviews: {
    other: 'Pokazywane są opinie z oceną co najmniej #.',
  },
  cartCounter: {
    added: {
      one: 'Dodano do # innego koszyka {window}',
      other: 'Dodano do # innych koszyków {window}',
    },
    why: [
      'To liczba osób, które dodały ten produkt do koszyka {window}.',
      'Twój koszyk się nie liczy i nikt nie jest liczony dwa razy. Nie oznacza to, że produkt jest zarezerwowany lub sprzedany.',
    ],
  },
  conversions: {
    signups: { one: '# zapis {within}', few: '# zapisy {within}', other: '# zapisów {within}' },
    forGoal: {
      one: '# zapis {within}: {goal}',
      few: '# zapisy {within}: {goal}',
      other: '# zapisów {within}: {goal}',
    },
  },
  custom: {
    from: 'Autorem tej wiadomości jest {shop}.',
    page: 'Spersonalizowane fragmenty pochodzą z samej strony.',
    title: 'Wiadomość od {shop}',
    byHand: 'Napisał ją sklep. Nie opiera się na zamówieniu, zapisie ani opinii.',
  },
  deliveryDate: {
    title: 'Przewidywana dostawa',
    beforeCutOff: 'Zamów w ciągu {left}, dostawa najpóźniej: {day}',
    afterCutOff: 'Zamów dziś, przewidywana dostawa: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}',
    lastDay: '{weekday}, {date}',
    why: [
      'Obliczono z godziny granicznej zamówień i czasu dostawy podanych przez sklep, bez dni wolnych.',
      'To szacunek. Odliczanie jest prawdziwe: gdy się skończy, wszyscy zobaczą późniejszą datę.',
    ],
  },
  discount: {
    off: '{amount} rabatu',
    offScope: '{amount} rabatu na {scope}',
    withCode: 'Z kodem {code}',
    withoutCode: 'Oferta trwa',
    ends: 'koniec za {left}',
    why: 'To oferta od {shop}, słowami sklepu. Obowiązują warunki sklepu.',
    whyEnd: 'Kończy się dla wszystkich w tym samym momencie: {end}.',
  },
  freeDelivery: {
    missing: 'Do darmowej dostawy brakuje {missing}',
    reached: 'Twoja dostawa jest darmowa',
    empty: 'Darmowa dostawa od {amount}',
    why: [
      'Kwotę darmowej dostawy ustala sklep.',
      'Brakującą kwotę obliczono z wartości koszyka na tej stronie. Koszyk pozostaje w Twojej przeglądarce.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Zamówiono # raz {within}', other: 'Zamówiono # razy {within}' },
    ofSite: {
      one: '# zamówienie w {site} {within}',
      few: '# zamówienia w {site} {within}',
      other: '# zamówień w {site} {within}',
    },
  },
  sellingOut: {
    out: {
      one: 'Zamówiono # raz {within}, zostało: {stock}',
      other: 'Zamówiono # razy {within}, zostało: {stock}',
    },
    quickly: {
      one: 'Popularne: zamówiono # raz {within}',
      other: 'Popularne: zamówiono # razy {within}',
    },
  },
  stockLevel: {
    scarce: {
      one: 'Ostatnia sztuka',
      few: 'Zostały tylko # sztuki',
      other: 'Zostało tylko # sztuk',
    },
    plain: { one: '# sztuka na stanie', few: '# sztuki na stanie', other: '# sztuk na stanie' },
    why: 'To dokładny stan podany przez stronę tego sklepu.',
    whyScarce: 'Sklep nie spodziewa się dostawy przed {day}.',
    whyPlain: 'Sklep może uzupełnić zapas w każdej chwili.',
  },
  visitor: {
    now: {
      one: '# inna osoba ogląda to teraz',
      few: '# inne osoby oglądają to teraz',
      other: '# innych osób ogląda to teraz',
    },
    within: {
      one: '# inna osoba oglądała to {window}',
      few: '# inne osoby oglądały to {window}',
      other: '# innych osób oglądało to {window}',
    },
    whyNow: 'To liczba osób, które były na tej stronie w ciągu ostatnich 5 minut.',
    whyWithin: 'To liczba unikalnych użytkowników tej strony {window}.',
  },
  visitors: {
    now: {
      one: '# inna osoba jest teraz na {shop}',
      few: '# inne osoby są teraz na {shop}',
      other: '# innych osób jest teraz na {shop}',
    },
    within: {
      one: '# inna osoba odwiedziła {shop} {window}',
      few: '# inne osoby odwiedziły {shop} {window}',
      other: '# innych osób odwiedziło {shop} {window}',
    },
    whyNow: 'To liczba osób, które były gdziekolwiek w serwisie w ciągu ostatnich 5 minut.',
    whyWithin: 'To liczba unikalnych użytkowników całego serwisu {window}.',
  },
  presenceFloor:
    'Twojej wizyty i znanych botów nie liczymy. W razie wątpliwości podajemy mniejszą liczbę. Nic nie jest zmyślone.',
}
