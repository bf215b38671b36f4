/** Shapes of sites and the code that a page carries. Safe in the browser. */
import { z } from 'zod'
import { siteUrl } from './site-url.ts'

export const createSiteInput = z.object({
  name: z.string().trim().min(1, 'Enter a name for the site.').max(100),
  url: siteUrl,
})
export type CreateSiteInput = z.infer<typeof createSiteInput>

/**
 * What a site owner pastes before `</body>`: it names the site and loads the pixel without holding
 * the page up. Spec §3: "a script snippet that sets the site uuid and loads the pixel".
 */
export const installationCode = (appUrl: string, uuid: string) =>
  `<script async src="${appUrl}/js/pixel.library.js" data-site="${uuid}"></script>`

/**
 * The same for tag managers, which drop an element's own attributes: the element is made by a script.
 */
export const managedCode = (appUrl: string, uuid: string) =>
  `<script>
  var pixel = document.createElement('script');
  pixel.async = true;
  pixel.src = '${appUrl}/js/pixel.library.js';
  pixel.setAttribute('data-site', '${uuid}');
  document.body.appendChild(pixel);
</script>`
