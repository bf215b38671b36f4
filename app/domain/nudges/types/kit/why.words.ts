/** Panel texts for nudges about activities. `{within}`: the time frame. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'

type Sentence =
  /** The data shown or counted. */
  | 'order'
  | 'signup'
  | 'review'
  | 'orders'
  | 'productOrders'
  | 'signups'
  | 'reviews'
  /** Average and number that a review site publishes. */
  | 'publishedReviews'
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
  /** Stock with a time below it. */
  | 'stockFromFeed'
  /** `{source}`: its name in the shop's words. */
  | 'source'

export const whyWords: Record<NudgeLanguage, Record<Sentence, string>> = {
  en: {
    order: 'This is a real order, placed {within}.',
    signup: 'This is a real sign-up, received {within}.',
    review:
      'This is a real review, written {within}. It may be shortened, but its wording isn’t changed.',
    orders:
      'This counts orders in this shop {within}, each one once. On a product page, it counts only orders for that product.',
    productOrders: 'This counts orders for this product {within}, each one once.',
    signups: 'This counts sign-ups {within}, each email address once.',
    reviews:
      'This counts reviews {within} that the shop approved. The average is never rounded up.',
    publishedReviews: 'Average and number are those that the review site publishes for this shop.',
    names: 'Names are shown as given.',
    firstNames: 'First names are shown as given. Last names are never shown.',
    noNames: 'Names aren’t shown.',
    city: 'A city is named only if at least # came from there in the same period.',
    byEither:
      'It was reported by the shop’s server, or by a page of the shop and approved by the shop.',
    byAny:
      'It was reported by the shop’s server, imported by the shop, or reported by a page of the shop and approved by the shop.',
    leftOut: 'Test, canceled and refunded orders are excluded.',
    stock: 'The stock level comes from the product page.',
    stockFromFeed:
      'Stock with a time below it comes from the shop’s product data, which was read at that time.',
    source: 'According to the shop, they were written on {source}.',
  },
  de: {
    order: 'Das ist eine echte Bestellung, aufgegeben {within}.',
    signup: 'Das ist eine echte Anmeldung, erfolgt {within}.',
    review:
      'Das ist eine echte Bewertung, geschrieben {within}. Sie kann gekürzt sein, der Wortlaut ist unverändert.',
    orders:
      'Gezählt wird jede Bestellung in diesem Shop {within} einmal, auf Produktseiten nur Bestellungen dieses Produkts.',
    productOrders: 'Gezählt wird jede Bestellung dieses Produkts {within} einmal.',
    signups: 'Gezählt werden Anmeldungen {within}, jede E-Mail-Adresse nur einmal.',
    reviews:
      'Gezählt werden die Bewertungen {within}, die der Shop freigegeben hat. Der Durchschnitt wird nie aufgerundet.',
    publishedReviews:
      'Durchschnitt und Anzahl sind die, die das Bewertungsportal für diesen Shop veröffentlicht.',
    names: 'Namen werden so gezeigt, wie sie angegeben wurden.',
    firstNames: 'Vornamen werden so gezeigt, wie sie angegeben wurden, Nachnamen nie.',
    noNames: 'Namen werden nicht gezeigt.',
    city: 'Eine Stadt wird nur genannt, wenn im selben Zeitraum mindestens # Einträge von dort kamen.',
    byEither:
      'Gemeldet vom Server des Shops oder von einer Seite des Shops und dann vom Shop freigegeben.',
    byAny:
      'Gemeldet vom Server des Shops, vom Shop aus einer Datei importiert oder von einer Seite des Shops gemeldet und dann freigegeben.',
    leftOut: 'Test-, stornierte und erstattete Bestellungen sind ausgenommen.',
    stock: 'Der Bestand stammt von der Produktseite.',
    stockFromFeed:
      'Ein Bestand mit Zeitangabe stammt aus den Produktdaten des Shops, die zu dieser Zeit gelesen wurden.',
    source: 'Laut Shop wurden sie auf {source} geschrieben.',
  },
  fr: {
    order: 'Il s’agit d’une vraie commande, passée {within}.',
    signup: 'Il s’agit d’une vraie inscription, reçue {within}.',
    review: 'Il s’agit d’un vrai avis, écrit {within}. Il peut être abrégé, mais jamais modifié.',
    orders:
      'Ce chiffre compte les commandes de cette boutique {within}, chacune une seule fois. Sur une page produit, seules celles de ce produit comptent.',
    productOrders:
      'Ce chiffre compte les commandes de ce produit {within}, chacune une seule fois.',
    signups: 'Ce chiffre compte les inscriptions {within}, chaque adresse e-mail une seule fois.',
    reviews:
      'Ce chiffre compte les avis {within} validés par la boutique. La moyenne n’est jamais arrondie à la hausse.',
    publishedReviews:
      'La moyenne et le nombre sont ceux que le site d’avis publie pour cette boutique.',
    names: 'Les noms sont affichés tels quels.',
    firstNames: 'Les prénoms sont affichés tels quels. Les noms de famille ne le sont jamais.',
    noNames: 'Les noms ne sont pas affichés.',
    city: 'Une ville n’est mentionnée que si au moins # y ont été enregistrés sur la même période.',
    byEither:
      'Information transmise par le serveur de la boutique, ou par une page de la boutique et validée par celle-ci.',
    byAny:
      'Information transmise par le serveur de la boutique, importée par celle-ci depuis un fichier, ou transmise par une page et validée par la boutique.',
    leftOut: 'Les tests et les commandes annulées ou remboursées sont exclus.',
    stock: 'Le nombre d’articles restants est celui qu’indique la page du produit.',
    stockFromFeed:
      'Un stock suivi d’une heure provient des données produits de la boutique, lues à ce moment-là.',
    source: 'Selon la boutique, ils ont été publiés sur {source}.',
  },
  nl: {
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
  es: {
    order: 'Es un pedido real, hecho {within}.',
    signup: 'Es un registro real, recibido {within}.',
    review:
      'Es una opinión real, escrita {within}. Puede estar recortada, pero el texto no se modifica.',
    orders:
      'Es el número de pedidos de esta tienda {within}, cada uno una sola vez. En la página de un producto, solo cuentan los pedidos de ese producto.',
    productOrders: 'Es el número de pedidos de este producto {within}, cada uno una sola vez.',
    signups: 'Es el número de registros {within}, cada dirección de correo una sola vez.',
    reviews:
      'Se cuentan las opiniones {within} aprobadas por la tienda. La media nunca se redondea al alza.',
    publishedReviews:
      'La media y el número son los que el sitio de opiniones publica para esta tienda.',
    names: 'Los nombres se muestran tal como se dieron.',
    firstNames:
      'Los nombres de pila se muestran tal como se dieron. Los apellidos no se muestran nunca.',
    noNames: 'Los nombres no se muestran.',
    city: 'Una ciudad solo se nombra si al menos # del mismo periodo vienen de allí.',
    byEither:
      'Enviado por el servidor de la tienda, o por una página de la tienda y aprobado por la tienda.',
    byAny:
      'Enviado por el servidor de la tienda, importado por la tienda desde un archivo, o enviado por una página de la tienda y aprobado por la tienda.',
    leftOut: 'Se excluyen las pruebas y los pedidos cancelados o reembolsados.',
    stock: 'Las existencias son las que indica la página del producto.',
    stockFromFeed:
      'Las existencias con una hora debajo proceden de los datos de productos de la tienda, leídos en ese momento.',
    source: 'Según la tienda, se escribieron en {source}.',
  },
  ar: {
    order: 'هذا طلب حقيقي تم {within}.',
    signup: 'هذا تسجيل حقيقي تم {within}.',
    review: 'هذا تقييم حقيقي كُتب {within}. قد يُختصر، لكن كلماته لا تُغيَّر.',
    orders:
      'هذا عدد طلبات هذا المتجر {within}، كل طلب مرة واحدة. في صفحة المنتج لا تُحتسب إلا طلبات ذلك المنتج.',
    productOrders: 'هذا عدد طلبات هذا المنتج {within}، كل طلب مرة واحدة.',
    signups: 'هذا عدد التسجيلات {within}، كل عنوان بريد إلكتروني مرة واحدة.',
    reviews: 'تُحتسب التقييمات {within} التي وافق عليها المتجر. ولا يُقرَّب المتوسط إلى أعلى أبدًا.',
    publishedReviews: 'المتوسط والعدد هما ما ينشره موقع التقييمات عن هذا المتجر.',
    names: 'تُعرض الأسماء كما أُدخلت.',
    firstNames: 'تُعرض الأسماء الأولى كما أُدخلت، ولا تُعرض أسماء العائلة أبدًا.',
    noNames: 'لا تُعرض الأسماء.',
    city: 'لا تُذكر المدينة إلا إذا جاء منها # على الأقل في الفترة نفسها.',
    byEither: 'أرسله خادم المتجر، أو أرسلته إحدى صفحات المتجر ووافق عليه المتجر.',
    byAny:
      'أرسله خادم المتجر، أو استورده المتجر من ملف، أو أرسلته إحدى صفحات المتجر ووافق عليه المتجر.',
    leftOut: 'لا تُحتسب الطلبات التجريبية ولا الملغاة ولا التي أُعيد ثمنها.',
    stock: 'الكمية المتبقية مأخوذة من صفحة المنتج.',
    stockFromFeed:
      'الكمية التي يظهر وقت تحتها مأخوذة من بيانات منتجات المتجر التي قُرئت في ذلك الوقت.',
    source: 'وفقًا للمتجر، كُتبت على {source}.',
  },
}

/** For reviews selected by their stars. `#`: the fewest stars. */
export const chosenWords: Record<NudgeLanguage, Forms> = {
  en: {
    other:
      'Showing reviews with at least # stars. The average and count include all reviews the shop approved.',
  },
  de: {
    other:
      'Gezeigt werden Bewertungen ab # Sternen. Durchschnitt und Anzahl gelten für alle Bewertungen, die der Shop freigegeben hat.',
  },
  fr: {
    other:
      'Seuls les avis d’au moins # étoiles sont affichés. La moyenne et le nombre portent sur tous les avis validés par la boutique.',
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
    few: 'تُعرض التقييمات التي لا تقل عن # نجوم. أما المتوسط والعدد فلجميع التقييمات التي وافق عليها المتجر.',
    other:
      'تُعرض التقييمات التي لا تقل عن # نجمة. أما المتوسط والعدد فلجميع التقييمات التي وافق عليها المتجر.',
  },
}
