/** The installation code, for the person who installs it. The subject contains no user input. */
import type { InstallEmailData } from '#app/domain/sites/install-email.server.ts'
import { installationCode } from '#app/domain/sites/site.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'
import { defuseLinks } from './team-emails.ts'

export function installEmail({ site, sender }: InstallEmailData, appUrl: string): EmailContent {
  const { host } = new URL(site.url)
  const name = defuseLinks(sender.name)
  const from = name === null ? sender.email : `${name}, ${sender.email},`
  return {
    subject: `${productName}: code to put into a website`,
    paragraphs: [
      `${from} asks you to put ${productName} into the pages of ${host}. It is one line:`,
      installationCode(appUrl, site.uuid),
      'Paste it into every page, just before </body>. It loads by itself and holds no page up. The checkout does not need it.',
      `Where the site has a Content Security Policy, add ${appUrl} to script-src and connect-src.`,
      `Once a page was opened, ${productName} shows that it works. Answers to this mail go to ${sender.email}.`,
    ],
    action: { label: `What ${productName} is`, address: appUrl },
    footer: `You get this mail because ${sender.email} typed your address. If you do not know who that is, leave the code alone.`,
  }
}
