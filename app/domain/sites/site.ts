/** Schemas of sites, and the installation code. Safe in the browser. */
import { z } from 'zod'
import { textLine } from '#app/lib/web/text-input.ts'
import { siteUrl } from './site-url.ts'

export const createSiteInput = z.object({
  name: textLine({ max: 100, missing: 'Enter a name for the site.' }),
  url: siteUrl,
})
export type CreateSiteInput = z.infer<typeof createSiteInput>

/**
 * The snippet that a site owner pastes before `</body>`. Sets the site's uuid and loads the pixel
 * without blocking the page.
 */
export const installationCode = (appUrl: string, uuid: string) =>
  `<script async src="${appUrl}/js/pixel.library.js" data-site="${uuid}"></script>`

/** For tag managers, which drop custom attributes: creates the element by script. */
export const managedCode = (appUrl: string, uuid: string) =>
  `<script>
  var pixel = document.createElement('script');
  pixel.async = true;
  pixel.src = '${appUrl}/js/pixel.library.js';
  pixel.setAttribute('data-site', '${uuid}');
  document.body.appendChild(pixel);
</script>`
