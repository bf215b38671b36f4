/** Texts of the preview bar on the owner's page. */
import type { PixelPreview, RulePart } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { BarLanguage } from './bar-language.ts'

/** A preview ignores holdout group, limits and the kill switch. */
type Reason = Exclude<NotShownReason, 'holdout' | 'plan_limit' | 'paused'>

/** Facts that a nudge needs the page's script to report. */
export type PageFact = 'stock' | 'cart' | 'product' | 'value'

/** `{selector}` is the nudge's placement, `{fact}` one of the facts. */
export type PreviewWords = Omit<PixelPreview, 'names' | 'reasons' | 'details' | 'reportTo'> & {
  /** Titles of a tab that shows what is published, and of one that tests a goal. */
  live: string
  /** Title of a nudge with the example shop’s data. */
  example: string
  test: string
  /** Why a popup had no room. */
  covers: string
  reasons: Record<Reason | RulePart, string>
  facts: Record<PageFact, string>
}

export const previewWords: Record<BarLanguage, PreviewWords> = {
  en: {
    title: 'Preview – only you can see this',
    example: 'Example – only you can see this',
    live: 'Your live nudges, always shown in this tab',
    test: 'Test tab – try to reach your goal',
    note: 'Nothing here counts toward your statistics.',
    unshown: 'Not shown on this page',
    none: 'This site has no nudges to show.',
    end: 'End preview',
    covers:
      'no room: at every edge it would cover a button, a link or a field, for half a minute. Try another position',
    reasons: {
      no_data: 'no data to show yet',
      below_minimum: 'below its minimum',
      page_rule: 'not targeted at this page, device, time or location',
      capped: 'frequency limit reached',
      seen: 'already seen',
      consent: 'needs the visitor’s consent',
      stale: 'its data is too old',
      busy: 'waits while a cookie bar or a dialog is open',
      no_place: 'no element on this page matches {selector}',
      no_room:
        'no room without moving the page: visitors see it once its place has left the window. Use the compact layout, or reserve room in your theme',
      no_page_data: 'this page hasn’t reported {fact} yet',
      checkout: 'never shown at checkout',
      country: 'not targeted at your country',
      page: 'not targeted at this page',
      device: 'not targeted at this device',
      time: 'outside its schedule',
      audience: 'not targeted at new visitors',
      kind: 'not targeted at this type of page',
    },
    facts: { stock: 'stock', cart: 'a cart', product: 'a product', value: 'a value that it shows' },
  },
  de: {
    title: 'Vorschau – nur Sie sehen das',
    example: 'Beispiel – nur Sie sehen das',
    live: 'Ihre aktiven Nudges – in diesem Tab immer sichtbar',
    test: 'Test-Tab – erreichen Sie hier Ihr Ziel',
    note: 'Nichts davon wird gezählt.',
    unshown: 'Auf dieser Seite nicht angezeigt',
    none: 'Für diese Website gibt es keinen Nudge.',
    end: 'Vorschau beenden',
    covers:
      'kein Platz: An jedem Rand würde er einen Button, einen Link oder ein Feld verdecken, eine halbe Minute lang. Versuchen Sie eine andere Position',
    reasons: {
      no_data: 'noch keine Daten',
      below_minimum: 'unter dem Mindestwert',
      page_rule: 'nicht für diese Seite, dieses Gerät, diese Zeit oder diesen Ort vorgesehen',
      capped: 'Obergrenze für diese Seite erreicht',
      seen: 'schon gesehen',
      consent: 'Einwilligung des Besuchers fehlt',
      stale: 'Daten zu alt',
      busy: 'wartet, solange ein Cookie-Banner oder ein Dialog offen ist',
      no_place: 'kein Element dieser Seite passt zu {selector}',
      no_room:
        'kein Platz, ohne die Seite zu verschieben: Besucher sehen ihn erst, wenn seine Stelle außer Sicht war. Wählen Sie die kompakte Zeile, oder reservieren Sie Platz im Theme',
      no_page_data: 'diese Seite hat noch nicht gemeldet: {fact}',
      checkout: 'nie an der Kasse',
      country: 'nicht für Ihr Land vorgesehen',
      page: 'nicht für diese Seite vorgesehen',
      device: 'nicht für dieses Gerät vorgesehen',
      time: 'außerhalb seines Zeitplans',
      audience: 'nicht für neue Besucher vorgesehen',
      kind: 'nicht für diese Art von Seite vorgesehen',
    },
    facts: {
      stock: 'Bestand',
      cart: 'Warenkorb',
      product: 'Produkt',
      value: 'ein angezeigter Wert',
    },
  },
  fr: {
    title: 'Aperçu – visible par vous seul',
    example: 'Exemple – visible par vous seul',
    live: 'Vos nudges actifs – toujours visibles dans cet onglet',
    test: 'Onglet de test – essayez d’atteindre votre objectif',
    note: 'Rien n’est compté ici.',
    unshown: 'Non affiché sur cette page',
    none: 'Ce site n’a aucun nudge à afficher.',
    end: 'Quitter l’aperçu',
    covers:
      'pas de place : à chaque bord il couvrirait un bouton, un lien ou un champ, pendant une demi-minute. Essayez une autre position',
    reasons: {
      no_data: 'aucune donnée pour le moment',
      below_minimum: 'sous le minimum',
      page_rule: 'pas prévu pour cette page, cet appareil, ce moment ou ce lieu',
      capped: 'limite atteinte sur cette page',
      seen: 'déjà vu',
      consent: 'consentement du visiteur requis',
      stale: 'données trop anciennes',
      busy: 'attend tant qu’un bandeau de cookies ou une fenêtre est ouvert',
      no_place: 'aucun élément de cette page ne correspond à {selector}',
      no_room:
        'pas de place sans déplacer la page : les visiteurs le voient une fois son emplacement sorti de l’écran. Choisissez la ligne compacte ou réservez la place dans votre thème',
      no_page_data: 'cette page n’a pas encore transmis : {fact}',
      checkout: 'jamais affiché au paiement',
      country: 'pas prévu pour votre pays',
      page: 'pas prévu pour cette page',
      device: 'pas prévu pour cet appareil',
      time: 'hors de son calendrier',
      audience: 'pas prévu pour les nouveaux visiteurs',
      kind: 'pas prévu pour ce type de page',
    },
    facts: {
      stock: 'le stock',
      cart: 'le panier',
      product: 'le produit',
      value: 'une valeur affichée',
    },
  },
  nl: {
    title: 'Voorbeeld – alleen jij ziet dit',
    example: 'Voorbeeldgegevens – alleen jij ziet dit',
    live: 'Je actieve nudges – in dit tabblad altijd te zien',
    test: 'Testtabblad – probeer hier je doel te bereiken',
    note: 'Niets hiervan telt mee in je statistieken.',
    unshown: 'Niet getoond op deze pagina',
    none: 'Deze site heeft geen nudges om te tonen.',
    end: 'Voorbeeld sluiten',
    covers:
      'geen ruimte: aan elke rand zou hij een knop, een link of een veld bedekken, een halve minuut lang. Probeer een andere positie',
    reasons: {
      no_data: 'nog geen gegevens',
      below_minimum: 'onder het minimum',
      page_rule: 'niet bedoeld voor deze pagina, dit apparaat, deze tijd of deze plaats',
      capped: 'limiet bereikt op deze pagina',
      seen: 'al gezien',
      consent: 'toestemming van de bezoeker nodig',
      stale: 'gegevens te oud',
      busy: 'wacht zolang een cookiebalk of dialoogvenster open is',
      no_place: 'geen element op deze pagina past bij {selector}',
      no_room:
        'geen ruimte zonder de pagina te verschuiven: bezoekers zien hem pas als zijn plek uit beeld is geweest. Kies de compacte regel, of reserveer ruimte in je thema',
      no_page_data: 'deze pagina heeft nog niet gemeld: {fact}',
      checkout: 'nooit te zien bij het afrekenen',
      country: 'niet bedoeld voor je land',
      page: 'niet bedoeld voor deze pagina',
      device: 'niet bedoeld voor dit apparaat',
      time: 'buiten zijn planning',
      audience: 'niet bedoeld voor nieuwe bezoekers',
      kind: 'niet bedoeld voor dit soort pagina',
    },
    facts: {
      stock: 'voorraad',
      cart: 'winkelwagen',
      product: 'product',
      value: 'een getoonde waarde',
    },
  },
  es: {
    title: 'Vista previa: solo la ves tú',
    example: 'Ejemplo: solo lo ves tú',
    live: 'Tus nudges activos: siempre visibles en esta pestaña',
    test: 'Pestaña de prueba: intenta alcanzar tu objetivo',
    note: 'Nada de esto cuenta en tus estadísticas.',
    unshown: 'No se muestra en esta página',
    none: 'Este sitio no tiene nudges que mostrar.',
    end: 'Salir de la vista previa',
    covers:
      'sin espacio: en cada borde taparía un botón, un enlace o un campo, durante medio minuto. Prueba otra posición',
    reasons: {
      no_data: 'todavía no hay datos',
      below_minimum: 'por debajo del mínimo',
      page_rule: 'no previsto para esta página, este dispositivo, este momento o este lugar',
      capped: 'límite alcanzado en esta página',
      seen: 'ya visto',
      consent: 'requiere el consentimiento del visitante',
      stale: 'datos demasiado antiguos',
      busy: 'espera mientras haya un aviso de cookies o un diálogo abierto',
      no_place: 'ningún elemento de esta página coincide con {selector}',
      no_room:
        'sin espacio sin mover la página: los visitantes lo ven cuando su lugar ha salido de la pantalla. Elige la línea compacta o reserva espacio en tu tema',
      no_page_data: 'esta página aún no ha comunicado: {fact}',
      checkout: 'nunca se muestra al pagar',
      country: 'no es para tu país',
      page: 'no es para esta página',
      device: 'no es para este dispositivo',
      time: 'fuera de su horario',
      audience: 'no es para visitantes nuevos',
      kind: 'no es para este tipo de página',
    },
    facts: {
      stock: 'las existencias',
      cart: 'el carrito',
      product: 'el producto',
      value: 'un valor que muestra',
    },
  },
  ar: {
    title: 'معاينة – لا يراها غيرك',
    example: 'مثال – لا يراه غيرك',
    live: 'التنبيهات المنشورة – تظهر دائمًا في علامة التبويب هذه',
    test: 'علامة تبويب للاختبار – حاول الوصول إلى هدفك هنا',
    note: 'لا يُحتسب شيء من هذا في إحصاءاتك.',
    unshown: 'لا يظهر في هذه الصفحة',
    none: 'لا توجد تنبيهات لعرضها في هذا الموقع.',
    end: 'إنهاء المعاينة',
    covers: 'لا مكان له: سيغطي زرًا أو رابطًا أو حقلًا عند كل حافة طوال نصف دقيقة. جرّب موضعًا آخر',
    reasons: {
      no_data: 'لا توجد بيانات بعد',
      below_minimum: 'أقل من الحد الأدنى',
      page_rule: 'غير مخصص لهذه الصفحة أو هذا الجهاز أو الوقت أو المكان',
      capped: 'بلغ الحد في هذه الصفحة',
      seen: 'سبقت مشاهدته',
      consent: 'يتطلب موافقة الزائر',
      stale: 'بياناته قديمة جدًا',
      busy: 'ينتظر ما دام شريط ملفات تعريف الارتباط أو نافذة حوار مفتوحًا',
      no_place: 'لا يوجد في هذه الصفحة عنصر يطابق {selector}',
      no_room:
        'لا مكان له دون تحريك الصفحة: يراه الزوار بعد خروج موضعه من الشاشة. اختر السطر المضغوط أو احجز مكانًا في القالب',
      no_page_data: 'لم تُبلغ هذه الصفحة بعد عن: {fact}',
      checkout: 'لا يظهر أبدًا عند الدفع',
      country: 'ليس لبلدك',
      page: 'ليس لهذه الصفحة',
      device: 'ليس لهذا الجهاز',
      time: 'خارج جدوله الزمني',
      audience: 'ليس للزوار الجدد',
      kind: 'ليس لهذا النوع من الصفحات',
    },
    facts: { stock: 'المخزون', cart: 'سلة التسوق', product: 'المنتج', value: 'قيمة يعرضها' },
  },
}
