/** Panel texts for nudges about activities. `{within}`: the time frame. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

type Sentence =
  /** What is shown or counted. */
  | 'order'
  | 'signup'
  | 'review'
  | 'orders'
  | 'productOrders'
  | 'signups'
  | 'reviews'
  /** Names: full names, first names only, or none. */
  | 'names'
  | 'firstNames'
  | 'noNames'
  /** `#`: the minimum number from one city. */
  | 'city'
  /** How it is known, where a nudge shows data from any source. */
  | 'byEither'
  /** Also when some of it was imported. */
  | 'byAny'
  | 'leftOut'
  | 'stock'
  /** `{source}`: its name in the shop's words. */
  | 'source'

export const whyWords: Record<NudgeLanguage, Record<Sentence, string>> = {
  en: {
    order: 'This is one real order that was placed {within}.',
    signup: 'This is one real sign-up that was made {within}.',
    review: 'This is one real review, written {within}. It may be cut short; no word is changed.',
    orders:
      'Counted are the orders of this shop {within}, on a product’s own page those of the product, each once.',
    productOrders: 'Counted are the orders of this product {within}, each of them once.',
    signups: 'Counted are the sign-ups {within}, each address once.',
    reviews:
      'Counted are the reviews {within} that the shop let through. Their average is never rounded up.',
    names: 'Names are told as they were given.',
    firstNames: 'First names are told as they were given, last names never.',
    noNames: 'Names are left out.',
    city: 'A city is named only when at least # of them came from there in the same time.',
    byEither:
      'The shop’s own server sent it, or it came from a page of the shop and its owner let it through.',
    byAny:
      'The shop’s own server sent it, the shop took it in from a file, or it came from a page of the shop and its owner let it through.',
    leftOut: 'Tests and orders that were cancelled or refunded are left out.',
    stock: 'How many are left is what the product’s page says.',
    source: 'The shop names {source} as the place where they were written.',
  },
  de: {
    order: 'Das ist eine echte Bestellung, aufgegeben {within}.',
    signup: 'Das ist eine echte Anmeldung, erfolgt {within}.',
    review:
      'Das ist eine echte Bewertung, geschrieben {within}. Sie kann gekürzt sein; kein Wort ist verändert.',
    orders:
      'Gezählt werden die Bestellungen dieses Shops {within}, auf der Seite eines Produkts die des Produkts, jede einmal.',
    productOrders: 'Gezählt werden die Bestellungen dieses Produkts {within}, jede einmal.',
    signups: 'Gezählt werden die Anmeldungen {within}, jede E-Mail-Adresse einmal.',
    reviews:
      'Gezählt werden die Bewertungen {within}, die der Shop freigegeben hat. Der Durchschnitt wird nie aufgerundet.',
    names: 'Namen stehen hier so, wie sie angegeben wurden.',
    firstNames: 'Vornamen stehen hier so, wie sie angegeben wurden, Nachnamen nie.',
    noNames: 'Namen werden weggelassen.',
    city: 'Eine Stadt wird nur genannt, wenn im selben Zeitraum mindestens # von dort kamen.',
    byEither:
      'Das hat der Server des Shops selbst gemeldet, oder es kam von einer Seite des Shops und wurde vom Inhaber freigegeben.',
    byAny:
      'Das hat der Server des Shops selbst gemeldet, der Shop hat es aus einer Datei übernommen, oder es kam von einer Seite des Shops und wurde vom Inhaber freigegeben.',
    leftOut: 'Tests sowie stornierte und erstattete Bestellungen werden weggelassen.',
    stock: 'Wie viele noch da sind, sagt die Seite des Produkts.',
    source: 'Der Shop nennt {source} als den Ort, an dem sie geschrieben wurden.',
  },
  fr: {
    order: 'Il s’agit d’une vraie commande, passée {within}.',
    signup: 'Il s’agit d’une vraie inscription, faite {within}.',
    review:
      'Il s’agit d’un vrai avis, écrit {within}. Il peut être abrégé ; aucun mot n’est modifié.',
    orders:
      'Sont comptées les commandes de cette boutique {within} et, sur la page d’un produit, celles du produit, chacune une fois.',
    productOrders: 'Sont comptées les commandes de ce produit {within}, chacune une fois.',
    signups: 'Sont comptées les inscriptions {within}, chaque adresse une fois.',
    reviews:
      'Sont comptés les avis {within} que la boutique a validés. La moyenne n’est jamais arrondie à la hausse.',
    names: 'Les noms sont affichés tels qu’ils ont été donnés.',
    firstNames: 'Les prénoms sont affichés tels qu’ils ont été donnés, les noms de famille jamais.',
    noNames: 'Les noms sont omis.',
    city: 'Une ville n’est nommée que si au moins # de la même période en proviennent.',
    byEither:
      'Le serveur de la boutique l’a transmis, ou cela vient d’une page de la boutique et son propriétaire l’a validé.',
    byAny:
      'Le serveur de la boutique l’a transmis, la boutique l’a repris d’un fichier, ou cela vient d’une page de la boutique et son propriétaire l’a validé.',
    leftOut: 'Les tests et les commandes annulées ou remboursées sont exclus.',
    stock: 'Le nombre d’articles restants est celui qu’indique la page du produit.',
    source: 'La boutique indique {source} comme l’endroit où ils ont été écrits.',
  },
  nl: {
    order: 'Dit is één echte bestelling, geplaatst {within}.',
    signup: 'Dit is één echte aanmelding, gedaan {within}.',
    review:
      'Dit is één echte beoordeling, geschreven {within}. Ze kan ingekort zijn; geen woord is veranderd.',
    orders:
      'Geteld zijn de bestellingen van deze winkel {within}, op de pagina van een product die van het product, elk één keer.',
    productOrders: 'Geteld zijn de bestellingen van dit product {within}, elk één keer.',
    signups: 'Geteld zijn de aanmeldingen {within}, elk adres één keer.',
    reviews:
      'Geteld zijn de beoordelingen {within} die de winkel heeft goedgekeurd. Het gemiddelde wordt nooit naar boven afgerond.',
    names: 'Namen staan hier zoals ze zijn opgegeven.',
    firstNames: 'Voornamen staan hier zoals ze zijn opgegeven, achternamen nooit.',
    noNames: 'Namen zijn weggelaten.',
    city: 'Een stad wordt alleen genoemd als er in dezelfde periode minstens # daarvandaan kwamen.',
    byEither:
      'De server van de winkel zelf heeft dit gemeld, of het kwam van een pagina van de winkel en de eigenaar heeft het goedgekeurd.',
    byAny:
      'De server van de winkel zelf heeft dit gemeld, de winkel heeft het uit een bestand overgenomen, of het kwam van een pagina van de winkel en de eigenaar heeft het goedgekeurd.',
    leftOut: 'Tests en bestellingen die zijn geannuleerd of terugbetaald, zijn weggelaten.',
    stock: 'Hoeveel er nog zijn, is wat de pagina van het product zegt.',
    source: 'De winkel noemt {source} als de plek waar ze zijn geschreven.',
  },
  es: {
    order: 'Es un pedido real, hecho {within}.',
    signup: 'Es un registro real, hecho {within}.',
    review:
      'Es una opinión real, escrita {within}. Puede estar recortada; no se cambia ninguna palabra.',
    orders:
      'Se cuentan los pedidos de esta tienda {within} y, en la página de un producto, los del producto, cada uno una vez.',
    productOrders: 'Se cuentan los pedidos de este producto {within}, cada uno una vez.',
    signups: 'Se cuentan los registros {within}, cada dirección una vez.',
    reviews:
      'Se cuentan las opiniones {within} que la tienda ha aprobado. La media nunca se redondea hacia arriba.',
    names: 'Los nombres se muestran tal como se dieron.',
    firstNames: 'Los nombres de pila se muestran tal como se dieron; los apellidos, nunca.',
    noNames: 'Los nombres se omiten.',
    city: 'Una ciudad solo se nombra si al menos # del mismo periodo vienen de allí.',
    byEither:
      'Lo envió el propio servidor de la tienda, o vino de una página de la tienda y su propietario lo aprobó.',
    byAny:
      'Lo envió el propio servidor de la tienda, la tienda lo tomó de un archivo, o vino de una página de la tienda y su propietario lo aprobó.',
    leftOut: 'Se excluyen las pruebas y los pedidos cancelados o reembolsados.',
    stock: 'Las unidades que quedan son las que indica la página del producto.',
    source: 'La tienda indica {source} como el lugar donde se escribieron.',
  },
  ar: {
    order: 'هذا طلب حقيقي واحد تم {within}.',
    signup: 'هذا تسجيل حقيقي واحد تم {within}.',
    review: 'هذا تقييم حقيقي واحد كُتب {within}. قد يُختصر النص، ولا تُغيَّر أي كلمة منه.',
    orders: 'تُحتسب طلبات هذا المتجر {within}، وفي صفحة المنتج طلبات المنتج نفسه، كل طلب مرة واحدة.',
    productOrders: 'تُحتسب طلبات هذا المنتج {within}، كل طلب مرة واحدة.',
    signups: 'تُحتسب التسجيلات {within}، كل عنوان بريد إلكتروني مرة واحدة.',
    reviews: 'تُحتسب التقييمات {within} التي وافق عليها المتجر. ولا يُقرَّب المتوسط إلى أعلى أبدًا.',
    names: 'تُذكر الأسماء كما أُدخلت.',
    firstNames: 'تُذكر الأسماء الأولى كما أُدخلت، ولا تُذكر أسماء العائلة أبدًا.',
    noNames: 'الأسماء محذوفة.',
    city: 'لا تُذكر المدينة إلا إذا جاء منها # على الأقل في الفترة نفسها.',
    byEither: 'أرسله خادم المتجر نفسه، أو جاء من إحدى صفحات المتجر ووافق عليه صاحبه.',
    byAny:
      'أرسله خادم المتجر نفسه، أو أخذه المتجر من ملف، أو جاء من إحدى صفحات المتجر ووافق عليه صاحبه.',
    leftOut: 'لا تُحتسب الطلبات التجريبية ولا الملغاة ولا التي أُعيد ثمنها.',
    stock: 'الكمية المتبقية هي ما تذكره صفحة المنتج.',
    source: 'يذكر المتجر أن {source} هو مكان كتابتها.',
  },
}

/** For reviews selected by their stars. `#`: the fewest stars. */
export const chosenWords: Record<NudgeLanguage, Forms> = {
  en: {
    other:
      'Shown are reviews of at least # stars. The average and the number are those of all reviews that the shop let through.',
  },
  de: {
    other:
      'Gezeigt werden Bewertungen ab # Sternen. Durchschnitt und Anzahl gelten für alle Bewertungen, die der Shop freigegeben hat.',
  },
  fr: {
    other:
      'Sont affichés les avis d’au moins # étoiles. La moyenne et le nombre portent sur tous les avis validés par la boutique.',
  },
  nl: {
    other:
      'Getoond worden beoordelingen met minstens # sterren. Gemiddelde en aantal gelden voor alle beoordelingen die de winkel heeft goedgekeurd.',
  },
  es: {
    other:
      'Se muestran opiniones de al menos # estrellas. La media y el número son los de todas las opiniones aprobadas por la tienda.',
  },
  ar: {
    two: 'تُعرض التقييمات التي لا تقل عن نجمتين. أما المتوسط والعدد فلجميع التقييمات التي وافق عليها المتجر.',
    other:
      'تُعرض التقييمات التي لا تقل عن # نجوم. أما المتوسط والعدد فلجميع التقييمات التي وافق عليها المتجر.',
  },
}
