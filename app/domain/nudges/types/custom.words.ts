import type { NudgeLanguage } from '#app/contract/site-options.ts'

/** `{shop}` is the site's host. Custom messages have a `title`, and `byHand` in their panel. */
export const customWords: Record<
  NudgeLanguage,
  { from: string; page: string; title: string; byHand: string }
> = {
  en: {
    from: 'This is a message from {shop}, in its own words.',
    page: 'What differs from visitor to visitor in it comes from the page itself.',
    title: 'A message from {shop}',
    byHand: 'The shop wrote it by hand. It rests on no order, no sign-up and no review.',
  },
  de: {
    from: 'Das ist eine Nachricht von {shop}, in eigenen Worten.',
    page: 'Was darin von Besucher zu Besucher verschieden ist, stammt von der Seite selbst.',
    title: 'Eine Nachricht von {shop}',
    byHand:
      'Der Shop hat sie von Hand geschrieben. Sie beruht auf keiner Bestellung, keiner Anmeldung und keiner Bewertung.',
  },
  fr: {
    from: 'C’est un message de {shop}, dans ses propres mots.',
    page: 'Ce qui y change d’un visiteur à l’autre vient de la page elle-même.',
    title: 'Un message de {shop}',
    byHand:
      'La boutique l’a écrit à la main. Il ne repose sur aucune commande, aucune inscription et aucun avis.',
  },
  nl: {
    from: 'Dit is een bericht van {shop}, in eigen woorden.',
    page: 'Wat daarin per bezoeker verschilt, komt van de pagina zelf.',
    title: 'Een bericht van {shop}',
    byHand:
      'De winkel heeft het met de hand geschreven. Het berust op geen bestelling, geen aanmelding en geen beoordeling.',
  },
  es: {
    from: 'Es un mensaje de {shop}, con sus propias palabras.',
    page: 'Lo que cambia de un visitante a otro viene de la propia página.',
    title: 'Un mensaje de {shop}',
    byHand: 'La tienda lo escribió a mano. No se basa en ningún pedido, registro ni opinión.',
  },
  ar: {
    from: 'هذه رسالة من {shop} بكلماته الخاصة.',
    page: 'ما يختلف فيها من زائر إلى آخر يأتي من الصفحة نفسها.',
    title: 'رسالة من {shop}',
    byHand: 'كتبها المتجر بنفسه. وهي لا تستند إلى أي طلب أو تسجيل أو تقييم.',
  },
}
