/** How visitors read where data comes from, when a nudge is limited to one source. */
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'

export const sourceWords: Record<NudgeLanguage, Record<ActivitySource, string>> = {
  en: {
    rest_api: 'The shop’s server reported it.',
    pixel: 'It was reported by a page of the shop, and the shop approved it.',
    import: 'The shop imported it from a file.',
    integration: 'A service that the shop connected sent it.',
  },
  de: {
    rest_api: 'Gemeldet vom Server des Shops.',
    pixel: 'Gemeldet von einer Seite des Shops und vom Shop freigegeben.',
    import: 'Vom Shop aus einer Datei importiert.',
    integration: 'Ein Dienst, den der Shop verbunden hat, hat das gemeldet.',
  },
  fr: {
    rest_api: 'Information transmise par le serveur de la boutique.',
    pixel: 'Information transmise par une page de la boutique et validée par celle-ci.',
    import: 'Information importée par la boutique depuis un fichier.',
    integration: 'Un service relié par la boutique l’a transmis.',
  },
  nl: {
    rest_api: 'Gemeld door de server van de winkel.',
    pixel: 'Gemeld door een pagina van de winkel en door de winkel goedgekeurd.',
    import: 'De winkel heeft dit uit een bestand geïmporteerd.',
    integration: 'Gemeld door een dienst die de winkel heeft gekoppeld.',
  },
  es: {
    rest_api: 'Enviado por el servidor de la tienda.',
    pixel: 'Enviado por una página de la tienda y aprobado por la tienda.',
    import: 'La tienda lo importó desde un archivo.',
    integration: 'Enviado por un servicio que la tienda ha conectado.',
  },
  ar: {
    rest_api: 'أرسله خادم المتجر.',
    pixel: 'أرسلته إحدى صفحات المتجر ووافق عليه المتجر.',
    import: 'استورده المتجر من ملف.',
    integration: 'أرسلته خدمة ربطها المتجر.',
  },
}
