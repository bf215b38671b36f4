/** Texts of the preview bar on the owner's page. */
import type { PixelPreview } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'

/** A preview ignores holdout group, limits and the kill switch. */
type Reason = Exclude<NotShownReason, 'holdout' | 'plan_limit' | 'paused'>

export type PreviewWords = Omit<PixelPreview, 'names' | 'reasons' | 'reportTo'> & {
  /** Titles of a tab that shows what is published, and of one that tests a goal. */
  live: string
  test: string
  reasons: Record<Reason, string>
}

export const previewWords: Record<NudgeLanguage, PreviewWords> = {
  en: {
    title: 'Preview – only you can see this',
    live: 'Your live nudges, always shown in this tab',
    test: 'Test tab – try to reach your goal',
    note: 'Nothing here counts toward your statistics.',
    unshown: 'Not shown on this page',
    none: 'This site has no nudges to show.',
    end: 'End preview',
    reasons: {
      no_data: 'no data to show yet',
      below_minimum: 'below its minimum',
      page_rule: 'not targeted at this page, device, time or location',
      capped: 'frequency limit reached',
      seen: 'already seen',
      consent: 'needs the visitor’s consent',
      stale: 'its data is too old',
    },
  },
  de: {
    title: 'Vorschau – nur Sie sehen das',
    live: 'Ihre aktiven Nudges – in diesem Tab immer sichtbar',
    test: 'Test-Tab – erreichen Sie hier Ihr Ziel',
    note: 'Nichts davon wird gezählt.',
    unshown: 'Auf dieser Seite nicht angezeigt',
    none: 'Für diese Website gibt es keinen Nudge.',
    end: 'Vorschau beenden',
    reasons: {
      no_data: 'noch keine Daten',
      below_minimum: 'unter dem Mindestwert',
      page_rule: 'nicht für diese Seite, dieses Gerät, diese Zeit oder diesen Ort vorgesehen',
      capped: 'Obergrenze für diese Seite erreicht',
      seen: 'schon gesehen',
      consent: 'Einwilligung des Besuchers fehlt',
      stale: 'Daten zu alt',
    },
  },
  fr: {
    title: 'Aperçu – visible par vous seul',
    live: 'Vos nudges actifs – toujours visibles dans cet onglet',
    test: 'Onglet de test – essayez d’atteindre votre objectif',
    note: 'Rien n’est compté ici.',
    unshown: 'Non affiché sur cette page',
    none: 'Ce site n’a aucun nudge à afficher.',
    end: 'Quitter l’aperçu',
    reasons: {
      no_data: 'aucune donnée pour le moment',
      below_minimum: 'sous le minimum',
      page_rule: 'pas prévu pour cette page, cet appareil, ce moment ou ce lieu',
      capped: 'limite atteinte sur cette page',
      seen: 'déjà vu',
      consent: 'consentement du visiteur requis',
      stale: 'données trop anciennes',
    },
  },
  nl: {
    title: 'Voorbeeld – alleen jij ziet dit',
    live: 'Je actieve nudges – in dit tabblad altijd te zien',
    test: 'Testtabblad – probeer hier je doel te bereiken',
    note: 'Niets hiervan telt mee in je statistieken.',
    unshown: 'Niet getoond op deze pagina',
    none: 'Deze site heeft geen nudges om te tonen.',
    end: 'Voorbeeld sluiten',
    reasons: {
      no_data: 'nog geen gegevens',
      below_minimum: 'onder het minimum',
      page_rule: 'niet bedoeld voor deze pagina, dit apparaat, deze tijd of deze plaats',
      capped: 'limiet bereikt op deze pagina',
      seen: 'al gezien',
      consent: 'toestemming van de bezoeker nodig',
      stale: 'gegevens te oud',
    },
  },
  es: {
    title: 'Vista previa: solo la ves tú',
    live: 'Tus nudges activos: siempre visibles en esta pestaña',
    test: 'Pestaña de prueba: intenta alcanzar tu objetivo',
    note: 'Nada de esto cuenta en tus estadísticas.',
    unshown: 'No se muestra en esta página',
    none: 'Este sitio no tiene nudges que mostrar.',
    end: 'Salir de la vista previa',
    reasons: {
      no_data: 'todavía no hay datos',
      below_minimum: 'por debajo del mínimo',
      page_rule: 'no previsto para esta página, este dispositivo, este momento o este lugar',
      capped: 'límite alcanzado en esta página',
      seen: 'ya visto',
      consent: 'requiere el consentimiento del visitante',
      stale: 'datos demasiado antiguos',
    },
  },
  ar: {
    title: 'معاينة – لا يراها غيرك',
    live: 'التنبيهات المنشورة – تظهر دائمًا في علامة التبويب هذه',
    test: 'علامة تبويب للاختبار – حاول الوصول إلى هدفك هنا',
    note: 'لا يُحتسب شيء من هذا في إحصاءاتك.',
    unshown: 'لا يظهر في هذه الصفحة',
    none: 'لا توجد تنبيهات لعرضها في هذا الموقع.',
    end: 'إنهاء المعاينة',
    reasons: {
      no_data: 'لا توجد بيانات بعد',
      below_minimum: 'أقل من الحد الأدنى',
      page_rule: 'غير مخصص لهذه الصفحة أو هذا الجهاز أو الوقت أو المكان',
      capped: 'بلغ الحد في هذه الصفحة',
      seen: 'سبقت مشاهدته',
      consent: 'يتطلب موافقة الزائر',
      stale: 'بياناته قديمة جدًا',
    },
  },
}
