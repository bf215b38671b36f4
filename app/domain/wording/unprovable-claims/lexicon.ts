/**
 * Words that indicate a claim about people, sales, stock or time, in the languages of nudges. All
 * lower-case. Each list mixes languages, since owners do, too.
 */

const words = (...lists: string[]) => new Set(lists.join(' ').split(' '))

/** Words for large numbers. */
export const crowds = words(
  'dozens hundreds thousands millions',
  'dutzende hunderte tausende hunderten tausenden millionen',
  'dizaines centaines milliers millions',
  'tientallen honderden duizenden miljoenen',
  'decenas cientos miles millones',
  'عشرات مئات آلاف ملايين',
  'decine centinaia migliaia milioni dezenas centenas milhares milhões',
  'dziesiątki setki tysiące miliony desítky stovky tisíce miliony desiatky milióny',
  'hundratals tusentals miljoner hundredvis tusindvis millioner hundrevis tusenvis satoja tuhansia miljoonia',
  'százak ezrek milliók zeci sute mii milioane yüzlerce binlerce milyonlarca',
  'δεκάδες εκατοντάδες χιλιάδες εκατομμύρια десятки сотні тисячі мільйони עשרות מאות אלפי מיליוני ratusan ribuan jutaan',
)

/** English number words. Below five they are too common in ordinary sentences. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...'five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, place): [string, number] => [word, place + 5]),
  ['hundred', 100],
  ['thousand', 1000],
])

export const people = words(
  'people persons customers clients buyers shoppers visitors users fans members subscribers guests',
  'families reviews ratings bewertungen familien avis familles beoordelingen gezinnen reseñas opiniones familias تقييم تقييمات',
  'menschen leute personen kunden kundinnen käufer käuferinnen besucher besucherinnen nutzer nutzerinnen mitglieder abonnenten gäste',
  'personnes clients clientes acheteurs acheteuses visiteurs visiteuses utilisateurs membres abonnés gens',
  'mensen personen klanten kopers bezoekers gebruikers leden abonnees gasten',
  'personas clientes compradores compradoras visitantes usuarios miembros suscriptores gente',
  'شخص أشخاص عميل عملاء زبون زبائن مشتر مشترين مشتري زائر زوار مستخدم مستخدمين مشترك مشتركين',
  'persone acquirenti visitatori utenti iscritti recensioni pessoas visitantes assinantes avaliações usuários',
  'osoby osób klientów klienci kupujących użytkowników opinii lidé lidí zákazníci zákazníků návštěvníků recenzí ľudia ľudí zákazníkov návštevníkov recenzií',
  'människor kunder köpare besökare omdömen mennesker købere besøgende anmeldelser kjøpere besøkende omtaler',
  'ihmistä asiakasta ostajaa kävijää arvostelua ember vásárló látogató ügyfél értékelés persoane clienți cumpărători vizitatori recenzii',
  'kişi müşteri alıcı ziyaretçi değerlendirme άτομα πελάτες αγοραστές επισκέπτες κριτικές людей людини клієнтів покупців відвідувачів відгуків',
  'אנשים לקוחות קונים מבקרים ביקורות người khách orang pelanggan pembeli pengunjung ulasan',
)

/** Participles, before or after their number. */
export const soldParticiples = words(
  'sold bought purchased ordered',
  'verkauft gekauft bestellt',
  'vendu vendus vendue vendues acheté achetés achetée achetées commandé commandés commandée commandées',
  'verkocht gekocht besteld',
  'vendido vendidos vendida vendidas comprado comprados comprada compradas',
  'بيع بيعت مباع مباعة',
  'venduti venduto vendute acquistati acquistato ordinati ordinato vendidos comprados encomendados',
  'sprzedano sprzedanych kupiono zamówiono prodáno prodaných koupeno objednáno predaných predané kúpené objednané',
  'sålda såld köpta beställda solgt solgte købt bestilt kjøpt myyty myytyä ostettu tilattu eladva eladott vândute cumpărate comandate',
  'satıldı satılan πουλήθηκαν αγοράστηκαν продано куплено замовлено נמכרו נקנו הוזמנו terjual dibeli dipesan',
)

/** Only after their number: "orders over 50" is a condition. */
export const saleNouns = words(
  'orders sales purchases',
  'bestellungen verkäufe käufe',
  'commandes ventes achats',
  'bestellingen verkopen aankopen',
  'pedidos ventas compras',
  'طلب طلبات طلبًا مبيعات',
  'ordini vendite acquisti encomendas zamówień zamówienia objednávek objednávky objednávok nákupů prodejů',
  'beställningar köp ordrer bestillinger tilausta rendelés eladás comenzi vânzări sipariş satış παραγγελίες πωλήσεις замовлень продажів הזמנות מכירות pesanan penjualan',
)

/** After a number, with up to two words in between. */
export const stockAfter = [
  ...['left', 'remaining', 'in stock', 'übrig', 'auf lager', 'vorrätig'],
  ...['restant', 'restants', 'restante', 'restantes', 'en stock'],
  ...['op voorraad', 'resterend', 'متبقية', 'متبقي', 'في المخزون'],
  ...['rimasti', 'rimaste', 'em estoque', 'em stock', 'na stanie', 'skladem'],
  ...['na sklade', 'i lager', 'på lager', 'kvar', 'tilbage', 'igjen', 'jäljellä', 'varastossa'],
  ...['raktáron', 'în stoc', 'rămase', 'stokta', 'kaldı', 'σε απόθεμα'],
  ...['в наявності', 'במלאי', 'trong kho', 'tersisa'],
]

/** Right before a number. */
export const stockBefore = [
  ...['last', 'noch', 'nur noch', 'letzte', 'letzten'],
  ...['plus que', 'ne reste que', 'reste', 'restent', 'derniers', 'dernières'],
  ...['nog', 'nog maar', 'laatste', 'quedan', 'queda', 'últimas', 'últimos'],
  ...['بقي', 'بقيت', 'تبقى', 'آخر'],
  ...[
    'solo',
    'ultimi',
    'ultime',
    'restam',
    'resta',
    'só restam',
    'zostało',
    'zostały',
    'zostało tylko',
  ],
  ...['zbývá', 'zbývají', 'zostáva', 'zostávajú', 'bara', 'endast', 'kun', 'vain', 'már csak'],
  ...['doar', 'sadece', 'yalnızca', 'μόνο', 'απομένουν', 'залишилося', 'залишилося лише'],
  ...['נותרו', 'נותרו רק', 'chỉ còn', 'còn', 'hanya tersisa', 'tersisa', 'sisa'],
]

/** "Only 3 pieces", without a word like "left". */
export const only = words('only just nur seulement alleen maar slechts solo sólo solamente فقط')
export const pieces = words(
  'pieces items units piece item unit stück exemplare exemplaires pièces articles stuks exemplaren unidades piezas artículos قطع قطعة',
)

export const timeUnits = words(
  'second seconds sec minute minutes min mins hour hours h hr hrs day days week weeks month months year years',
  'sekunde sekunden minute minuten std stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren',
  'seconde secondes heure heures jour jours semaine semaines mois an ans année années',
  'seconden minuut uur uren dag dagen week weken maand maanden jaar jaren',
  'segundo segundos minuto minutos hora horas día días semana semanas mes meses año años',
  'ثانية ثوان دقيقة دقائق ساعة ساعات يوم أيام أسبوع أسابيع شهر أشهر سنة سنوات',
  'secondi minuti ore giorno giorni settimane mesi anni dia dias semana semanas anos godzin godziny dni dzień tygodni miesięcy lat',
  'minut minuty hodin hodiny dní dny týdnů měsíců let hodín minút týždňov rokov minuter timmar dagar veckor år timer dage uger dager uker',
  'minuuttia tuntia päivää viikkoa kuukautta vuotta perc óra nap hét év ore zile săptămâni luni ani dakika saat gün hafta ay yıl',
  'λεπτά ώρες ημέρες μέρες εβδομάδες χρόνια хвилин годин години днів дні тижнів років דקות שעות ימים שבועות שנים',
  'phút giờ ngày tuần năm menit jam hari minggu bulan tahun',
)

/** A number before one of these doesn't count people or items. */
export const otherUnits = words(
  'uhr am pm euro euros eur dollar dollars usd pound pounds gbp chf franken francs pesos dirham',
  'kg g gr mg l ml cl m cm mm km inch inches watt w kwh percent prozent cent procent',
  'ريال درهم يورو دولار',
  'kr sek nok dkk zł pln kč czk ft huf lei ron tl lira try грн uah rp idr đ vnd reais ευρώ євро שקל יורו',
)

/** "Since 1950" is a year, "every 2 orders" a condition. */
export const noCount = words(
  'since seit depuis sinds desde منذ dal od sedan siden från din από sejak từ every each jede elke cada كل',
)

/** "A tent for 4 people". */
export const forWords = words(
  'for für pour voor para لـ per dla pro pre för til pentru için για для cho untuk',
)

/** A number doesn't count the words after these. */
export const breakers = words(
  'for für pour voor para off rabatt remise korting descuento and und et y or oder ou',
)

/** After a placeholder, these begin something new: "{name}, our customers". */
export const determiners = words(
  'our your the these unsere unser ihre die nos notre vos les onze uw je nuestros tus los las',
)

export const shares = words('of der aller unserer des van de من')

/** These forms only mean that a third person bought something. */
export const boughtByOne = [
  ...['has bought', 'has purchased', 'has ordered', 'has just bought', 'has just purchased'],
  ...['has just ordered', 'just bought', 'just purchased', 'just ordered', 'has signed up'],
  ...['kaufte', 'bestellte', 'a acheté', 'a commandé', 'vient d acheter', 'vient de commander'],
  ...['compró', 'acaba de comprar', 'ha comprado', 'اشترى', 'اشترت'],
]

/** "Anna … hat gerade gekauft": an auxiliary, with the participle somewhere after it. */
export const helpers = words('hat heeft')
export const boughtParticiples = words('gekauft bestellt erworben gekocht besteld')

/** Ambiguous. A claim only after a name. */
export const boughtVerbs = words('bought purchased ordered kocht bestelde')
export const unnamedPeople = words(
  'someone somebody customer shopper buyer neighbour neighbor jemand kunde kundin quelqu iemand klant alguien cliente',
)

/** "Anna from Utrecht". */
export const origins = words('from in of aus von uit de à just recently')

/** Capitalized at the start of a sentence, but no name. */
export const noNames = words(
  'often frequently recently usually freshly newly mostly always when if once you we i they as goods items products everything anything vaak vandaag je jij u wij toen recent',
)

/** "You just bought", "vous a acheté": about the reader. */
export const readers = words('you we i vous nous tu je du sie wir ihr u jij wij tú')

export const timeLeft = words(
  'left remaining übrig verbleibend restant restantes restants over resterend restan متبقية',
)
export const timeBefore = [
  ...['noch', 'nur noch', 'plus que', 'reste', 'il reste', 'nog', 'nog maar', 'quedan', 'queda'],
  ...['بقي', 'بقيت', 'تبقى'],
  ...['restano', 'restam', 'faltam', 'zostało', 'zbývá', 'zostáva', 'mai sunt', 'απομένουν'],
  ...['залишилося', 'נותרו', 'chỉ còn', 'còn', 'tersisa'],
]
export const ending = words(
  'ends end ending expires expire closes endet enden läuft verfällt termine expire finit fin eindigt verloopt stopt sluit termina acaba caduca expira ينتهي تنتهي scade finisce encerra kończy wygasa končí slutar slutter päättyy lejár expiră bitiyor λήγει закінчується מסתיים berakhir',
)

/** Deadlines that move on every day. */
export const endOfDay = [
  ...['today only', 'only today', 'ends today', 'ends tonight', 'last day', 'last chance'],
  ...['nur heute', 'endet heute', 'letzte chance', 'letzter tag', 'aujourd hui seulement'],
  ...['dernier jour', 'dernière chance', 'alleen vandaag', 'laatste dag', 'laatste kans'],
  ...['solo hoy', 'sólo hoy', 'último día', 'última oportunidad', 'اليوم فقط', 'آخر فرصة'],
  ...['solo oggi', 'ultimo giorno', 'ultima occasione', 'só hoje', 'somente hoje', 'último dia'],
  ...['tylko dziś', 'tylko dzisiaj', 'ostatni dzień', 'jen dnes', 'poslední den', 'len dnes'],
  ...['posledný deň', 'bara idag', 'bara i dag', 'endast idag', 'sista dagen', 'kun i dag'],
  ...['sidste dag', 'siste dag', 'vain tänään', 'viimeinen päivä', 'csak ma', 'utolsó nap'],
  ...['doar azi', 'doar astăzi', 'ultima zi', 'sadece bugün', 'son gün', 'μόνο σήμερα'],
  ...['τελευταία ημέρα', 'лише сьогодні', 'тільки сьогодні', 'останній день', 'רק היום'],
  ...['יום אחרון', 'chỉ hôm nay', 'ngày cuối cùng', 'hanya hari ini', 'hari terakhir'],
]
