import type { NudgeLanguage } from '#app/contract/site-options.ts'

/** `{shop}` is the site's host. Custom messages have a `title`, and `byHand` in their panel. */
export const customWords: Record<
  NudgeLanguage,
  { from: string; page: string; title: string; byHand: string }
> = {
  en: {
    from: 'This message was written by {shop}.',
    page: 'Personalized parts come from the page itself.',
    title: 'A message from {shop}',
    byHand: 'The shop wrote it. It isn’t based on an order, a sign-up or a review.',
  },
  de: {
    from: 'Diese Nachricht hat {shop} verfasst.',
    page: 'Persönliche Angaben darin stammen von der Seite selbst.',
    title: 'Eine Nachricht von {shop}',
    byHand:
      'Der Shop hat sie selbst verfasst. Ihr liegt keine Bestellung, Anmeldung oder Bewertung zugrunde.',
  },
  fr: {
    from: 'Ce message a été rédigé par {shop}.',
    page: 'Les éléments personnalisés viennent de la page elle-même.',
    title: 'Un message de {shop}',
    byHand:
      'La boutique l’a rédigé elle-même. Il ne repose sur aucune commande, inscription ni avis.',
  },
  nl: {
    from: 'Dit bericht is geschreven door {shop}.',
    page: 'Persoonlijke onderdelen komen van de pagina zelf.',
    title: 'Een bericht van {shop}',
    byHand:
      'De winkel heeft het zelf geschreven. Het is niet gebaseerd op een bestelling, aanmelding of beoordeling.',
  },
  es: {
    from: 'Este mensaje lo ha escrito {shop}.',
    page: 'Las partes personalizadas vienen de la propia página.',
    title: 'Un mensaje de {shop}',
    byHand: 'Lo ha escrito la tienda. No se basa en ningún pedido, registro ni opinión.',
  },
  ar: {
    from: 'كتب {shop} هذه الرسالة.',
    page: 'تأتي الأجزاء المخصصة لك من الصفحة نفسها.',
    title: 'رسالة من {shop}',
    byHand: 'كتبها المتجر بنفسه. لا تستند إلى أي طلب أو تسجيل أو تقييم.',
  },
}
