/** How visitors read where data comes from, when a nudge is limited to one source. */
import type { QuerySource } from '#app/contract/activity-sources.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'

export const sourceWords: Record<NudgeLanguage, Record<QuerySource, string>> = {
  en: {
    rest_api: 'The shop’s server reported it.',
    pixel: 'It was reported by a page of the shop, and the shop approved it.',
    integration: 'A service that the shop connected sent it.',
  },
  de: {
    rest_api: 'Gemeldet vom Server des Shops.',
    pixel: 'Gemeldet von einer Seite des Shops und vom Shop freigegeben.',
    integration: 'Ein Dienst, den der Shop verbunden hat, hat das gemeldet.',
  },
  fr: {
    rest_api: 'Information transmise par le serveur de la boutique.',
    pixel: 'Information transmise par une page de la boutique et validée par celle-ci.',
    integration: 'Un service relié par la boutique l’a transmis.',
  },
  nl: {
    rest_api: 'De server van de winkel zelf heeft dit gemeld.',
    pixel: 'Dit kwam van een pagina van de winkel en de eigenaar heeft het goedgekeurd.',
    integration: 'Een dienst die de winkel heeft gekoppeld, heeft dit gemeld.',
  },
  es: {
    rest_api: 'Lo envió el propio servidor de la tienda.',
    pixel: 'Vino de una página de la tienda y su propietario lo aprobó.',
    integration: 'Lo envió un servicio que la tienda ha conectado.',
  },
  ar: {
    rest_api: 'أرسله خادم المتجر نفسه.',
    pixel: 'جاء من إحدى صفحات المتجر ووافق عليه صاحبه.',
    integration: 'أرسلته خدمة ربطها المتجر.',
  },
}
